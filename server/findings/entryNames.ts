import type { FunctionIr, ModuleIr, VariableId } from '../ir/program.js';
import type { Constant, Expression } from '../ir/expression.js';
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
    return this.nameOf(this.holdersOfMember(of, member));
  }

  /** What a pattern binds in place of the member of the expression where that is undefined; null where that is no constant, or not one. */
  defaultOf(of: Expression, member: string): Constant | null {
    const holders = this.holdersOfMember(of, member);
    if (this.nameOf(holders) === null) return null;
    const [only, another] = this.root.edges
      .flatMap(({ instruction }) =>
        instruction.kind === 'assign' && holders.has(instruction.target) && !isCopyOf(instruction.value, holders)
          ? [instruction.value]
          : [],
      )
      .filter((value) => value.kind !== 'constant' || value.value.kind !== 'undefined');
    return only?.kind === 'constant' && another === undefined ? only.value : null;
  }

  /** The variable that a pattern binds to the rest of the expression's members; null when there is none that keeps it. */
  ofRest(of: Expression): string | null {
    const objects = this.holdersOf(of);
    const copies = this.root.edges.flatMap(({ instruction }) => {
      const { kind } = instruction;
      const isOf = kind === 'copyProperties' && instruction.source.kind === 'variable' && objects.includes(instruction.source.variable);
      return isOf && instruction.object.kind === 'variable' ? [instruction.object.variable] : [];
    });
    return this.nameOf(this.withCopies(new Set(copies)));
  }

  private nameOf(variables: ReadonlySet<VariableId>): string | null {
    for (const variable of variables) {
      const declared = this.module.variables[variable];
      if (declared?.kind === 'parameter' && !declared.name.startsWith('%') && !declared.reassigned) return declared.name;
    }
    return null;
  }

  private holdersOfMember(of: Expression, member: string): ReadonlySet<VariableId> {
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
    return this.withCopies(found);
  }

  private withCopies(found: ReadonlySet<VariableId>): ReadonlySet<VariableId> {
    const all = new Set(found);
    for (const { instruction } of this.root.edges) {
      if (instruction.kind === 'assign' && instruction.value.kind === 'variable' && all.has(instruction.value.variable))
        all.add(instruction.target);
    }
    return all;
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
    return quantity?.kind === 'member' ? [...this.holdersOfMember(quantity.of, quantity.name)] : [];
  }
}

const isCopyOf = (value: Expression, holders: ReadonlySet<VariableId>): boolean => value.kind === 'variable' && holders.has(value.variable);
