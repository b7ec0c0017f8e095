import { InternalError, present } from '../base/errors.js';
import type { Instruction } from './instruction.js';
import type { FunctionId, FunctionIr, Linked, ModuleIr, Site, SiteId, Variable, VariableId } from './program.js';
import { renameFunction } from './renaming.js';
import type { Renaming } from './renaming.js';

/** A built-in that the prelude describes: its function is named like it, with `_` for `.`. */
export interface PreludeMember {
  /** `Array.prototype.map` */
  readonly name: string;
  /** The property that calls of it read: `map`. */
  readonly member: string;
  /** The numbers of arguments that it is described for. */
  readonly least: number;
  readonly most: number;
}

type Call = Instruction & { kind: 'call' };

/**
 * The module with a copy of a prelude function for each call that may be one of its built-in: the sites of copies are their own,
 * so that what one call creates is distinguished from what another does, also when calls are nested. The module keeps its numbers,
 * the copies follow. Everything in a copy is placed at the call.
 */
export function linkModules(main: ModuleIr, prelude: ModuleIr, members: readonly PreludeMember[]): ModuleIr {
  const linker = new Linker(main, prelude);
  for (const body of main.functions) {
    for (const { call, names } of memberCalls(body)) {
      for (const member of members) {
        if (names.has(member.member) && call.args.length >= member.least && call.args.length <= member.most)
          linker.copy(member.name, call, body.file);
      }
    }
  }
  return linker.linked();
}

/** Calls with the names of the properties that their callee may have been read from; not those with a spread argument. */
function memberCalls(body: FunctionIr): readonly { readonly call: Call; readonly names: ReadonlySet<string> }[] {
  const read = new Map<VariableId, Set<string>>();
  const calls = new Set<Call>();
  for (const { instruction } of body.edges) {
    if (instruction.kind === 'load' && instruction.key.kind === 'constant' && instruction.key.value.kind === 'string') {
      const names = read.get(instruction.target);
      if (names === undefined) read.set(instruction.target, new Set([instruction.key.value.value]));
      else names.add(instruction.key.value.value);
    }
    if (instruction.kind === 'call' && instruction.mode === 'call' && instruction.args.every(({ kind }) => kind === 'value'))
      calls.add(instruction);
  }
  const found: { readonly call: Call; readonly names: ReadonlySet<string> }[] = [];
  for (const call of calls) {
    const names = call.callee.kind === 'variable' ? read.get(call.callee.variable) : undefined;
    if (names !== undefined) found.push({ call, names });
  }
  return found;
}

class Linker {
  private readonly functions: FunctionIr[];
  private readonly variables: Variable[];
  private readonly sites: Site[];
  private readonly thresholds: Map<FunctionId, readonly number[]>;
  private readonly bySite = new Map<SiteId, Map<string, FunctionId>>();
  /** The prelude's own parts, by function. */
  private readonly parts: ReadonlyMap<string, PreludeFunction>;

  constructor(
    private readonly main: ModuleIr,
    private readonly prelude: ModuleIr,
  ) {
    this.functions = [...main.functions];
    this.variables = [...main.variables];
    this.sites = [...main.sites];
    this.thresholds = new Map(main.thresholds);
    this.parts = new Map(prelude.functions.filter(({ kind }) => kind !== 'module').map((body) => [body.name, partsOf(body, prelude)]));
  }

  copy(name: string, call: Call, file: string): void {
    const known = this.bySite.get(call.site) ?? new Map<string, FunctionId>();
    if (known.has(name)) return;
    this.bySite.set(call.site, known.set(name, this.functions.length));
    const { body, variables, sites } = present(this.parts.get(name.replaceAll('.', '_')), `the prelude's ${name}`);
    const id = this.functions.length;
    const { span } = call;
    const renaming = makeRenaming(call, body, id, file, numbered(variables, this.variables.length), numbered(sites, this.sites.length));
    for (const variable of variables)
      this.variables.push({
        ...variable,
        id: this.variables.length,
        owner: id,
        declaration: null,
        scope: null,
        assumption: null,
        declaredTypes: null,
      });
    for (const site of sites) this.sites.push({ ...site, id: this.sites.length, owner: id, span });
    this.thresholds.set(id, this.prelude.thresholds.get(body.id) ?? []);
    this.functions.push({ ...renameFunction({ ...body, parent: null }, renaming), name, file });
  }

  linked(): ModuleIr {
    const others = this.main.linked ?? { first: this.main.functions.length, texts: new Map(), literals: new Map() };
    const linked: Linked = { ...others, descriptions: this.bySite };
    return { ...this.main, functions: this.functions, variables: this.variables, sites: this.sites, thresholds: this.thresholds, linked };
  }
}

interface PreludeFunction {
  readonly body: FunctionIr;
  readonly variables: readonly Variable[];
  readonly sites: readonly Site[];
}

function partsOf(body: FunctionIr, prelude: ModuleIr): PreludeFunction {
  return {
    body,
    variables: prelude.variables.filter(({ owner }) => owner === body.id),
    sites: prelude.sites.filter(({ owner }) => owner === body.id),
  };
}

function numbered(parts: readonly { readonly id: number }[], first: number): ReadonlyMap<number, number> {
  return new Map(parts.map(({ id }, index) => [id, first + index]));
}

function makeRenaming(
  { span }: Call,
  body: FunctionIr,
  id: FunctionId,
  file: string,
  variables: ReadonlyMap<number, number>,
  sites: ReadonlyMap<number, number>,
): Renaming {
  const none = (what: string) => (): never => {
    throw new InternalError(`${body.name} has ${what} in it`);
  };
  return {
    span: () => span,
    point: () => ({ file, offset: span.start, kind: 'expression' }),
    access: () => null,
    variable: (variable) => present(variables.get(variable), `${body.name} uses variable ${variable} of another function, which`),
    site: (site) => present(sites.get(site), `${body.name} uses site ${site} of another function, which`),
    function: (callee) => (callee === body.id ? id : none('a function')()),
    assertion: none('an assertion'),
  };
}
