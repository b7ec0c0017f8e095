import type { FunctionId } from '../../ir/program.js';
import * as values from '../../lattice/value.js';
import type { Value } from '../../lattice/value.js';
import * as objects from '../../semantics/heap/object.js';
import type { AbstractObject } from '../../semantics/heap/object.js';
import type { Cell } from '../../semantics/state.js';
import type { CallAnswers, CallEdge } from '../callGraph.js';
import type { Effects } from '../guarantee.js';
import type { InvariantView, RootStep } from './step.js';
import type { VersionMatch } from './versionMatch.js';

/** Something has no name in the newer version. */
class Gone extends Error {}

function required<T>(name: T | null): T {
  if (name === null) throw new Gone();
  return name;
}

/** Says of steps of an older version what they are in a newer one. What many of them share is renamed once. */
export class StepRenaming {
  private readonly values = new Map<Value, Value>();
  private readonly cells = new Map<Cell, Cell>();
  private readonly objects = new Map<AbstractObject, AbstractObject>();

  constructor(private readonly match: VersionMatch) {}

  /** Null: something that the step depends on, or that came of it, is no longer what it was. */
  step(step: RootStep): RootStep | null {
    const { match } = this;
    if (!step.touched.every((id) => match.isSame(id))) return null;
    if (match.isIdentity) return step;
    try {
      return {
        ...step,
        functionId: this.function(step.functionId),
        touched: step.touched.map((id) => this.function(id)),
        made: step.made.map((id) => this.function(id)),
        names: this.set(step.names, (id) => match.variable(id)),
        view: this.view(step.view),
        answers: this.answers(step.answers),
        edges: step.edges.map(([caller, callee]): CallEdge => [this.caller(caller), this.caller(callee)]),
        effects: this.effects(step.effects),
      };
    } catch (error) {
      if (error instanceof Gone) return null;
      throw error;
    }
  }

  /** Null: a question is about a function that is gone. */
  answersOf(answers: CallAnswers): CallAnswers | null {
    if (this.match.isIdentity) return answers;
    try {
      return this.answers(answers);
    } catch (error) {
      if (error instanceof Gone) return null;
      throw error;
    }
  }

  viewOf(view: InvariantView): InvariantView | null {
    if (this.match.isIdentity) return view;
    try {
      return this.view(view);
    } catch (error) {
      if (error instanceof Gone) return null;
      throw error;
    }
  }

  edgesOf(edges: readonly CallEdge[]): readonly CallEdge[] | null {
    const renamed = edges.map(([caller, callee]) => [this.match.caller(caller), this.match.caller(callee)] as const);
    return renamed.every((edge): edge is CallEdge => edge[0] !== null && edge[1] !== null) ? renamed : null;
  }

  private function(id: FunctionId): FunctionId {
    return required(this.match.function(id));
  }

  private caller(id: number): number {
    return required(this.match.caller(id));
  }

  private set<T>(of: ReadonlySet<T>, name: (item: T) => T | null): ReadonlySet<T> {
    const renamed = new Set<T>();
    for (const item of of) renamed.add(required(name(item)));
    return renamed;
  }

  private map<K, V>(of: ReadonlyMap<K, V>, key: (item: K) => K | null, value: (item: V) => V): ReadonlyMap<K, V> {
    const renamed = new Map<K, V>();
    for (const [item, held] of of) renamed.set(required(key(item)), value(held));
    return renamed;
  }

  private answers(answers: CallAnswers): CallAnswers {
    return answers.map(({ from, to, answer }) => ({ from: this.caller(from), to: to === null ? null : this.caller(to), answer }));
  }

  private view(view: InvariantView): InvariantView {
    const { match } = this;
    return {
      cells: this.map(
        view.cells,
        (id) => match.variable(id),
        (cell) => (cell === undefined ? cell : this.cell(cell)),
      ),
      objects: this.map(
        view.objects,
        (id) => match.location(id),
        (object) => (object === undefined ? object : this.object(object)),
      ),
      writtenCells: this.set(view.writtenCells, (id) => match.variable(id)),
      writtenObjects: this.set(view.writtenObjects, (id) => match.location(id)),
    };
  }

  private effects(effects: Effects): Effects {
    const { match } = this;
    return {
      cells: this.map(
        effects.cells,
        (id) => match.variable(id),
        (cell) => this.cell(cell),
      ),
      objects: this.map(
        effects.objects,
        (id) => match.location(id),
        (object) => this.object(object),
      ),
      touchedCells: this.set(effects.touchedCells, (id) => match.variable(id)),
      touchedObjects: this.set(effects.touchedObjects, (id) => match.location(id)),
      writtenCells: this.set(effects.writtenCells, (id) => match.variable(id)),
      writtenObjects: this.set(effects.writtenObjects, (id) => match.location(id)),
      escapedFunctions: this.set(effects.escapedFunctions, (id) => match.function(id)),
      opaquelyCalled: this.set(effects.opaquelyCalled, (id) => match.function(id)),
    };
  }

  private cell(cell: Cell): Cell {
    const known = this.cells.get(cell);
    if (known !== undefined) return known;
    const recent = this.value(cell.recent);
    const old = this.value(cell.old);
    const renamed = recent === cell.recent && old === cell.old ? cell : { recent, old };
    this.cells.set(cell, renamed);
    return renamed;
  }

  private value(value: Value): Value {
    if (value.objects.length === 0) return value;
    const known = this.values.get(value);
    if (known !== undefined) return known;
    const locations = value.objects.map((location) => required(this.match.location(location)));
    const isSame = locations.every((location, index) => location === value.objects[index]);
    const renamed = isSame
      ? value
      : values.withObjects(
          value,
          locations.sort((a, b) => a - b),
        );
    this.values.set(value, renamed);
    return renamed;
  }

  private object(object: AbstractObject): AbstractObject {
    const known = this.objects.get(object);
    if (known !== undefined) return known;
    const moved = objects.mapObject(object, (value) => this.value(value));
    const { callable } = moved;
    const callee = callable === null ? null : this.function(callable.function);
    const renamed =
      callable === null || callee === null || callee === callable.function
        ? moved
        : { ...moved, callable: { ...callable, function: callee } };
    this.objects.set(object, renamed);
    return renamed;
  }
}
