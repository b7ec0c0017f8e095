import type { Expression } from '../../ir/expression.js';
import type { Instruction } from '../../ir/instruction.js';
import type { ModuleIr, VariableId } from '../../ir/program.js';
import { forEachRead, targetsOf } from '../../ir/visit.js';

/** While `counter` goes on by one step, `follower`, which is an index somewhere, goes on by `factor` times as much. */
export interface Together {
  readonly counter: VariableId;
  readonly factor: number;
  readonly follower: VariableId;
}

/** The remainder, by the modulus, of every integer that the variable holds. */
export interface Congruence {
  readonly modulus: number;
  readonly remainder: number;
}

/** Multiples of so many counters are kept for one function. */
const mostTogether = 4;
const mostFactor = 2 ** 16;
const mostStep = 2 ** 31;
const isUndefined = (value: Expression | null): boolean => value?.kind === 'constant' && value.value.kind === 'undefined';

/**
 * Counters that are compared, and indices that may step along with them, by what the function adds to each in all: a guess, which costs
 * only time where it is wrong.
 */
export function countersTogether(looked: Look): readonly Together[] {
  const found: Together[] = [];
  for (const follower of looked.indices) {
    const step = looked.steps.get(follower);
    if (step === undefined || step === null) continue;
    for (const counter of looked.compared) {
      const factor = step / (looked.steps.get(counter) ?? NaN);
      if (counter !== follower && Number.isInteger(factor) && Math.abs(factor) >= 2 && Math.abs(factor) <= mostFactor)
        found.push({ counter, factor, follower });
    }
  }
  return found.sort((a, b) => Math.abs(a.factor) - Math.abs(b.factor)).slice(0, mostTogether);
}

/** While `counter` goes on by one step, elements are pushed into `array`: `factor` times as many. */
export interface PushedTogether {
  readonly array: VariableId;
  readonly counter: VariableId;
  readonly factor: number;
}

/** Arrays whose length is of use, and that grow along with counters that are compared, by how many elements the function pushes in all. */
export function pushedTogether(looked: Look): readonly PushedTogether[] {
  const found: PushedTogether[] = [];
  for (const [array, count] of looked.pushed) {
    if (!looked.measured.has(array)) continue;
    for (const counter of looked.compared) {
      const factor = count / (looked.steps.get(counter) ?? NaN);
      if (Number.isInteger(factor) && factor >= 1 && factor <= mostFactor) found.push({ array, counter, factor });
    }
  }
  return found.sort((a, b) => a.factor - b.factor).slice(0, mostTogether);
}

/**
 * The congruences of variables that only ever are a constant or step in one direction: none comes back from beyond the exact integers.
 */
export function congruences(looked: Look, module: ModuleIr): ReadonlyMap<VariableId, Congruence> {
  const found = new Map<VariableId, Congruence>();
  for (const [variable, written] of looked.written) {
    const declared = module.variables[variable];
    const [first] = written.constants;
    if (written.isOther || declared === undefined || declared.kind !== 'local' || declared.captured || first === undefined) continue;
    if (!(written.steps.every((step) => step > 0) || written.steps.every((step) => step < 0))) continue;
    const modulus = [...written.steps, ...written.constants.map((constant) => constant - first)].reduce(commonDivisor, 0);
    if (modulus > 1) found.set(variable, { modulus, remainder: ((first % modulus) + modulus) % modulus });
  }
  return found;
}

const commonDivisor = (a: number, b: number): number => (b === 0 ? Math.abs(a) : commonDivisor(b, a % b));

/** A write to a variable. */
interface Written {
  readonly constants: number[];
  readonly steps: number[];
  isOther: boolean;
}

/** How the variables of a function are written, and which are compared and index something. */
export class Look {
  readonly written = new Map<VariableId, Written>();
  /** The constants that are added to a variable; null: it is also assigned other values. */
  readonly steps = new Map<VariableId, number | null>();
  readonly indices = new Set<VariableId>();
  readonly compared = new Set<VariableId>();
  /** How many elements are pushed into an array that a variable holds, at all places. */
  readonly pushed = new Map<VariableId, number>();
  /** Variables that hold arrays of which the function reads elements, or makes others, and of its own that others read. */
  readonly measured = new Set<VariableId>();
  private readonly pushes = new Set<VariableId>();
  /** The one definition of each temporary. */
  private readonly definitions = new Map<VariableId, Expression | null>();

  constructor(
    instructions: readonly Instruction[],
    private readonly module: ModuleIr,
  ) {
    const all = new Set(instructions);
    for (const instruction of all) {
      if (instruction.kind === 'load' && instruction.key.kind === 'constant' && instruction.key.value.kind === 'string')
        if (instruction.key.value.value === 'push') this.pushes.add(instruction.target);
      for (const target of targetsOf(instruction)) {
        const isFirst = this.isTemporary(target) && !this.definitions.has(target);
        this.definitions.set(target, isFirst && instruction.kind === 'assign' ? instruction.value : null);
      }
    }
    for (const instruction of all) this.look(instruction);
  }

  private look(instruction: Instruction): void {
    for (const target of targetsOf(instruction)) {
      if (!this.isTemporary(target)) this.addStep(target, instruction.kind === 'assign' ? this.defined(instruction.value) : null);
    }
    if ((instruction.kind === 'load' || instruction.kind === 'store') && instruction.access !== null) {
      for (const variable of this.readsOf(instruction.key)) this.indices.add(variable);
      if (instruction.object.kind === 'variable') this.measured.add(instruction.object.variable);
    }
    if (instruction.kind === 'call') this.lookAtCall(instruction);
    if (instruction.kind === 'assume' && instruction.condition.kind === 'binary')
      for (const variable of this.readsOf(instruction.condition)) this.compared.add(variable);
  }

  private lookAtCall({ callee, receiver, args, mode }: Instruction & { kind: 'call' }): void {
    const [first] = args;
    if (mode === 'new' && first?.kind === 'value' && first.value.kind === 'variable') this.measured.add(first.value.variable);
    if (callee.kind !== 'variable' || receiver?.kind !== 'variable' || !this.pushes.has(callee.variable)) return;
    const { variable } = receiver;
    this.pushed.set(variable, (this.pushed.get(variable) ?? 0) + args.length);
    if (this.module.variables[variable]?.captured === true) this.measured.add(variable);
  }

  private addStep(target: VariableId, value: Expression | null): void {
    this.note(target, value);
    const before = this.steps.get(target);
    if (value?.kind === 'constant' || before === null) {
      if (before === undefined) this.steps.set(target, 0);
      return;
    }
    const step = value === null ? null : this.stepOf(target, value);
    this.steps.set(target, step === null ? null : (before ?? 0) + step);
  }

  private note(target: VariableId, value: Expression | null): void {
    let written = this.written.get(target);
    if (written === undefined) this.written.set(target, (written = { constants: [], steps: [], isOther: false }));
    const constant = value?.kind === 'constant' && value.value.kind === 'number' ? value.value.value : null;
    const step = value === null ? null : this.stepOf(target, value);
    const number = constant ?? step;
    // Of undefined and of NaN steps make no integer.
    if (number === null || !Number.isInteger(number) || Math.abs(number) > mostStep) written.isOther ||= !isUndefined(value);
    else (constant === null ? written.steps : written.constants).push(number);
  }

  private stepOf(target: VariableId, value: Expression): number | null {
    if (value.kind !== 'binary' || (value.operator !== '+' && value.operator !== '-')) return null;
    const { left, right } = value;
    if (this.variableOf(left) !== target || right.kind !== 'constant' || right.value.kind !== 'number') return null;
    return value.operator === '+' ? right.value.value : -right.value.value;
  }

  /** The variables that the expression reads, by way of temporaries, too. */
  private readsOf(expression: Expression): readonly VariableId[] {
    const reads: VariableId[] = [];
    forEachRead(expression, (variable) => {
      const named = this.variableOf({ kind: 'variable', variable });
      if (named !== null) reads.push(named);
    });
    return reads;
  }

  /** The variable that the expression is, or is the number of. */
  private variableOf(expression: Expression): VariableId | null {
    const value = this.defined(expression);
    if (value.kind === 'unary' && value.operator === 'toNumeric') return this.variableOf(value.operand);
    return value.kind === 'variable' ? value.variable : null;
  }

  private defined(expression: Expression): Expression {
    const value = expression.kind === 'variable' ? this.definitions.get(expression.variable) : undefined;
    return value === undefined || value === null ? expression : this.defined(value);
  }

  private isTemporary(variable: VariableId): boolean {
    return this.module.variables[variable]?.kind === 'temporary';
  }
}

/** Variables that are tested for 0, counted down or used as an index, by themselves or by what they are copied to: that they are not negative is of use. */
export function variablesAsked(instructions: readonly Instruction[]): ReadonlySet<VariableId> {
  const asked = new Set<VariableId>();
  const copies: { readonly from: VariableId; readonly to: VariableId }[] = [];
  const add = (expression: Expression): void => {
    if (expression.kind === 'variable') asked.add(expression.variable);
    if (expression.kind === 'unary') add(expression.operand);
  };
  for (const instruction of instructions) {
    if (instruction.kind === 'assume') {
      const { condition } = instruction;
      const [left, right] = condition.kind === 'binary' ? [condition.left, condition.right] : [condition, condition];
      if (condition.kind !== 'binary' || left.kind === 'constant' || right.kind === 'constant') [left, right].forEach(add);
    } else if (instruction.kind === 'assign') {
      const { target, value } = instruction;
      if (value.kind === 'variable') copies.push({ from: value.variable, to: target });
      else if (value.kind === 'unary') add(value);
    } else if ((instruction.kind === 'load' || instruction.kind === 'store') && instruction.access !== null) {
      forEachRead(instruction.key, (variable) => asked.add(variable));
    }
  }
  for (const { from, to } of copies.toReversed()) if (asked.has(to)) asked.add(from);
  return asked;
}
