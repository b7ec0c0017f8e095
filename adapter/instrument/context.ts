import { LineMap } from '../../server/base/span.js';
import { Edits, type Inserted } from './edits.js';
import type { Interest } from './interest.js';
import { seesArguments } from './parameters.js';
import type { Plan } from './plan.js';
import { PrunedRulePlaces } from './prunedRulePlaces.js';
import { prunedStores } from './prunedStores.js';
import type { PrunedPlaces } from './rulesPlan.js';
import { scriptNames } from './scriptNames.js';
import { scopesOf, type Binding, type Scope, type Scopes } from './scopes.js';
import type { Site, SiteKind } from './site.js';
import { isFunction, isScript, tokenOffset, walk, type AnyNode, type FunctionNode, type Program } from './tree.js';

/** Where hidden variables of an activation can be declared; what it is told to declare is put in when it is left. */
export interface Host {
  readonly node: AnyNode;
  /** Statements, each with its semicolon. */
  readonly statements: Inserted[];
  readonly temporaries: string[];
  /** Code that says which activation it is, where no hidden variable does. */
  readonly activation?: string | undefined;
  /** What a script declares for its realm: its expressions have places of their own for hidden variables. */
  readonly isOfRealm?: true;
}

/** What the parts of the instrumenter share while one text is worked on. */
export class Context {
  readonly edits = new Edits();
  readonly sites: Site[] = [];
  private readonly scopeVariables = new Map<Scope, string>();
  private readonly usedVariables = new Map<AnyNode, string>();
  private readonly parameterSites = new Map<Binding, number>();
  /** The function around the stop, or the program; null: it is not in this text. */
  stopHome: AnyNode | null = null;
  /** Hidden variables that must be seen at the stop. */
  readonly seenAtStop = new Set<string>();
  private knowsWith: boolean | undefined;
  private knowsEval: boolean | undefined;
  private knownScopes: Scopes | undefined;
  private knownFieldScopes: Scopes | undefined;
  private knownLines: LineMap | undefined;
  private knownPruned: ReadonlySet<number> | undefined;
  /** What gets no probe of rules: each place counts for the first that leaves it out. */
  readonly leftOut = { names: 0, types: 0, aliases: 0 };
  private prunedPlaces: PrunedRulePlaces | undefined;
  private nameCount = 0;

  constructor(
    readonly text: string,
    readonly path: string,
    readonly program: Program,
    readonly plan: Plan,
    readonly firstSite: number,
    /** Where fields that are asked about may be written; null: anywhere. */
    private readonly fieldPlaces: Interest | null = null,
  ) {}

  get lines(): LineMap {
    return (this.knownLines ??= new LineMap(this.text));
  }

  /** Where accesses end that are proven not to write what is asked about. */
  get pruned(): ReadonlySet<number> {
    return (this.knownPruned ??= prunedStores(this.plan));
  }

  /** Which analysis proves that a place touches nothing that rules watch; null: none does. */
  prunedBy(kind: keyof PrunedPlaces, { start, end }: { readonly start: number; readonly end: number }): 'types' | 'aliases' | null {
    return (this.prunedPlaces ??= new PrunedRulePlaces(this.plan.rules?.pruned ?? [])).by(kind, `${start}:${end}`);
  }

  /** Whether one does; it is counted then. */
  leavesOut(kind: keyof PrunedPlaces, node: { readonly start: number; readonly end: number }): boolean {
    const by = this.prunedBy(kind, node);
    if (by !== null) this.leftOut[by]++;
    return by !== null;
  }

  /** Whether a statement `with` may be in the text: to know scopes takes time. */
  get mayHoldWith(): boolean {
    return (this.knowsWith ??= /\bwith\s*\(/.test(this.text));
  }

  /** Whether `eval` may be in the text. */
  get mayHoldEval(): boolean {
    return (this.knowsEval ??= /\beval\b/.test(this.text));
  }

  get scopes(): Scopes {
    return (this.knownScopes ??= scopesOf(this.program));
  }

  /** The same of the names alone that are asked about as fields: variables that nobody declares are fields of the global object. */
  get fieldScopes(): Scopes {
    if (this.knownScopes !== undefined) return this.knownScopes;
    return (this.knownFieldScopes ??= scopesOf(this.program, { names: new Set(this.plan.fields), places: this.fieldPlaces }));
  }

  /** The scope instance of a text that runs once: unlike any that the runtime counts. */
  get moduleScope(): string {
    return String(-this.firstSite - 1);
  }

  /** The number by which the probe names its site. */
  site(kind: SiteKind, node: { readonly start: number; readonly end: number }, key: string | null, more: Partial<Site> = {}): number {
    this.sites.push({ kind, offset: node.start, end: node.end, key, declaration: null, isAfter: false, ...more });
    return this.firstSite + this.sites.length - 1;
  }

  /** Of what is bound when a scope is entered: its one site. */
  parameterSite(binding: Binding): number {
    const known = this.parameterSites.get(binding);
    if (known !== undefined) return known;
    const [name] = binding.declarations;
    const site = this.site('write', name ?? binding.scope.node, binding.name, { isAfter: true, declaration: name?.start ?? 0 });
    this.parameterSites.set(binding, site);
    return site;
  }

  freshName(letter: string): string {
    return `__w_${letter}${this.nameCount++}`;
  }

  temporary(host: Host): string {
    const name = this.freshName('t');
    host.temporaries.push(name);
    return name;
  }

  /** The hidden variable that says which instance of its scope a binding is in; `0` where it cannot be seen. */
  scopeVariable(binding: Binding, at: number): string {
    const { scope } = binding;
    if (isFunction(scope.node) && at < scope.node.body.start) return seesArguments(this.program, scope.node, at) ? ownNumber : '0';
    const known = this.scopeVariables.get(scope);
    if (known !== undefined) return known;
    const name = scopeVariableName(scope);
    this.scopeVariables.set(scope, name);
    if ([...scope.bindings.values()].some(({ kind }) => kind !== 'self')) this.usedVariables.set(scope.node, name);
    return name;
  }

  /** Has each entry of a function's scope numbered, whatever is declared there. */
  numberScope(scope: Scope): void {
    if (!this.usedVariables.has(scope.node)) this.usedVariables.set(scope.node, scopeVariableName(scope));
  }

  /** The hidden variable of a scope, once something has asked for it. */
  usedScopeVariable(scope: AnyNode): string | undefined {
    return this.usedVariables.get(scope);
  }

  /** Code that gives the instance of the scope around another one: 0 at the top level, -1 where it cannot be seen. */
  surroundingScope(node: AnyNode): string {
    for (let scope = this.scopes.scopeOf(node)?.parent ?? null; scope !== null; scope = scope.parent) {
      const name = scope.node === node ? undefined : this.usedVariables.get(scope.node);
      if (name === undefined || scope.node.type === 'Program' || isBeforeLoop(node, scope.node)) continue;
      // What a function's body declares is not to be seen among its parameters.
      return isFunction(scope.node) && node.start < scope.node.body.start ? '-1' : name;
    }
    return '0';
  }

  /**
   * Whether an expression still has the value that it had before `during` was evaluated, so that a probe may read it again:
   * `this`, and variables of which every write is in their own function, outside `during`.
   */
  isStable(node: AnyNode, during: AnyNode | null): boolean {
    if (node.type === 'ThisExpression') return during === null || !mentionsSuper(during);
    if (node.type === 'Literal') return true;
    if (node.type !== 'Identifier') return false;
    if (during === null || isQuiet(during)) return true;
    // Who writes which variable is not worth finding out in a text as long as a compiler's.
    if (this.text.length > longText) return false;
    const binding = this.scopes.bindingAt.get(node.start);
    if (binding === undefined || binding.kind === 'import') return false;
    const writes = binding.references.filter(({ isWrite }) => isWrite);
    return writes.every(
      ({ node: write, home }) => home === binding.scope.home && !(during.start <= write.start && write.end <= during.end),
    );
  }

  /** Just after the `=>` of an arrow function. */
  afterArrow(arrow: FunctionNode): number {
    return tokenOffset(this.text, arrow.params.at(-1)?.end ?? arrow.start, '=>') + 2;
  }
}

/** The number of a function's activation, in code that sees its `arguments`. */
export const ownNumber = '__w_own(arguments)';

/** Hidden variables are named after where their scope or function begins, so that they can be asked for at a stop. */
export function scopeVariableName({ node }: Scope): string {
  return node.type !== 'Program' ? `__w_s${node.start}` : isScript(node) ? scriptNames.scope : '__w_s';
}

/** The hidden variable that holds the number of an activation of the function. */
export function activationVariableName(home: AnyNode): string {
  return home.type !== 'Program' ? `__w_a${home.start}` : isScript(home) ? scriptNames.activation : '__w_a';
}

function mentionsSuper(node: AnyNode): boolean {
  let found = false;
  walk(node, (inner) => {
    if (inner.type === 'Super') found = true;
  });
  return found;
}

/** In UTF-16 units. */
const longText = 1_000_000;

/** Whether code is in what a loop goes through, which is evaluated before the loop's variables are there. */
function isBeforeLoop(code: AnyNode, loop: AnyNode): boolean {
  return (loop.type === 'ForOfStatement' || loop.type === 'ForInStatement') && loop.right.start <= code.start && code.end <= loop.right.end;
}

/** Whether evaluating it calls nothing and writes nothing. */
function isQuiet(node: AnyNode): boolean {
  let quiet = true;
  walk(node, (inner) => {
    if (isFunction(inner)) return false;
    if (loudTypes.has(inner.type) || (inner.type === 'UnaryExpression' && inner.operator === 'delete')) quiet = false;
    return quiet;
  });
  return quiet;
}

const loudTypes: ReadonlySet<string> = new Set([
  'AssignmentExpression',
  'UpdateExpression',
  'CallExpression',
  'NewExpression',
  'TaggedTemplateExpression',
  'AwaitExpression',
  'YieldExpression',
  'ClassExpression',
  'SpreadElement',
  'ImportExpression',
]);
