import type { Span } from '../base/span.js';
import type { Component } from '../ir/component.js';
import type { Instruction } from '../ir/instruction.js';
import { forEachVariable } from '../ir/visit.js';
import type { ModuleIr, Variable, VariableId } from '../ir/program.js';

/** The variables that a component writes, and those that it may have been meant to write. */
export interface Targets {
  readonly own: ReadonlySet<VariableId>;
  /** Of an assignment: the other variables that are visible there. */
  readonly others: readonly VariableId[];
}

type Write = Extract<Instruction, { kind: 'assign' | 'load' | 'call' | 'allocate' | 'closure' }>;

const writing: ReadonlySet<Instruction['kind']> = new Set<Write['kind']>(['assign', 'load', 'call', 'allocate', 'closure']);
const writes = (instruction: Instruction): instruction is Write => writing.has(instruction.kind);

/** The stores that give fields their initial values: what each writes to is said by its name. */
export function fieldsOf(componentOf: ReadonlyMap<Instruction, Component>): ReadonlySet<Instruction> {
  const sizeOf = ({ start, end }: Span): number => end - start;
  return new Set(
    [...componentOf].flatMap(([instruction, component]) =>
      instruction.kind === 'store' &&
      instruction.mode === 'define' &&
      component.kind === 'initialiser' &&
      sizeOf(instruction.span) === sizeOf(component.span)
        ? [instruction]
        : [],
    ),
  );
}

/** The temporaries that hand on what a default gives: the code around it reads them. */
export function handedOn(module: ModuleIr, componentOf: ReadonlyMap<Instruction, Component>): ReadonlySet<VariableId> {
  const variables = new Map(module.variables.map((variable) => [variable.id, variable]));
  const written = new Map<VariableId, Component>();
  for (const [instruction, component] of componentOf)
    if (component.byDefault !== null && writes(instruction) && variables.get(instruction.target)?.kind === 'temporary')
      written.set(instruction.target, component);
  const found = new Set<VariableId>();
  if (written.size === 0) return found;
  for (const { edges } of module.functions)
    for (const { instruction } of edges)
      forEachVariable(instruction, (id) => {
        const component = written.get(id);
        if (component !== undefined && componentOf.get(instruction) !== component) found.add(id);
      });
  return found;
}

/** By component, the targets of what it assigns; temporaries are none. */
export function targetsOf(module: ModuleIr, componentOf: ReadonlyMap<Instruction, Component>): ReadonlyMap<Component, Targets> {
  const variables = new Map(module.variables.map((variable) => [variable.id, variable]));
  // What is declared beside the modules of the program are models.
  const top = module.functions.find(({ kind }) => kind === 'module')?.id;
  const own = new Map<Component, Set<VariableId>>();
  const others = new Map<Component, readonly VariableId[]>();
  for (const [instruction, component] of componentOf) {
    if (!writes(instruction) || variables.get(instruction.target)?.kind === 'temporary') continue;
    own.set(component, (own.get(component) ?? new Set()).add(instruction.target));
    if (component.kind !== 'statement' || others.has(component)) continue;
    const { start, end } = instruction.span;
    const isVisible = ({ scope, owner, kind }: Variable): boolean =>
      (kind === 'local' || kind === 'parameter') && owner !== top && scope !== null && scope.start <= start && end <= scope.end;
    others.set(
      component,
      module.variables.filter((variable) => variable.id !== instruction.target && isVisible(variable)).map(({ id }) => id),
    );
  }
  return new Map([...own].map(([component, ids]) => [component, { own: ids, others: others.get(component) ?? [] }]));
}
