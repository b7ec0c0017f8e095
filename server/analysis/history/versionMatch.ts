import type { Span } from '../../base/span.js';
import { editBetween, Relocation } from '../../ir/edit.js';
import type { AssertionId, FunctionId, FunctionIr, ModuleIr, SiteId, Variable, VariableId } from '../../ir/program.js';
import { isOwnFunction } from '../../ir/linked.js';
import { literalOf, type Literal } from '../../ir/literalValue.js';
import { renameFunction, type Renaming } from '../../ir/renaming.js';
import type { LocationId } from '../../lattice/value.js';
import * as values from '../../lattice/value.js';
import type { ModuleContext } from '../root.js';

/**
 * The parts of an older version of a module that are the same in a newer one, with their names there. Two things are the same when no
 * analysis can tell them apart; what is not certainly the same has no new name.
 */
export class VersionMatch {
  readonly relocation: Relocation;
  private readonly functions: Int32Array;
  private readonly bodies: Uint8Array;
  private readonly variables: Int32Array;
  private readonly sites: Int32Array;
  private readonly assertions: ReadonlyMap<AssertionId, AssertionId>;
  /** Every name is the old one. */
  readonly isIdentity: boolean;
  /** The names keep their order: whatever depends on it comes out alike. */
  readonly keepsOrder: boolean;

  constructor(
    private readonly before: ModuleContext,
    private readonly after: ModuleContext,
  ) {
    const from = before.program.module;
    const to = after.program.module;
    this.relocation = new Relocation(editBetween(from.text, to.text));
    this.functions = new Int32Array(from.functions.length).fill(-1);
    this.bodies = new Uint8Array(from.functions.length);
    this.variables = new Int32Array(from.variables.length).fill(-1);
    this.sites = new Int32Array(from.sites.length).fill(-1);
    const candidates = this.candidates(from, to);
    this.matchVariables(candidates, from, to);
    this.matchSites(candidates, from, to);
    this.assertions = this.matchAssertions(from, to);
    const renamed = this.matchFunctions(candidates, from, to);
    for (const [id, body] of renamed) if (this.isSameBody(body, id)) this.bodies[id] = 1;
    this.isIdentity = [this.functions, this.variables, this.sites].every((names) => names.every((name, id) => name === id));
    this.keepsOrder = [this.functions, this.variables, this.sites].every(isAscending);
  }

  /** The function as others see it: how it can be called, what it closes over. Null: it is gone, or another one. */
  function(id: FunctionId): FunctionId | null {
    return named(this.functions[id]);
  }
  /** The newer name of a node of the call graph. Unknown code is a node, too. */
  caller(id: number): number | null {
    return id < 0 ? id : this.function(id);
  }
  /** Whether the function's own text is the same too; not that of functions in it. */
  isSame(id: FunctionId): boolean {
    return this.bodies[id] === 1;
  }
  variable(id: VariableId): VariableId | null {
    return named(this.variables[id]);
  }
  site(id: SiteId): SiteId | null {
    return named(this.sites[id]);
  }
  location(id: LocationId): LocationId | null {
    const { locations } = this.before.program;
    if (locations.isBuiltin(id)) return id;
    const site = this.site(locations.siteOf(id));
    return site === null ? null : locations.ofSameKind(id, site);
  }

  /** Functions that begin at the same place and are of the same kind and name. */
  private candidates(from: ModuleIr, to: ModuleIr): ReadonlyMap<FunctionId, FunctionId> {
    const key = ({ kind, name }: FunctionIr, file: string, start: number, isDescription: boolean): string =>
      `${start} ${kind} ${name} ${file} ${isDescription}`;
    const isDescription = (module: ModuleIr, id: FunctionId): boolean => !isOwnFunction(module, id);
    const byKey = new Map<string, FunctionId | null>();
    for (const body of to.functions) {
      const known = key(body, body.file, body.span.start, isDescription(to, body.id));
      byKey.set(known, byKey.has(known) ? null : body.id);
    }
    const found = new Map<FunctionId, FunctionId>();
    const [top, newTop] = [from, to].map(({ functions }) => functions.find(({ kind }) => kind === 'module'));
    if (top !== undefined && newTop !== undefined) found.set(top.id, newTop.id);
    for (const body of from.functions) {
      if (body === top) continue;
      const file = body.file;
      const start = this.moves(body) ? this.relocation.begin(body.span.start) : body.span.start;
      const candidate = start === null ? undefined : byKey.get(key(body, file, start, isDescription(from, body.id)));
      if (candidate !== undefined && candidate !== null) found.set(body.id, candidate);
    }
    return found;
  }

  /** Whether the edit moves the function's places: not those of another file. */
  private moves(body: FunctionIr): boolean {
    return body.file === this.before.program.module.file;
  }

  private moved(span: Span, owner: FunctionId): Span | null {
    const body = this.before.program.module.functions[owner];
    return body !== undefined && this.moves(body) ? this.relocation.span(span) : span;
  }

  private matchVariables(candidates: ReadonlyMap<FunctionId, FunctionId>, from: ModuleIr, to: ModuleIr): void {
    const mine = byOwner(from.variables, from);
    const theirs = byOwner(to.variables, to);
    for (const [old, fresh] of candidates) {
      const before = mine[old] ?? [];
      const after = theirs[fresh] ?? [];
      const alike = before.length === after.length && before.every((variable, index) => variable.name === after[index]?.name);
      // In a function that was edited temporaries are others; what has a name is found by its declaration.
      const declared = alike ? null : new Map(after.map((variable) => [declarationKey(variable, variable.declaration), variable]));
      for (const [index, variable] of before.entries()) {
        const moved = variable.declaration === null ? null : this.moved(variable.declaration, old);
        const other =
          declared === null
            ? after[index]
            : variable.declaration !== null && moved === null
              ? undefined
              : variable.kind === 'temporary'
                ? undefined
                : declared.get(declarationKey(variable, moved));
        if (other !== undefined && this.isSameVariable(variable, other)) this.variables[variable.id] = other.id;
      }
    }
  }

  private isSameVariable(a: Variable, b: Variable): boolean {
    return (
      a.name === b.name &&
      a.kind === b.kind &&
      a.captured === b.captured &&
      a.reassigned === b.reassigned &&
      a.lexical === b.lexical &&
      this.before.isOnceVariable(a.id) === this.after.isOnceVariable(b.id) &&
      isEqual(a.scope === null ? null : this.moved(a.scope, a.owner), b.scope) &&
      isEqual(a.assumption, b.assumption) &&
      this.isSameKnowledge(a.id, b.id)
    );
  }

  /** Whether the whole module says the same of the variable in both versions. */
  private isSameKnowledge(a: VariableId, b: VariableId): boolean {
    const [mine, theirs] = [this.before.program, this.after.program];
    const [known, other] = [mine.imported.get(a), theirs.imported.get(b)];
    return (
      mine.module.hoisted.has(a) === theirs.module.hoisted.has(b) &&
      mine.module.numbers.has(a) === theirs.module.numbers.has(b) &&
      isEqual(literalIn(mine.module, a), literalIn(theirs.module, b)) &&
      isEqual([...(mine.module.constants.get(a) ?? [])], [...(theirs.module.constants.get(b) ?? [])]) &&
      (known === undefined || other === undefined ? known === other : values.equal(known, other))
    );
  }

  private matchSites(candidates: ReadonlyMap<FunctionId, FunctionId>, from: ModuleIr, to: ModuleIr): void {
    const mine = byOwner(from.sites, from);
    const theirs = byOwner(to.sites, to);
    for (const [old, fresh] of candidates) {
      const before = mine[old] ?? [];
      const after = theirs[fresh] ?? [];
      const alike = before.length === after.length && before.every((site, index) => site.form === after[index]?.form);
      const placed = alike ? null : new Map(after.map((site) => [siteKey(site.form, site.span), site]));
      for (const [index, site] of before.entries()) {
        const moved = this.moved(site.span, old);
        const other = placed === null ? after[index] : moved === null ? undefined : placed.get(siteKey(site.form, moved));
        if (other !== undefined && this.before.isOnceSite(site.id) === this.after.isOnceSite(other.id)) this.sites[site.id] = other.id;
      }
    }
  }

  private matchAssertions(from: ModuleIr, to: ModuleIr): ReadonlyMap<AssertionId, AssertionId> {
    const placed = new Map(to.assertions.map(({ id, tag, text, span }) => [`${span.start} ${tag} ${text}`, id]));
    return new Map(
      from.assertions.flatMap(({ id, tag, text, span }) => {
        const other = placed.get(`${this.relocation.begin(span.start)} ${tag} ${text}`);
        return other === undefined ? [] : [[id, other] as const];
      }),
    );
  }

  /** Names the functions that look the same from outside; gives those whose parts all have new names, under these. */
  private matchFunctions(
    candidates: ReadonlyMap<FunctionId, FunctionId>,
    from: ModuleIr,
    to: ModuleIr,
  ): ReadonlyMap<FunctionId, FunctionIr> {
    for (const [old, fresh] of candidates) {
      const a = from.functions[old];
      const b = to.functions[fresh];
      if (a !== undefined && b !== undefined && isEqual(signatureOf(a), signatureOf(b)) && this.closesOverTheSame(old, fresh))
        this.functions[old] = fresh;
    }
    const renamed = new Map<FunctionId, FunctionIr>();
    for (const body of from.functions) {
      if (this.function(body.id) === null) continue;
      const moved = this.renamed(body);
      if (moved !== null) renamed.set(body.id, moved);
    }
    return renamed;
  }

  private closesOverTheSame(old: FunctionId, fresh: FunctionId): boolean {
    return (
      this.areSameVariables(this.before.program.closesOver[old] ?? [], new Set(this.after.program.closesOver[fresh])) &&
      this.areSameVariables(this.before.program.ownCells[old] ?? [], new Set(this.after.program.ownCells[fresh]))
    );
  }

  private areSameVariables(mine: Iterable<VariableId>, theirs: ReadonlySet<VariableId>): boolean {
    let count = 0;
    for (const variable of mine) {
      count++;
      const other = this.variable(variable);
      if (other === null || !theirs.has(other)) return false;
    }
    return count === theirs.size;
  }

  private renamed(body: FunctionIr): FunctionIr | null {
    const moves = this.moves(body);
    let isComplete = true;
    const orGone = <T>(found: T | null | undefined, instead: T): T => {
      if (found !== null && found !== undefined) return found;
      isComplete = false;
      return instead;
    };
    const renaming: Renaming = {
      span: (span: Span) => (moves ? orGone(this.relocation.span(span), span) : span),
      point: (point) => (moves ? orGone(this.relocation.point(point), point) : point),
      access: (access) => access,
      variable: (variable) => orGone(this.variable(variable), -1),
      site: (site) => orGone(this.site(site), -1),
      function: (callee) => orGone(this.function(callee), -1),
      assertion: (assertion) => orGone(this.assertions.get(assertion), -1),
    };
    const renamed = renameFunction(body, renaming);
    return isComplete ? renamed : null;
  }

  private isSameBody(renamed: FunctionIr, old: FunctionId): boolean {
    const fresh = this.function(old);
    if (fresh === null) return false;
    const mine = this.before.functions[old];
    const theirs = this.after.functions[fresh];
    if (mine === undefined || theirs === undefined || !isEqual(renamed, theirs.body)) return false;
    // Which calls can be known from the text depends on other functions too.
    return (
      mine.staticCalls.length === theirs.staticCalls.length &&
      mine.staticCalls.every(({ node, callable }, index) => {
        const other = theirs.staticCalls[index];
        return other !== undefined && node === other.node && this.function(callable.function) === other.callable.function;
      }) &&
      isEqual([...mine.certainCallees.keys()], [...theirs.certainCallees.keys()]) &&
      isEqual(this.before.thresholdsOf(old), this.after.thresholdsOf(fresh)) &&
      this.hasSameDescriptions(mine.body)
    );
  }

  /** The copies of the prelude that describe what the function calls. */
  private hasSameDescriptions(body: FunctionIr): boolean {
    const mine = this.before.program.module.linked?.descriptions;
    const theirs = this.after.program.module.linked?.descriptions;
    return body.edges.every(({ instruction }) => {
      if (instruction.kind !== 'call') return true;
      const site = this.site(instruction.site);
      const before = [...(mine?.get(instruction.site) ?? [])];
      const after = site === null ? undefined : theirs?.get(site);
      return before.length === (after?.size ?? 0) && before.every(([name, callee]) => after?.get(name) === this.function(callee));
    });
  }
}

const literalIn = (module: ModuleIr, variable: VariableId): Literal | null =>
  module.linked?.literals.get(variable) ?? literalOf(variable, module);

function named(id: number | undefined): number | null {
  return id === undefined || id < 0 ? null : id;
}

function isAscending(names: Int32Array): boolean {
  let last = -1;
  for (const name of names) {
    if (name < 0) continue;
    if (name <= last) return false;
    last = name;
  }
  return true;
}

function byOwner<T extends { readonly owner: FunctionId }>(parts: readonly T[], module: ModuleIr): readonly (readonly T[])[] {
  const lists: T[][] = module.functions.map(() => []);
  for (const part of parts) lists[part.owner]?.push(part);
  return lists;
}

function declarationKey({ name, kind }: Variable, declaration: Span | null): string {
  return `${name} ${kind} ${declaration?.start ?? ''}`;
}

function siteKey(form: string, { start, end }: Span): string {
  return `${form} ${start} ${end}`;
}

/** The parts of a function that its callers depend on. */
function signatureOf(body: FunctionIr): unknown {
  const {
    name,
    kind,
    isAsync,
    isGenerator,
    opaque,
    strict,
    neverReturns,
    isWantedToThrow,
    parameters,
    rest,
    thisVariable,
    argumentsVariable,
  } = body;
  const has = [rest, thisVariable, argumentsVariable].map((variable) => variable !== null);
  return [name, kind, isAsync, isGenerator, opaque, strict, neverReturns, isWantedToThrow, parameters.length, has];
}

/** Deep equality of plain data. */
export function isEqual(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((item, index) => isEqual(item, b[index]));
  const keys = Object.keys(a);
  if (Array.isArray(b) || keys.length !== Object.keys(b).length) return false;
  return keys.every((key) => isEqual((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]));
}
