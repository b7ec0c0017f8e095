import type { FunctionIr, ModuleIr, VariableId } from '../ir/program.js';
import type { Expression } from '../ir/expression.js';
import type { Quantities } from '../execution/symbolic/quantities.js';

/**
 * The names that a root's condition uses for its subjects: parameters by their names, and what patterns of parameters take out of
 * them by the names that they are bound to.
 */
export class EntryNames {
  constructor(
    readonly quantities: Quantities,
    private readonly module: ModuleIr,
    private readonly root: FunctionIr,
  ) {}

  ofParameter(variable: VariableId): string | null {
    const name = this.module.variables[variable]?.name;
    return name === undefined || name.startsWith('%') ? null : name;
  }

  /** The variable that a pattern binds to the member of the expression; null when there is none that keeps its value. */
  ofMember(of: Expression, member: string): string | null {
    for (const variable of this.holdersOfMember(of, member)) {
      const declared = this.module.variables[variable];
      if (declared?.kind === 'parameter' && !declared.name.startsWith('%') && !declared.reassigned) return declared.name;
    }
    return null;
  }

  private holdersOfMember(of: Expression, member: string): readonly VariableId[] {
    const objects = this.holdersOf(of);
    const found = new Set<VariableId>();
    for (const { instruction } of this.root.edges) {
      if (instruction.kind !== 'load' || instruction.object.kind !== 'variable' || !objects.includes(instruction.object.variable)) continue;
      if (instruction.key.kind !== 'constant' || instruction.key.value.kind !== 'string' || instruction.key.value.value !== member)
        continue;
      found.add(instruction.target);
    }
    const taken = /^\d+$/.test(member) ? this.stepsOver(objects)[Number(member)] : undefined;
    if (taken !== undefined) found.add(taken);
    for (const { instruction } of this.root.edges) {
      if (instruction.kind === 'assign' && instruction.value.kind === 'variable' && found.has(instruction.value.variable))
        found.add(instruction.target);
    }
    return [...found];
  }

  /** The names that an array pattern binds, in its order; loops do not bind parameters. */
  private stepsOver(objects: readonly VariableId[]): readonly VariableId[] {
    const iterators = this.root.edges.flatMap(({ instruction }) => {
      const isOver =
        instruction.kind === 'iterate' && instruction.iterable.kind === 'variable' && objects.includes(instruction.iterable.variable);
      return isOver ? [instruction.iterator] : [];
    });
    return this.root.edges.flatMap(({ instruction, outcome }) =>
      outcome === 'normal' && instruction.kind === 'step' && instruction.found && iterators.includes(instruction.iterator)
        ? [instruction.target]
        : [],
    );
  }

  private holdersOf(expression: Expression): readonly VariableId[] {
    if (expression.kind !== 'variable') return [];
    const quantity = this.quantities.all[expression.variable];
    if (quantity?.kind === 'parameter') return [quantity.variable];
    return quantity?.kind === 'member' ? this.holdersOfMember(quantity.of, quantity.name) : [];
  }
}
