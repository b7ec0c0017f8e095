import { Monitor, type Bounds, type MonitorPlan, type NumberContract } from './monitor.js';
import {
  boundNames,
  child,
  childList,
  children,
  isFunction,
  optionalChild,
  parse,
  stringField,
  type SyntaxNode,
  type Tree,
} from './syntaxTree.js';
import { removeTypes } from './removeTypes.js';

/** A function that callers outside the module can call: an exported one, or a public method of an exported class. */
export interface Root {
  /** As in `functions[].name`. */
  readonly name: string;
  readonly parameters: readonly Parameter[];
  /** The parameter list as written, for evaluating conditions over it. */
  readonly parametersText: string;
  readonly className: string | null;
  readonly isAsync: boolean;
  readonly isGenerator: boolean;
  readonly isStatic: boolean;
  readonly line: number;
  /** The numbers of the `@sometime` assertions that bind its runs. */
  readonly obligations: readonly number[];
}

export interface Parameter {
  /** The annotation as written; null for none. */
  readonly type: string | null;
  readonly optional: boolean;
  readonly isRest: boolean;
  /** null for a pattern. */
  readonly name: string | null;
}

/** Where the states of `names` were recorded: just after the last statement that ends on `line`. */
export interface RecordPoint {
  readonly line: number;
  readonly names: readonly string[];
}

/** A condition that must be true at every good passage of a point; null means that no good run passes there. */
export interface Claim {
  readonly line: number;
  /** From 0. */
  readonly column: number;
  readonly condition: string | null;
}

export interface Instrumented {
  readonly tree: Tree;
  readonly roots: readonly Root[];
  readonly constructors: ReadonlyMap<string, readonly Parameter[]>;
  readonly records: readonly RecordPoint[];
  /** Functions with element accesses that are observed, by number; the name as in `functions[].name`. */
  readonly accessOwners: readonly { readonly name: string; readonly line: number }[];
  readonly plan: MonitorPlan;
  /** Claims that found a place where they can be tested. */
  readonly placedClaims: ReadonlySet<number>;
  /** Integers and fractions written in the program. */
  readonly constants: readonly number[];
  readonly usesTasks: boolean;
  /** False when some `a[i]` could not be observed. */
  readonly allAccessesObserved: boolean;
  /** The JavaScript that runs, for reading. */
  readonly code: string;
  /** Evaluates the module. Throws what its top level throws. */
  instantiate(monitor: Monitor): Readonly<Record<string, unknown>>;
  monitor(bounds: Bounds, contract: NumberContract): Monitor;
}

interface Insertion {
  readonly at: number;
  readonly text: string;
  /** Among insertions at one offset: ends of inner nodes, ends of outer ones, starts of outer ones, starts of inner ones. */
  readonly rank: number;
}

interface Scope {
  /** Names whose declarations precede, innermost last. */
  readonly visible: readonly string[];
  /** Number and name of the innermost function, null at the top level. */
  readonly owner: { readonly index: number; readonly suspends: boolean } | null;
  readonly depth: number;
}

/** Beyond every depth. */
const assertionRank = 1e6;
const lastRank = 2e6;

const jumps = new Set(['ReturnStatement', 'ThrowStatement', 'BreakStatement', 'ContinueStatement']);
const silentStatements = new Set([
  'FunctionDeclaration',
  'ClassDeclaration',
  'TSInterfaceDeclaration',
  'TSTypeAliasDeclaration',
  'TSDeclareFunction',
  'EmptyStatement',
  'ImportDeclaration',
]);

/** Throws an error for text that it cannot run: a syntax error, an import, an enum. */
export function instrument(text: string, claims: readonly Claim[] = [], observe = true): Instrumented {
  const tree = parse(text);
  return new Instrumenter(tree, claims, observe).run();
}

class Instrumenter {
  private readonly insertions: Insertion[] = [];
  private readonly statements: SyntaxNode[] = [];
  private readonly recordsByLine = new Map<number, { at: number; point: number }>();
  private readonly records: RecordPoint[] = [];
  private readonly accessOwners: { name: string; line: number }[] = [];
  private readonly exportedNames: string[] = [];
  /** Exported functions and classes, whose functions are roots. */
  private readonly exported = new Set<string>();
  private readonly constructors = new Map<string, readonly Parameter[]>();
  private readonly placedClaims = new Set<number>();
  private readonly sometimes: { readonly offset: number }[] = [];
  private usesTasks = false;
  private allAccessesObserved = true;

  constructor(
    private readonly tree: Tree,
    private readonly claims: readonly Claim[],
    /** False: only the runs' verdicts are wanted. */
    private readonly observing: boolean,
  ) {}

  run(): Instrumented {
    const { tree } = this;
    for (const outer of childList(tree.root, 'body')) {
      const declaration = outer.type === 'ExportNamedDeclaration' ? declared(outer) : null;
      if (declaration !== null) for (const name of declaredNames(declaration)) this.exported.add(name);
    }
    this.statementList(childList(tree.root, 'body'), { visible: [], owner: null, depth: 1 });
    this.assertions();
    const roots = this.roots();
    const body = applyEdits(removeTypes(tree), this.insertions);
    const code = `'use strict';\n${body}\nreturn { ${this.exportedNames.join(', ')} };`;

    const evaluate = new Function('$', code) as (monitor: Monitor) => Readonly<Record<string, unknown>>;
    const plan: MonitorPlan = {
      statementCount: this.statements.length,
      recordNames: this.records.map((record) => record.names),
      sometimeCount: this.sometimes.length,
      claimCount: this.claims.length,
    };
    const keptRecords = new Set([...this.recordsByLine.values()].map(({ point }) => point));
    return {
      tree,
      roots,
      constructors: this.constructors,
      records: this.records.map((record, i) => (keptRecords.has(i) ? record : { line: record.line, names: [] })),
      accessOwners: this.accessOwners,
      plan,
      placedClaims: this.placedClaims,
      constants: constantsOf(tree.text),
      usesTasks: this.usesTasks,
      allAccessesObserved: this.allAccessesObserved,
      code,
      instantiate: (monitor) => evaluate(monitor),
      monitor: (bounds, contract) => new Monitor(plan, bounds, contract),
    };
  }

  private insert(at: number, text: string, rank: number): void {
    this.insertions.push({ at, text, rank });
  }

  private open(node: SyntaxNode | number, text: string, depth: number): void {
    this.insert(typeof node === 'number' ? node : node.range[0], text, depth);
  }

  private close(node: SyntaxNode | number, text: string, depth: number): void {
    this.insert(typeof node === 'number' ? node : node.range[1], text, -depth);
  }

  // Statements ------------------------------------------------------------------------------------------------------

  private statementList(list: readonly SyntaxNode[], scope: Scope): void {
    let visible = scope.visible;
    for (const outer of list) {
      const statement = declared(outer);
      const inner = { ...scope, visible };
      if (statement === null) continue;
      if (outer.type === 'ExportNamedDeclaration') this.exportedNames.push(...declaredNames(statement));
      this.node(statement, { ...inner, depth: scope.depth + 1 });
      if (statement.type === 'VariableDeclaration') visible = [...visible, ...declaredNames(statement)];
      if (!silentStatements.has(statement.type) && statement['directive'] === undefined)
        this.observe(outer, statement, { ...scope, visible });
    }
  }

  private observe(outer: SyntaxNode, statement: SyntaxNode, scope: Scope): void {
    const index = this.statements.push(statement) - 1;
    if (!this.observing) return;
    const { depth } = scope;
    this.open(outer, `$.before(${index}); `, depth);
    const claims = this.claims.flatMap((claim, i) => (this.isAbout(claim, statement) ? [{ claim, i }] : []));
    for (const { claim, i } of claims) {
      this.placedClaims.add(i);
      const only = jumps.has(statement.type) && statement.type !== 'ReturnStatement';
      this.open(outer, `$.${only ? 'claim' : 'claimBefore'}(${i}, () => (${claim.condition ?? 'false'})); `, depth);
    }
    if (statement.type === 'ReturnStatement') {
      const argument = optionalChild(statement, 'argument');
      if (argument === null) return;
      const start = statement.range[0] + 'return'.length;
      const end = statement.range[1] - (this.tree.text[statement.range[1] - 1] === ';' ? 1 : 0);
      this.open(start, ` $.value(${index}, ${claims.map(({ i }) => `$.claimValue(${i}, `).join('')}(`, depth);
      this.close(end, `)${claims.map(() => ')').join('')})`, depth);
      return;
    }
    if (jumps.has(statement.type)) return;
    let after = `; $.after(${index});`;
    for (const { claim, i } of claims) after += ` $.claimAfter(${i}, () => (${claim.condition ?? 'false'}));`;
    const names = [...new Set(scope.visible)].slice(-12);
    if (names.length > 0) {
      const point = this.records.push({ line: statement.loc.end.line, names }) - 1;
      after += ` $.record(${point}, () => [${names.join(', ')}]);`;
      const last = this.recordsByLine.get(statement.loc.end.line);
      if (last === undefined || last.at < statement.range[1])
        this.recordsByLine.set(statement.loc.end.line, { at: statement.range[1], point });
    }
    this.close(statement, after, depth);
  }

  /** The claim is about the whole statement, or about a part of it that is evaluated whenever the statement is. */
  private isAbout(claim: Claim, statement: SyntaxNode): boolean {
    const offset = this.offsetOf(claim);
    if (offset === statement.range[0]) return true;
    if (offset < statement.range[0] || offset >= statement.range[1]) return false;
    if (!simpleStatements.has(statement.type)) return false;
    return unconditionallyContains(statement, offset);
  }

  private offsetOf(claim: Claim): number {
    const { text } = this.tree;
    let start = 0;
    for (let line = 1; line < claim.line; line++) start = text.indexOf('\n', start) + 1;
    return start + claim.column;
  }

  private node(node: SyntaxNode, scope: Scope): void {
    const inner: Scope = { ...scope, depth: scope.depth + 1 };
    switch (node.type) {
      case 'BlockStatement':
      case 'StaticBlock':
        this.statementList(childList(node, 'body'), inner);
        return;
      case 'SwitchStatement':
        this.node(child(node, 'discriminant'), inner);
        for (const part of childList(node, 'cases')) {
          const test = optionalChild(part, 'test');
          if (test !== null) this.node(test, inner);
          this.statementList(childList(part, 'consequent'), { ...inner, depth: inner.depth + 1 });
        }
        return;
      case 'WhileStatement':
      case 'DoWhileStatement':
        this.node(child(node, 'test'), inner);
        this.loopBody(child(node, 'body'), inner);
        return;
      case 'ForStatement': {
        const init = optionalChild(node, 'init');
        const names = init?.type === 'VariableDeclaration' ? declaredNames(init) : [];
        const head = { ...inner, visible: [...scope.visible, ...names] };
        for (const part of [init, optionalChild(node, 'test'), optionalChild(node, 'update')]) if (part !== null) this.node(part, head);
        this.loopBody(child(node, 'body'), head);
        return;
      }
      case 'ForOfStatement':
      case 'ForInStatement': {
        const left = child(node, 'left');
        const names = left.type === 'VariableDeclaration' ? declaredNames(left) : [];
        this.node(child(node, 'right'), inner);
        this.node(left, inner);
        if (node['await'] === true) this.usesTasks = true;
        this.loopBody(child(node, 'body'), { ...inner, visible: [...scope.visible, ...names] });
        return;
      }
      case 'TryStatement': {
        this.node(child(node, 'block'), inner);
        const handler = optionalChild(node, 'handler');
        if (handler !== null) {
          const parameter = optionalChild(handler, 'param');
          const body = child(handler, 'body');
          this.open(body.range[0] + 1, ' $.alive();', inner.depth);
          this.node(body, { ...inner, visible: [...scope.visible, ...(parameter === null ? [] : boundNames(parameter))] });
        }
        const finalizer = optionalChild(node, 'finalizer');
        if (finalizer !== null) {
          this.open(finalizer.range[0] + 1, ' $.alive();', inner.depth);
          this.node(finalizer, inner);
        }
        return;
      }
      case 'ClassDeclaration':
      case 'ClassExpression':
        this.classBody(node, inner);
        return;
      case 'AwaitExpression':
        this.usesTasks = true;
        if (scope.owner !== null) this.suspension(child(node, 'argument'), node.range[0] + 'await'.length, node, inner);
        this.node(child(node, 'argument'), inner);
        return;
      case 'YieldExpression': {
        const argument = optionalChild(node, 'argument');
        if (argument === null) return;
        if (node['delegate'] !== true) this.suspension(argument, node.range[0] + 'yield'.length, node, inner);
        this.node(argument, inner);
        return;
      }
      case 'AssignmentExpression':
        this.access(child(node, 'left'), stringField(node, 'operator') === '=' ? 'writeIndex' : 'updateIndex', inner);
        if (isLength(child(node, 'left'))) this.size(child(node, 'right'), inner);
        this.node(child(node, 'right'), { ...inner, depth: inner.depth + 1 });
        return;
      case 'NewExpression': {
        const parts = childList(node, 'arguments');
        const [only] = parts;
        if (parts.length === 1 && only !== undefined && stringField(child(node, 'callee'), 'name') === 'Array') this.size(only, inner);
        for (const part of [child(node, 'callee'), ...parts]) this.node(part, { ...inner, depth: inner.depth + 1 });
        return;
      }
      case 'UpdateExpression':
        this.access(child(node, 'argument'), 'updateIndex', inner);
        return;
      case 'MemberExpression':
        this.access(node, 'index', inner);
        return;
      default:
        if (isFunction(node))
          this.functionNode(
            node,
            scope,
            node.type === 'FunctionDeclaration' || node.type === 'FunctionExpression' ? nameOf(node) : '<anonymous>',
          );
        else if (node.type === 'VariableDeclarator' && isNamedFunction(node)) {
          this.functionNode(child(node, 'init'), inner, stringField(child(node, 'id'), 'name'));
        } else for (const part of children(node)) if (!part.type.startsWith('TSType')) this.node(part, inner);
    }
  }

  private suspension(argument: SyntaxNode, start: number, node: SyntaxNode, scope: Scope): void {
    void argument;
    this.open(start, ' ($.suspend($d, ', scope.depth);
    this.close(node, '))', scope.depth);
  }

  /** A length that is written: a huge one would stop the harness. */
  private size(node: SyntaxNode, scope: Scope): void {
    this.open(node, '$.size(', scope.depth);
    this.close(node, ')', scope.depth);
  }

  private loopBody(body: SyntaxNode, scope: Scope): void {
    if (body.type === 'BlockStatement') {
      this.open(body.range[0] + 1, ' $.tick();', scope.depth);
      this.node(body, scope);
      return;
    }
    this.open(body, '{ $.tick(); ', scope.depth);
    this.node(body, { ...scope, depth: scope.depth + 1 });
    this.close(body, ' }', scope.depth);
  }

  /** `a[i]` with a plain name `a`: only then can the array be read a second time without effect. */
  private access(node: SyntaxNode, method: 'index' | 'writeIndex' | 'updateIndex', scope: Scope): void {
    if (node.type !== 'MemberExpression') {
      this.node(node, scope);
      return;
    }
    const object = child(node, 'object');
    this.node(object, scope);
    if (node['computed'] !== true) return;
    const property = child(node, 'property');
    // `o['x']` is the property `o.x`, and no element access of the report.
    if (property.type === 'Literal' && typeof property['value'] === 'string') return;
    this.node(property, { ...scope, depth: scope.depth + 1 });
    if (object.type !== 'Identifier' || scope.owner === null) {
      this.allAccessesObserved = false;
      return;
    }
    this.open(property, `$.${method}(${scope.owner.index}, ${stringField(object, 'name')}, (`, scope.depth);
    this.close(property, '))', scope.depth);
  }

  private functionNode(node: SyntaxNode, scope: Scope, name: string): void {
    const index = this.accessOwners.push({ name, line: node.loc.start.line }) - 1;
    if (node['async'] === true) this.usesTasks = true;
    const parameters = childList(node, 'params');
    const inner: Scope = {
      visible: [...scope.visible, ...parameters.flatMap(boundNames)],
      owner: { index, suspends: node['async'] === true || node['generator'] === true },
      depth: scope.depth + 1,
    };
    // Defaults run before `enter`: they may not use `$d`, so an await there is not observed.
    for (const parameter of parameters) this.node(parameter, { ...inner, owner: null });
    const body = child(node, 'body');
    const claims = this.claims
      .map((claim, i) => ({ claim, i, offset: this.offsetOf(claim) }))
      .filter(({ offset }) => offset >= node.range[0] && offset < body.range[0] && !parameters.some((p) => containsFunction(p, offset)));
    let start = ' const $d = $.enter(); try {';
    for (const { claim, i } of claims) {
      this.placedClaims.add(i);
      start += ` $.${this.exported.has(name.split('.', 1)[0] ?? '') ? 'claimEntry' : 'claim'}(${i}, () => (${claim.condition ?? 'false'}));`;
    }
    if (body.type === 'BlockStatement') {
      this.open(body.range[0] + 1, start, inner.depth);
      this.node(body, inner);
      // After the start of an empty body.
      this.insert(body.range[1] - 1, ' } finally { $.leave($d); } ', lastRank);
      return;
    }
    // The parentheses of `() => ({})` belong to no node.
    const arrow = this.tree.text.lastIndexOf('=>', body.range[0]) + 2;
    this.open(arrow, ` {${start} return (`, inner.depth);
    this.node(body, { ...inner, depth: inner.depth + 1 });
    this.close(node, '); } finally { $.leave($d); } }', inner.depth);
  }

  private classBody(node: SyntaxNode, scope: Scope): void {
    const superclass = optionalChild(node, 'superClass');
    if (superclass !== null) this.node(superclass, scope);
    const className = nameOf(node);
    for (const member of childList(child(node, 'body'), 'body')) {
      const value = optionalChild(member, 'value');
      if (member['computed'] === true) this.node(child(member, 'key'), scope);
      if (member.type === 'MethodDefinition' && value !== null) this.functionNode(value, scope, `${className}.${keyName(member)}`);
      else if (value !== null) this.node(value, { ...scope, owner: null });
      else if (member.type === 'StaticBlock') this.node(member, scope);
    }
  }

  // Assertions ------------------------------------------------------------------------------------------------------

  private assertions(): void {
    const { text, comments } = this.tree;
    const statementEnds = this.statements.map((statement) => statement.range[1]);
    for (const comment of comments) {
      const match = /^\s*@(always|sometime)\s+([\s\S]+)$/.exec(comment.value);
      if (match === null) continue;
      const [, tag, expression = 'true'] = match;
      const lineStart = text.lastIndexOf('\n', comment.range[0] - 1) + 1;
      const lead = text.slice(lineStart, comment.range[0]).trim();
      let at = comment.range[0];
      if (lead !== '' && !lead.endsWith('{')) {
        const jump = this.statements.findLast(
          (statement, i) => jumps.has(statement.type) && (statementEnds[i] ?? 0) <= at && statement.range[0] >= lineStart,
        );
        if (jump !== undefined) at = jump.range[0];
      }
      if (tag === 'always') this.insert(at, ` $.always(() => (${expression.trim()}));`, assertionRank);
      else {
        const index = this.sometimes.push({ offset: comment.range[0] }) - 1;
        this.insert(at, ` $.sometime(${index}, () => (${expression.trim()}));`, assertionRank);
      }
    }
  }

  // Roots -----------------------------------------------------------------------------------------------------------

  private roots(): Root[] {
    const { root, text } = this.tree;
    const found: Root[] = [];
    const bound = this.obligations();
    const add = (node: SyntaxNode, name: string, className: string | null, isStatic: boolean, line: number): void => {
      const parameters = childList(node, 'params');
      const first = parameters[0];
      const last = parameters[parameters.length - 1];
      found.push({
        name,
        parameters: parameters.map((parameter) => this.parameter(parameter)),
        parametersText: first === undefined || last === undefined ? '' : withoutTypes(text.slice(first.range[0], last.range[1])),
        className,
        isAsync: node['async'] === true,
        isGenerator: node['generator'] === true,
        isStatic,
        line,
        obligations: bound(className ?? name),
      });
    };
    for (const outer of childList(root, 'body')) {
      if (outer.type !== 'ExportNamedDeclaration') continue;
      const declaration = optionalChild(outer, 'declaration');
      if (declaration === null) continue;
      if (declaration.type === 'FunctionDeclaration') add(declaration, nameOf(declaration), null, true, declaration.loc.start.line);
      if (declaration.type === 'VariableDeclaration') {
        for (const declarator of childList(declaration, 'declarations')) {
          if (isNamedFunction(declarator))
            add(child(declarator, 'init'), stringField(child(declarator, 'id'), 'name'), null, true, declarator.loc.start.line);
        }
      }
      if (declaration.type === 'ClassDeclaration') {
        const className = nameOf(declaration);
        this.constructors.set(className, []);
        for (const member of childList(child(declaration, 'body'), 'body')) {
          if (member.type !== 'MethodDefinition' || stringField(member, 'accessibility') === 'private') continue;
          const method = child(member, 'value');
          if (stringField(member, 'kind') === 'constructor')
            this.constructors.set(
              className,
              childList(method, 'params').map((p) => this.parameter(p)),
            );
          else if (stringField(member, 'kind') === 'method' && member['computed'] !== true && child(member, 'key').type === 'Identifier') {
            add(method, `${className}.${keyName(member)}`, className, member['static'] === true, member.loc.start.line);
          }
        }
      }
    }
    return found;
  }

  private parameter(node: SyntaxNode): Parameter {
    const isDefault = node.type === 'AssignmentPattern';
    const pattern = isDefault ? child(node, 'left') : node.type === 'RestElement' ? child(node, 'argument') : node;
    const annotation = optionalChild(node.type === 'RestElement' ? node : pattern, 'typeAnnotation');
    return {
      type: annotation === null ? null : this.tree.text.slice(annotation.range[0], annotation.range[1]).replace(/^:\s*/, ''),
      optional: isDefault || pattern['optional'] === true,
      isRest: node.type === 'RestElement',
      name: pattern.type === 'Identifier' ? stringField(pattern, 'name') : null,
    };
  }

  /** The `@sometime`s that bind a top-level function: those in functions that it can reach by name. More than the call graph has. */
  private obligations(): (name: string) => readonly number[] {
    if (this.sometimes.length === 0) return () => [];
    const declarations = new Map<string, SyntaxNode>();
    for (const outer of childList(this.tree.root, 'body')) {
      const statement = declared(outer);
      if (statement === null) continue;
      for (const name of declaredNames(statement)) declarations.set(name, statement);
    }
    return (start) => {
      const seen = new Set<string>();
      const todo = [start];
      const offsets = new Set<number>();
      for (let name = todo.pop(); name !== undefined; name = todo.pop()) {
        const node = declarations.get(name);
        if (node === undefined || seen.has(name)) continue;
        seen.add(name);
        this.sometimes.forEach(({ offset }, i) => {
          if (offset >= node.range[0] && offset < node.range[1]) offsets.add(i);
        });
        const see = (inner: SyntaxNode): void => {
          if (inner.type === 'Identifier') todo.push(stringField(inner, 'name'));
          for (const part of children(inner)) see(part);
        };
        see(node);
      }
      return [...offsets];
    };
  }
}

const simpleStatements = new Set(['ExpressionStatement', 'VariableDeclaration', 'ReturnStatement', 'ThrowStatement']);
const conditionalNodes = new Set([
  'ConditionalExpression',
  'LogicalExpression',
  'ChainExpression',
  'AssignmentPattern',
  'AwaitExpression',
  'YieldExpression',
]);

function unconditionallyContains(node: SyntaxNode, offset: number): boolean {
  const inner = children(node).find((part) => part.range[0] <= offset && offset < part.range[1]);
  if (inner === undefined) return true;
  if (isFunction(inner) || conditionalNodes.has(inner.type) || inner.type.startsWith('Class')) return false;
  if (inner.type === 'AssignmentExpression' && /[&|?]/.test(stringField(inner, 'operator').replace(/^[&|]=$/, ''))) return false;
  return unconditionallyContains(inner, offset);
}

const containsFunction = (node: SyntaxNode, offset: number): boolean =>
  (isFunction(node) && node.range[0] <= offset && offset < node.range[1]) || children(node).some((part) => containsFunction(part, offset));

const nameOf = (node: SyntaxNode): string => {
  const id = optionalChild(node, 'id');
  return id === null ? '<anonymous>' : stringField(id, 'name');
};

const keyName = (member: SyntaxNode): string => {
  const key = child(member, 'key');
  return key.type === 'Identifier'
    ? stringField(key, 'name')
    : key.type === 'PrivateIdentifier'
      ? `#${stringField(key, 'name')}`
      : String(key['value']);
};

const isLength = (node: SyntaxNode): boolean =>
  node.type === 'MemberExpression' && node['computed'] !== true && stringField(child(node, 'property'), 'name') === 'length';

const isNamedFunction = (declarator: SyntaxNode): boolean => {
  const init = optionalChild(declarator, 'init');
  return init !== null && isFunction(init) && child(declarator, 'id').type === 'Identifier';
};

/** The declaration inside an export; null for an export of names or of types. */
function declared(statement: SyntaxNode): SyntaxNode | null {
  if (statement.type !== 'ExportNamedDeclaration') {
    if (statement.type === 'ImportDeclaration' || statement.type.startsWith('Export'))
      throw new Error(`the harness cannot run ${statement.type}`);
    return statement;
  }
  return optionalChild(statement, 'declaration');
}

function declaredNames(statement: SyntaxNode): string[] {
  if (statement.type === 'VariableDeclaration')
    return childList(statement, 'declarations').flatMap((declarator) => boundNames(child(declarator, 'id')));
  if (statement.type === 'FunctionDeclaration' || statement.type === 'ClassDeclaration') return [nameOf(statement)];
  return [];
}

/** Read from the text, because assertion comments have constants too. */
const constantsOf = (text: string): number[] => [
  ...new Set([...text.matchAll(/(?<![\w.])-?\d+(?:\.\d+)?(?:e\d+)?(?![\w.])/g)].map((match) => Number(match[0]))),
];

/** Of a parameter list that the generator can write: no object types, no commas inside types. */
function withoutTypes(parameters: string): string {
  const tree = parse(`(${parameters}) => 0;`);
  return removeTypes(tree).slice(1, -') => 0;'.length);
}

function applyEdits(text: string, insertions: readonly Insertion[]): string {
  const ordered = insertions
    .map((insertion, order) => ({ ...insertion, order }))
    .sort((a, b) => a.at - b.at || a.rank - b.rank || a.order - b.order);
  let result = '';
  let done = 0;
  for (const { at, text: inserted } of ordered) {
    result += text.slice(done, at) + inserted;
    done = at;
  }
  return result + text.slice(done);
}
