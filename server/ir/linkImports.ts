import { present } from '../base/errors.js';
import { requiredBy } from './commonJs.js';
import type { Expression } from './expression.js';
import { privateNames, type ClassMaking } from './classes.js';
import { factsOf, isTopLevel, type ClosureInstruction, type Fact } from './facts.js';
import type { Instruction } from './instruction.js';
import { enterWith } from './linkEntry.js';
import { makingOf } from './literals.js';
import { literalOf, type Literal } from './literalValue.js';
import { memberReads, type Member } from './memberReads.js';
import { definitionOf, type Definition, type LinkedSource } from './moduleGraph.js';
import { topOf } from './topLevel.js';
import type {
  Assertion,
  AssertionId,
  FunctionId,
  FunctionIr,
  ModuleIr,
  Site,
  SiteId,
  TypeAssumption,
  Variable,
  VariableId,
} from './program.js';
import { partsOf, type FunctionParts } from './functionParts.js';
import { renameExpression, renameFunction, renameInstruction, replaceInstructions, type Renaming } from './renaming.js';
import { forgetWrites } from './sharedState.js';
import { forEachRead, forEachVariable, operandsOf, targetsOf } from './visit.js';

export interface LinkLimits {
  /** Control points of imported functions; what is beyond stays unknown code. */
  readonly maxPoints: number;
}

/**
 * The module with what it imports from the program's own files, as far as that is known without running them in some order:
 * functions and classes that stay what they are, and constants. They are copied behind the module's own functions, as far as
 * something in reach names them, and their variables are initialised at its entry. Everything else of other modules is unknown,
 * and whatever is put there is known to unknown code. The module keeps its numbers.
 *
 * `isSettled` says whether a module is evaluated before this one, wherever a run starts. In one that is not (an import cycle) only
 * function declarations are initialised, and only those are taken that read no variable which may not be.
 */
export function linkImports(main: LinkedSource, isSettled: (source: LinkedSource) => boolean, limits: LinkLimits): ModuleIr {
  const linker = new ImportLinker(main, isSettled, limits);
  return linker.link();
}

/** The function where another module may have replaced the built-ins that it computes with. */
function withoutIntrinsics(body: FunctionIr): FunctionIr {
  const same = <T>(of: T): T => of;
  const renaming = { span: same, access: same, variable: same, site: same, function: same, assertion: same, point: same };
  return renameFunction(body, { ...renaming, forgetsIntrinsics: true });
}

/** Of classes with more control points only the constructor is known: following their methods costs more than it tells. */
const maxClassPoints = 60;

/** Constants that are defined by constants, one after the other. */
const maxConstantChain = 100;

/** A function of another module that is to be copied. */
interface Copy {
  readonly source: LinkedSource;
  readonly parts: FunctionParts;
  /** The new numbers of the function and those inside it, of their variables and sites. */
  readonly functions: ReadonlyMap<FunctionId, FunctionId>;
  readonly variables: ReadonlyMap<VariableId, VariableId>;
  readonly sites: ReadonlyMap<SiteId, SiteId>;
}

class ImportLinker {
  private readonly module: ModuleIr;
  private readonly top: FunctionId;
  private readonly functions: FunctionIr[];
  private readonly variables: Variable[];
  private readonly sites: Site[];
  private readonly assertions: Assertion[];
  private readonly thresholds: Map<FunctionId, readonly number[]>;
  private readonly texts = new Map<string, string>();
  private tampersWithBuiltins: boolean;
  /** What is known of variables of other modules, by module and variable. */
  private readonly known = new Map<ModuleIr, Map<VariableId, VariableId | null>>();
  private readonly declared: VariableId[] = [];
  private readonly entry: Instruction[] = [];
  private readonly literals = new Map<VariableId, Literal>();
  private readonly copies: Copy[] = [];
  private points = 0;
  /** The variables of classes of which all methods are known. */
  private readonly wholeClasses = new Set<VariableId>();
  /** Stand for all variables of other modules of which nothing is known, or that they are numbers. */
  private readonly elsewhere = new Map<string, VariableId>();

  constructor(
    private readonly main: LinkedSource,
    private readonly isSettled: (source: LinkedSource) => boolean,
    private readonly limits: LinkLimits,
  ) {
    const { module } = main;
    this.module = module;
    this.top = topOf(module);
    this.functions = [...module.functions];
    this.variables = [...module.variables];
    this.sites = [...module.sites];
    this.assertions = [...module.assertions];
    this.thresholds = new Map(module.thresholds);
    this.tampersWithBuiltins = module.tampersWithBuiltins;
  }

  link(): ModuleIr {
    if (this.module.imports.length === 0 && requiredBy(this.module).size === 0) return this.module;
    for (const variable of this.usedImports()) this.initialiseImport(variable);
    for (const body of this.module.functions) this.functions[body.id] = this.withMembers(body);
    // Copying one function asks for others.
    for (let next = 0; next < this.copies.length; next++) this.copy(present(this.copies[next], 'a copy'));
    if (this.declared.length > 0) {
      const top = present(this.functions[this.top], 'the top level');
      this.functions[this.top] = enterWith(top, [{ kind: 'enterScope', variables: this.declared }, ...this.entry]);
    }
    return {
      ...this.module,
      functions: this.tampersWithBuiltins && !this.module.tampersWithBuiltins ? this.functions.map(withoutIntrinsics) : this.functions,
      variables: this.variables,
      sites: this.sites,
      assertions: this.assertions,
      thresholds: this.thresholds,
      tampersWithBuiltins: this.tampersWithBuiltins,
      linked: { first: this.module.functions.length, texts: this.texts, literals: this.literals, descriptions: new Map() },
    };
  }

  /** In the order of their first use. */
  private usedImports(): ReadonlySet<VariableId> {
    const used = new Set<VariableId>();
    for (const { edges } of this.module.functions) {
      for (const { instruction } of edges)
        forEachVariable(instruction, (id) => {
          if (this.module.variables[id]?.kind === 'import') used.add(id);
        });
    }
    return used;
  }

  private initialiseImport(variable: VariableId): void {
    const definition = definitionOf(this.main, variable);
    if (definition?.kind !== 'variable' || definition.source.module === this.module) return;
    const known = this.knownOf(definition).get(definition.variable);
    if (known === undefined) {
      if (this.initialise(definition, variable) !== null) this.makeOwn(variable);
      else {
        const literal = this.literalFor(definition);
        if (literal !== null) this.literals.set(variable, literal);
        const assumption = this.assumptionOf(definition);
        if (assumption !== null) this.variables[variable] = { ...present(this.variables[variable], 'an import'), assumption };
      }
    } else if (known !== null) {
      // Imported under two names.
      this.makeOwn(variable);
      this.entry.push({ kind: 'assign', target: variable, value: { kind: 'variable', variable: known }, span: nowhere });
    }
  }

  /** The variable of an import becomes one that the module's entry initialises. */
  private makeOwn(id: VariableId): void {
    const variable = present(this.variables[id], `variable ${id}`);
    this.variables[id] = { ...variable, kind: 'local', captured: true, reassigned: false, lexical: false, madeFirst: false };
    this.declared.push(id);
  }

  private knownOf({ source }: Definition): Map<VariableId, VariableId | null> {
    let known = this.known.get(source.module);
    if (known === undefined) this.known.set(source.module, (known = new Map()));
    return known;
  }

  /** The variable that holds what another module's variable holds; null when nothing is known of that. */
  private variableFor(definition: Definition | null, chain = 0): VariableId | null {
    if (definition?.kind !== 'variable' || chain > maxConstantChain) return null;
    const known = this.knownOf(definition).get(definition.variable);
    return known === undefined ? this.initialise(definition, null, chain) : known;
  }

  /** Initialises a variable with what a definition is known to be: `into`, or a new one. */
  private initialise(definition: Definition & { kind: 'variable' }, into: VariableId | null, chain = 0): VariableId | null {
    const { source, variable } = definition;
    const found = this.knownOf(definition);
    found.set(variable, null);
    if (source.module === this.module) {
      if (!source.module.hoisted.has(variable) || source.module.variables[variable]?.reassigned !== false) return null;
      // Read from another module's functions now.
      this.variables[variable] = { ...present(this.variables[variable], `variable ${variable}`), captured: true };
      found.set(variable, variable);
      return variable;
    }
    const fact = factsOf(source.module).get(variable);
    if (fact === undefined) return this.initialiseLiteral(source, variable, into, chain);
    if (!this.isInitialised(source, variable, fact)) return null;
    switch (fact.kind) {
      case 'members':
      case 'typedArray':
        return null;
      case 'value': {
        const value = this.translated(fact.value, source, chain);
        if (value === null) return null;
        const target = into ?? this.newVariable(source, variable);
        this.entry.push({ kind: 'assign', target, value, span: nowhere });
        found.set(variable, target);
        return target;
      }
      case 'class':
        return this.initialiseClass(source, variable, fact.making, into);
      case 'closure':
        return this.initialiseFunction(source, variable, fact.closure, into);
    }
  }

  /** A literal that its module keeps to itself is made anew: nobody can tell. */
  private initialiseLiteral(source: LinkedSource, variable: VariableId, into: VariableId | null, chain: number): VariableId | null {
    const making = this.isSettled(source) ? makingOf(variable, source.module) : null;
    if (making === null || this.points + making.length > this.limits.maxPoints) return null;
    const own = new Map<VariableId, VariableId | null>([[variable, into]]);
    for (const target of making.flatMap(targetsOf)) own.set(target, own.get(target) ?? null);
    const known = making.flatMap((each) => operandsOf(each)).map((value) => this.translated(value, source, chain, own));
    if (known.includes(null)) return null;
    this.points += making.length;
    const numbers = new Map([...own].map(([id, number]) => [id, number ?? this.newVariable(source, id)]));
    for (const each of making) this.entry.push(renameInstruction(each, this.renamingOfLiteral(source, numbers, chain)));
    const target = present(numbers.get(variable), 'the literal');
    this.knownOf({ kind: 'variable', source, variable }).set(variable, target);
    return target;
  }

  private renamingOfLiteral(source: LinkedSource, numbers: ReadonlyMap<VariableId, VariableId>, chain: number): Renaming {
    const same = <T>(of: T): T => of;
    return {
      span: () => nowhere,
      point: same,
      access: () => null,
      function: same,
      assertion: same,
      variable: (of) => numbers.get(of) ?? present(this.variableFor(definitionOf(source, of), chain + 1), 'a constant'),
      site: (of) => {
        const form = present(source.module.sites[of], `site ${of}`).form;
        return this.sites.push({ id: this.sites.length, owner: this.top, span: nowhere, form }) - 1;
      },
    };
  }

  private initialiseFunction(
    source: LinkedSource,
    variable: VariableId,
    closure: ClosureInstruction,
    into: VariableId | null,
  ): VariableId | null {
    const copy = this.request(source, closure.function);
    if (copy === null) return null;
    const target = into ?? this.newVariable(source, variable);
    this.create(closure, copy, target);
    this.knownOf({ kind: 'variable', source, variable }).set(variable, target);
    return target;
  }

  /** A class with its methods, as its own module makes it; null when there is no room for it. */
  private initialiseClass(source: LinkedSource, variable: VariableId, making: ClassMaking, into: VariableId | null): VariableId | null {
    const { closure, members, self, extended } = making;
    const made = [closure, ...members].flatMap((each) => (each.kind === 'closure' ? [each.function] : []));
    const points = made.reduce((sum, id) => sum + partsOf(source.module, id).points, 0);
    if (points > maxClassPoints) return extended === null ? this.initialiseFunction(source, variable, closure, into) : null;
    const base = extended === null ? null : this.variableFor(definitionOf(source, extended.base));
    if ((extended !== null && (base === null || !this.wholeClasses.has(base))) || this.points + points > this.limits.maxPoints) return null;
    const functions = new Map(made.map((id) => [id, present(this.request(source, id), 'a copy of a method')]));
    const target = into ?? this.newVariable(source, variable);
    const found = this.knownOf({ kind: 'variable', source, variable });
    found.set(variable, target);
    const own = new Map<VariableId, VariableId>([[self, target]]);
    if (base !== null && closure.superclass?.kind === 'variable') own.set(closure.superclass.variable, base);
    if (base !== null && extended !== null && extended.parent !== null) found.set(extended.parent, base);
    const same = <T>(of: T): T => of;
    const renaming: Renaming = {
      span: () => nowhere,
      point: same,
      access: () => null,
      assertion: same,
      variable: (of) => {
        const known = own.get(of) ?? this.newVariable(source, of);
        own.set(of, known);
        return known;
      },
      function: (of) => present(functions.get(of), 'a copy of a method'),
      site: (of) => {
        const form = present(source.module.sites[of], `site ${of}`).form;
        return this.sites.push({ id: this.sites.length, owner: this.top, span: nowhere, form }) - 1;
      },
      privateName: this.privateNamesOf(source),
    };
    for (const each of [closure, ...members]) this.entry.push(renameInstruction(each, renaming));
    for (const each of members) if (each.kind === 'assign') found.set(each.target, renaming.variable(each.target));
    this.wholeClasses.add(target);
    this.share(source, target);
    return target;
  }

  /** All code may find the class in what its module exports, and leaves its methods as they are. */
  private share(source: LinkedSource, of: VariableId): void {
    const holder = this.addVariable(`%exports ${source.module.file}:${of}`, this.top, 'local', false);
    this.declared.push(holder);
    const site = this.sites.push({ id: this.sites.length, owner: this.top, span: nowhere, form: 'object' }) - 1;
    const value: Expression = { kind: 'variable', variable: of };
    const object: Expression = { kind: 'variable', variable: holder };
    const key: Expression = { kind: 'constant', value: { kind: 'string', value: 'exported' } };
    this.entry.push({ kind: 'allocate', target: holder, site, form: 'object', elements: [], span: nowhere });
    this.entry.push({ kind: 'store', object, key, value, mode: 'define', access: null, span: nowhere });
    this.entry.push({ kind: 'escape', value: object, span: nowhere });
  }

  /** Private names of two modules are two names. */
  private privateNamesOf({ module }: LinkedSource): (name: string) => string {
    const known = privateNames(module);
    return (name) => (known.has(name) ? `${name}@${module.file}` : name);
  }

  /** The function object is shared with all code that imports it, which may give it members, or another `prototype`. */
  private create(closure: ClosureInstruction, id: FunctionId, target: VariableId): void {
    const site = this.sites.length;
    this.sites.push({ id: site, owner: this.top, span: nowhere, form: 'imported' });
    this.entry.push({ ...closure, target, site, function: id, span: nowhere });
    this.entry.push({ kind: 'escape', value: { kind: 'variable', variable: target }, span: nowhere });
  }

  private isInitialised(source: LinkedSource, variable: VariableId, fact: Fact): boolean {
    if (this.isSettled(source)) return true;
    if (fact.kind !== 'closure' || !source.module.hoisted.has(variable)) return false;
    const top = topOf(source.module);
    const { bodies } = partsOf(source.module, fact.closure.function);
    let initialised = true;
    for (const { edges } of bodies) {
      for (const { instruction } of edges) {
        forEachVariable(instruction, (id) => {
          const mentioned = source.module.variables[id];
          if (mentioned?.owner === top && isTopLevel(source.module, id) && !this.isAlwaysInitialised(source, mentioned))
            initialised = false;
        });
      }
    }
    return initialised;
  }

  private isAlwaysInitialised(source: LinkedSource, variable: Variable): boolean {
    if (variable.kind !== 'import') return !variable.lexical;
    const definition = definitionOf(source, variable.id);
    return definition?.kind === 'variable' && definition.source.module.hoisted.has(definition.variable);
  }

  /** An expression of another module's top level over variables of this one; null when some are not known. */
  private translated(
    value: Expression,
    source: LinkedSource,
    chain: number,
    own: ReadonlyMap<VariableId, unknown> = new Map(),
  ): Expression | null {
    const found = new Map<VariableId, VariableId | null>();
    forEachRead(value, (id) => {
      if (found.has(id) || own.has(id)) return;
      const definition = definitionOf(source, id);
      const fact = definition?.kind === 'variable' ? factsOf(definition.source.module).get(definition.variable) : undefined;
      found.set(id, fact?.kind === 'value' ? this.variableFor(definition, chain + 1) : null);
    });
    if ([...found.values()].includes(null)) return null;
    return renameExpression(value, { variable: (id) => found.get(id) ?? id });
  }

  /** The number of the copy of a function of another module; null when there is no room for it. */
  private request(source: LinkedSource, original: FunctionId): FunctionId | null {
    const parts = partsOf(source.module, original);
    if (this.points + parts.points > this.limits.maxPoints) return null;
    this.points += parts.points;
    const first = this.functions.length;
    const functions = new Map(parts.bodies.map(({ id }, index) => [id, first + index]));
    const numberOf = (owner: FunctionId): FunctionId => present(functions.get(owner), 'the copy of a function');
    const variables = new Map<VariableId, VariableId>();
    for (const variable of parts.variables) {
      variables.set(variable.id, this.variables.length);
      this.variables.push({ ...variable, id: this.variables.length, owner: numberOf(variable.owner) });
    }
    const sites = new Map<SiteId, SiteId>();
    for (const site of parts.sites) {
      sites.set(site.id, this.sites.length);
      this.sites.push({ ...site, id: this.sites.length, owner: numberOf(site.owner) });
    }
    for (const body of parts.bodies) {
      this.functions.push(body);
      this.thresholds.set(numberOf(body.id), source.module.thresholds.get(body.id) ?? []);
    }
    this.copies.push({ source, parts, functions, variables, sites });
    if (source.module.tampersWithBuiltins) this.tampersWithBuiltins = true;
    this.texts.set(source.module.file, source.module.text);
    return first;
  }

  private copy({ source, parts, functions, variables, sites }: Copy): void {
    const numberOf = (id: FunctionId): FunctionId => present(functions.get(id), `function ${id} outside the one that has it`);
    for (const body of parts.bodies) {
      const id = numberOf(body.id);
      const assertions = new Map<AssertionId, AssertionId>();
      const members = memberReads(body, source, this.isSettled);
      const renaming: Renaming = {
        privateName: this.privateNamesOf(source),
        span: (of) => of,
        point: (of) => of,
        access: (of) => of,
        variable: (of) => variables.get(of) ?? this.variableOrUnknown(definitionOf(source, of)),
        site: (of) => present(sites.get(of), `site ${of} of another function`),
        // The root is the only one that is not inside another.
        function: (of) => functions.get(of) ?? this.top,
        assertion: (of) => {
          const known = assertions.get(of) ?? this.addAssertion(present(source.module.assertions[of], `assertion ${of}`), id);
          assertions.set(of, known);
          return known;
        },
        replaced: (of) => {
          const member = members.get(of);
          return member === undefined ? undefined : this.withMember(renameInstruction(of, renaming), member);
        },
      };
      this.functions[id] = forgetWrites(renameFunction(body, renaming), new Set(this.elsewhere.values()), () => this.newTemporary(id));
    }
  }

  private addAssertion(assertion: Assertion, owner: FunctionId): AssertionId {
    return this.assertions.push({ ...assertion, id: this.assertions.length, owner }) - 1;
  }

  /** A function of the module itself, with what it reads of namespaces and constant objects. */
  private withMembers(body: FunctionIr): FunctionIr {
    const members = memberReads(body, this.main, this.isSettled);
    if (members.size === 0) return body;
    return { ...body, edges: replaceInstructions(body.edges, (of) => this.withMember(of, members.get(of))) };
  }

  private withMember(instruction: Instruction, member: Member | undefined): Instruction {
    if (member === undefined || (instruction.kind !== 'load' && instruction.kind !== 'assign')) return instruction;
    const { target, span } = instruction;
    if (member.kind === 'constant') return { kind: 'assign', target, value: { kind: 'constant', value: member.value }, span };
    const variable = this.variableFor(member.definition);
    if (variable === null && (instruction.kind === 'assign' || !this.isSettled(member.definition.source))) return instruction;
    return { kind: 'assign', target, value: { kind: 'variable', variable: variable ?? this.inputFor(member.definition) }, span };
  }

  private variableOrUnknown(definition: Definition | null): VariableId {
    return this.variableFor(definition) ?? this.inputFor(definition);
  }

  /** The variable that stands for one of another module that is not initialised here: it may be known to hold an object. */
  private inputFor(definition: Definition | null): VariableId {
    const literal = this.literalFor(definition);
    if (literal === null || definition?.kind !== 'variable') return this.unknownVariable(definition);
    const name = `%literal ${definition.source.module.file}:${definition.variable}`;
    let known = this.elsewhere.get(name);
    if (known === undefined) {
      known = this.addVariable(name, this.top, 'import', true, { kind: 'any' });
      this.elsewhere.set(name, known);
      this.literals.set(known, literal);
    }
    return known;
  }

  /** The object that a variable of another module holds, as long as that stays as it is. */
  private literalFor(definition: Definition | null): Literal | null {
    if (definition?.kind !== 'variable' || !this.isSettled(definition.source)) return null;
    return literalOf(definition.variable, definition.source.module);
  }

  private unknownVariable(definition: Definition | null): VariableId {
    const assumption: TypeAssumption = this.assumptionOf(definition) ?? { kind: 'any' };
    const name = JSON.stringify(assumption);
    let known = this.elsewhere.get(name);
    if (known === undefined) {
      known = this.addVariable(`%elsewhere ${name}`, this.top, 'import', true, assumption);
      this.elsewhere.set(name, known);
    }
    return known;
  }

  /** What is known of a variable of another module whose value is not; null when that is nothing. */
  private assumptionOf(definition: Definition | null): TypeAssumption | null {
    if (definition?.kind !== 'variable' || !this.isSettled(definition.source)) return null;
    const { module } = definition.source;
    if (module.numbers.has(definition.variable)) return { kind: 'number' };
    const fact = module.tampersWithBuiltins ? undefined : factsOf(module).get(definition.variable);
    return fact?.kind === 'typedArray' ? { kind: 'typedArray', length: fact.length } : null;
  }

  /** No name that a user can write, and one for each variable of the project. */
  private newVariable({ module }: LinkedSource, variable: VariableId): VariableId {
    const id = this.addVariable(`%${module.file}:${variable}`, this.top, 'local', true);
    this.declared.push(id);
    return id;
  }

  private newTemporary(owner: FunctionId): VariableId {
    return this.addVariable('%written', owner, 'temporary', false);
  }

  private addVariable(
    name: string,
    owner: FunctionId,
    kind: Variable['kind'],
    captured: boolean,
    assumption: TypeAssumption | null = null,
  ): VariableId {
    const id = this.variables.length;
    const rest = { reassigned: false, lexical: false, madeFirst: false, declaration: null, scope: null, declaredTypes: null };
    this.variables.push({ id, name, owner, kind, captured, assumption, ...rest });
    return id;
  }
}

const nowhere = { start: 0, end: 0 };
