import type { NodeId, Variable, VariableId } from '../../ir/program.js';
import { InternalError } from '../../base/errors.js';
import type { Environment } from './concreteExpression.js';
import type { CallPlace } from './failure.js';
import type { FunctionIndex, ModuleIndex } from './moduleIndex.js';
import type { Realm } from './realm.js';
import type { GeneratorBody } from './generator.js';
import { Unmodelled } from './signals.js';
import {
  external,
  uninitialised,
  type Binding,
  type BuiltinSteps,
  type Cell,
  type Closure,
  type ConcreteObject,
  type ConcreteValue,
} from './concreteValue.js';

/** The use of a frame's result when it ends. */
export type Purpose = 'call' | 'construct';

/** Whether an instruction is complete, waits for a call it started, or has chosen itself how control goes on. */
export type Progress = 'done' | 'called' | 'gone';

/** An activation that was left at an `await`. */
export interface Suspension {
  /** The promise that whoever called it has; null: that of the run's own activation. */
  readonly promise: ConcreteObject | null;
  /** The calls that were open then. */
  readonly calls: readonly CallPlace[];
  /** The activations that wait for the promise by `await`. */
  readonly waiting: Set<FunctionFrame>;
}

/** One activation of a function of the program. */
export class FunctionFrame implements Environment {
  readonly kind = 'function';
  node: NodeId;
  /** The continuation with the result of the call in progress, in the current node. */
  pending: ((value: ConcreteValue) => Progress) | null = null;
  /** The results of calls in the middle of the instruction, which begins again behind each of them. */
  given: ConcreteValue[] = [];
  /** The constructor that `new`, or the whole run, made this activation for. */
  newTarget: ConcreteObject | null = null;
  /** The function as a value that was called; null where that is not told. */
  closure: Closure | null = null;
  /** The generator whose body it is; null where it is a call. */
  generator: GeneratorBody | null = null;
  suspension: Suspension | null = null;
  /** Nobody waits for it, but its caller goes on only when it is over (`goesAhead`): the first of those that run so, or inside it. */
  ahead: 'first' | 'inside' | null = null;
  /** It gives the head of a chain of promises, which may handle a rejection. */
  isLinked = false;
  private readonly values = new Map<VariableId, Binding>();
  private readonly cells: Map<VariableId, Cell>;

  constructor(
    readonly realm: Realm,
    readonly module: ModuleIndex,
    readonly index: FunctionIndex,
    cells: ReadonlyMap<VariableId, Cell>,
    readonly purpose: Purpose,
    /** Every frame below waits for this one at an `await`: no other task can run meanwhile. */
    readonly alone: boolean,
  ) {
    this.node = index.function.entry;
    this.cells = new Map(cells);
  }

  read(id: VariableId): ConcreteValue {
    const value = this.binding(id);
    if (value === uninitialised) throw new Unmodelled(`${this.variable(id).name} before its initialisation`);
    return value;
  }

  binding(id: VariableId): Binding {
    const variable = this.variable(id);
    if (variable.kind === 'import') return this.cells.get(id)?.value ?? external(`the import ${variable.name}`);
    if (variable.captured) {
      const cell = this.cells.get(id);
      if (cell !== undefined) return cell.value;
    } else if (this.values.has(id)) return this.values.get(id);
    // Implicit variables have no declaration that would create them.
    if (variable.kind === 'result' || variable.kind === 'temporary') return undefined;
    throw new Unmodelled(`${variable.name} outside its scope`);
  }

  /** Whether the variable may be not initialised yet, for all that is known. */
  isPerhapsTooEarly(id: VariableId): boolean {
    return this.variable(id).captured && this.cells.get(id)?.isPerhapsTooEarly === true;
  }

  /** The binding of the variable here; undefined where there is none. */
  bound(id: VariableId): { readonly value: Binding } | undefined {
    if (this.variable(id).captured) return this.cells.get(id);
    return this.values.has(id) ? { value: this.values.get(id) } : undefined;
  }

  write(id: VariableId, value: Binding): void {
    if (!this.variable(id).captured) {
      this.values.set(id, value);
      return;
    }
    const cell = this.cells.get(id);
    if (cell === undefined) this.cells.set(id, { value });
    else cell.value = value;
  }

  /** A new binding: closures made before keep the old cell. */
  declare(id: VariableId, value: Binding): void {
    if (this.variable(id).captured) this.cells.set(id, { value });
    else this.values.set(id, value);
  }

  /** All that is bound here, captured variables included. */
  *bindings(): Generator<readonly [VariableId, Binding]> {
    yield* this.values;
    for (const [id, cell] of this.cells) yield [id, cell.value];
  }

  /** The bindings that no other function shares. */
  *ownValues(): Generator<readonly [VariableId, Binding]> {
    for (const value of [...this.values].sort(([a], [b]) => a - b)) yield value;
  }

  *ownCells(): Generator<readonly [Cell, VariableId]> {
    for (const [id, cell] of this.cells) yield [cell, id];
  }

  /** The cells that a closure of this activation shares. */
  cellsFor(free: ReadonlySet<VariableId>): Map<VariableId, Cell> {
    const shared = new Map<VariableId, Cell>();
    for (const id of free) {
      const cell = this.cells.get(id);
      if (cell !== undefined) shared.set(id, cell);
    }
    return shared;
  }

  variable(id: VariableId): Variable {
    const variable = this.module.variables.get(id);
    if (variable === undefined) throw new InternalError(`the variable ${id} is missing`);
    return variable;
  }
}

/** A built-in in the middle of calling back. */
export interface BuiltinFrame {
  readonly kind: 'builtin';
  readonly steps: BuiltinSteps;
  /** The calls that were open where it was asked for, to run later; none of what is called at once. */
  readonly asked: readonly CallPlace[];
  /** It handles what the call throws that it waits for. */
  catches: boolean;
}

export type Frame = FunctionFrame | BuiltinFrame;
