import { commonExportsOf, requiredBy } from './commonJs.js';
import type { Constant } from './expression.js';
import { factsOf } from './facts.js';
import type { Instruction } from './instruction.js';
import { definitionOf, exportOf, type Definition, type LinkedSource } from './moduleGraph.js';
import { topOf } from './topLevel.js';
import type { FunctionIr, VariableId } from './program.js';

/** The result of a property read: a constant, or what another module's namespace has under that name. */
export type Member =
  { readonly kind: 'constant'; readonly value: Constant } | { readonly kind: 'definition'; readonly definition: Definition };

type Load = Instruction & { readonly kind: 'load' };

/**
 * The reads of a function that are of a namespace (`import * as b`), or of an object of constants in another module, and where a variable gets
 * what another module exports as a whole (`module.exports = f`).
 */
export function memberReads(
  body: FunctionIr,
  source: LinkedSource,
  /** Where members are constants although the module that has them may not be evaluated yet. */
  isSettled: (source: LinkedSource) => boolean,
): ReadonlyMap<Instruction, Member> {
  const members = new Map<Instruction, Member>();
  /** Namespaces and objects that were read from a namespace. */
  const temporaries = new Map<VariableId, Definition>();
  const top = topOf(source.module);
  const required = requiredBy(source.module);
  for (const { instruction } of body.edges) {
    if (instruction.kind === 'assign' && required.get(instruction.target)?.name === null && !members.has(instruction)) {
      const definition = definitionOf(source, instruction.target);
      if (definition?.kind === 'variable' && definition.source !== source) members.set(instruction, { kind: 'definition', definition });
    }
    if (instruction.kind !== 'load' || members.has(instruction)) continue;
    const name = nameOf(instruction);
    if (name === null || instruction.object.kind !== 'variable') continue;
    const { variable } = instruction.object;
    const isKnown = isOfModule(source, variable, top) || required.has(variable);
    const object = temporaries.get(variable) ?? (isKnown ? definitionOf(source, variable) : null);
    if (object === null) continue;
    if (object.kind === 'namespace') {
      const definition = exportOf(object.source, name);
      const value = definition === null ? commonExportsOf(object.source.module)?.members.get(name) : undefined;
      if (value?.kind === 'constant') members.set(instruction, value);
      if (definition === null) continue;
      members.set(instruction, { kind: 'definition', definition });
      // Temporaries are written once before they are read.
      if (source.module.variables[instruction.target]?.kind === 'temporary') temporaries.set(instruction.target, definition);
    } else {
      const fact = isSettled(object.source) ? factsOf(object.source.module).get(object.variable) : undefined;
      const value = fact?.kind === 'members' ? fact.members.get(name) : undefined;
      if (value !== undefined) members.set(instruction, { kind: 'constant', value });
    }
  }
  return members;
}

function nameOf({ key }: Load): string | null {
  return key.kind === 'constant' && key.value.kind === 'string' ? key.value.value : null;
}

function isOfModule({ module }: LinkedSource, variable: VariableId, top: number): boolean {
  return module.variables[variable]?.owner === top;
}
