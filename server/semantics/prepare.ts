import type { Instruction } from '../ir/instruction.js';
import type { FunctionId, ModuleIr, SiteId, Variable, VariableId } from '../ir/program.js';
import { asksConstructors, inheritsElements, rewritesPrototypes } from '../ir/prototypes.js';
import { forEachVariable } from '../ir/visit.js';
import * as numbers from '../lattice/number.js';
import * as values from '../lattice/value.js';
import { computedName } from './heap/accessors.js';
import type { AbstractBuiltins } from './call/model.js';
import { describedNames, describesLengths } from './heap/descriptors.js';
import { accessorName } from './heap/propertyNames.js';
import { Locations, madeOfLength } from './heap/locations.js';
import { ownConversions } from './call/ownConversions.js';
import { Packs } from './relational/packs.js';
import type { Policy, Program } from './scope.js';

/** How a module is prepared. */
export interface Preparation {
  readonly policy: Policy;
  readonly builtins: AbstractBuiltins;
  /** Those of another version of the module, so that built-ins keep their addresses. */
  readonly locations?: Locations | undefined;
  /** Sites that the module passes once at most, where that is known. */
  readonly onceSites?: ReadonlySet<SiteId>;
  /** Whether differences between variables and lengths are kept. */
  readonly isRelational: boolean;
}

const nowhere: ReadonlySet<SiteId> = new Set();

/** Prepares a module for the transfer functions. Linear in its size. */
export function prepare(module: ModuleIr, preparation: Preparation): Program {
  const { policy, builtins, locations = new Locations(), onceSites = nowhere, isRelational } = preparation;
  const captured = new Uint8Array(module.variables.length);
  const exported = new Uint8Array(module.variables.length);
  for (const { variable } of module.exports) if (variable !== null) exported[variable] = 1;
  const stableOwner = new Int32Array(module.variables.length).fill(-1);
  const ownCells: VariableId[][] = module.functions.map(() => []);
  const unknown = policy.integers ? values.withNumber(values.top, numbers.anySafeInteger) : values.top;
  const hidesLengths = inheritsElements(module) || describesLengths(module);
  const imported = new Map<VariableId, values.Value>();
  for (const variable of module.variables) {
    if (variable.kind === 'import') imported.set(variable.id, importedValue(variable, hidesLengths, unknown));
    if (!variable.captured) continue;
    ownCells[variable.owner]?.push(variable.id);
    captured[variable.id] = 1;
    if (!variable.reassigned && variable.kind !== 'import') stableOwner[variable.id] = variable.owner;
  }
  const described = describedNames(module);
  const ownAccessors = new Set([...accessorNames(module), ...(described ?? [])]);
  const asksInstances = namesMember(module, 'hasInstance');
  const conversions = ownConversions(module, described === null ? null : ownAccessors);
  return {
    module,
    locations,
    unknown,
    policy,
    builtins,
    captured,
    exported,
    stableOwner,
    ownCells,
    closesOver: closedOver(module),
    imported,
    accessorNames: ownAccessors,
    copiesAccessors: described === null || described.size > 0 || hasEnumerableAccessor(module),
    setters: setters(module),
    storedNames: storedNames(module),
    describesProperties: described === null,
    asksInstances,
    definesIterators: namesMember(module, 'iterator') && hasSubclass(module),
    definesConversions: conversions.definesConversions || asksInstances,
    ownLookingMethods: conversions.ownLookingMethods,
    rewritesPrototypes: rewritesPrototypes(module),
    inheritsElements: inheritsElements(module),
    hidesLengths,
    asksConstructors: asksConstructors(module),
    onceSites,
    packs: new Packs(isRelational ? module : null),
  };
}

const hasInstruction = (module: ModuleIr, isMeant: (instruction: Instruction) => boolean): boolean =>
  module.functions.some(({ edges }) => edges.some(({ instruction }) => isMeant(instruction)));

const namesMember = (module: ModuleIr, name: string): boolean =>
  hasInstruction(module, (instruction) => instruction.kind === 'load' && accessorName(instruction.key) === name);

const hasSubclass = (module: ModuleIr): boolean =>
  hasInstruction(module, (instruction) => instruction.kind === 'closure' && instruction.superclass !== null);

function accessorNames(module: ModuleIr): ReadonlySet<string> {
  const names = new Set<string>();
  for (const body of module.functions) {
    for (const { instruction } of body.edges) {
      if (instruction.kind === 'defineAccessor') names.add(accessorName(instruction.key) ?? computedName);
    }
  }
  return names;
}

/** Those of a class are defined on the class itself, or on what was loaded as its prototype. */
function hasEnumerableAccessor(module: ModuleIr): boolean {
  return module.functions.some(({ edges }) => {
    const ofClasses = new Set<VariableId>();
    for (const { instruction } of edges) {
      if (instruction.kind === 'closure' && instruction.isClass) ofClasses.add(instruction.target);
      if (instruction.kind === 'load' && accessorName(instruction.key) === 'prototype') ofClasses.add(instruction.target);
    }
    return edges.some(({ instruction }) => {
      if (instruction.kind !== 'defineAccessor') return false;
      return instruction.object.kind !== 'variable' || !ofClasses.has(instruction.object.variable);
    });
  });
}

function setters(module: ModuleIr): Program['setters'] {
  const found: { readonly name: string | null; readonly setter: FunctionId }[] = [];
  for (const body of module.functions) {
    const closures = new Map<VariableId, FunctionId>();
    for (const { instruction } of body.edges) if (instruction.kind === 'closure') closures.set(instruction.target, instruction.function);
    for (const { instruction } of body.edges) {
      if (instruction.kind !== 'defineAccessor' || instruction.setter?.kind !== 'variable') continue;
      const setter = closures.get(instruction.setter.variable);
      if (setter !== undefined) found.push({ name: accessorName(instruction.key), setter });
    }
  }
  return found;
}

/** The names under which the text stores into what may be an array. In its own instances (`this.filter = …`) it stores no members of arrays. */
function storedNames(module: ModuleIr): ReadonlySet<string> {
  const names = new Set<string>();
  for (const body of module.functions) {
    for (const { instruction } of body.edges) {
      if (instruction.kind !== 'store' || instruction.mode !== 'set') continue;
      const isOwn = instruction.object.kind === 'variable' && instruction.object.variable === body.thisVariable;
      const name = isOwn ? null : accessorName(instruction.key);
      if (name !== null) names.add(name);
    }
  }
  return names;
}

function importedValue({ assumption }: Variable, hidesLengths: boolean, unknown: values.Value): values.Value {
  if (assumption === null || (assumption.kind === 'typedArray' && hidesLengths)) return unknown;
  if (assumption.kind === 'typedArray') return values.ofObjects([madeOfLength(assumption.length ?? null)]);
  return assumption.kind === 'number' ? values.withBits(values.ofNumber(numbers.anyNumber), values.Bit.Undefined) : values.top;
}

/** For each function, the variables of enclosing functions that it or a function nested in it names. */
function closedOver(module: ModuleIr): readonly ReadonlySet<VariableId>[] {
  const sets: Set<VariableId>[] = module.functions.map(() => new Set<VariableId>());
  const add = (user: FunctionId, variable: VariableId): void => {
    const owner = module.variables[variable]?.owner;
    for (
      let current: FunctionId | null = user;
      current !== null && current !== owner;
      current = module.functions[current]?.parent ?? null
    ) {
      sets[current]?.add(variable);
    }
  };
  for (const body of module.functions) {
    for (const edge of body.edges) {
      forEachVariable(edge.instruction, (variable) => {
        if (module.variables[variable]?.captured) add(body.id, variable);
      });
    }
  }
  return sets;
}
