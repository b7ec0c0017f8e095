import type { Expression } from '../../ir/expression.js';
import type { FunctionId, ModuleIr, NodeId, VariableId } from '../../ir/program.js';
import * as numbers from '../../lattice/number.js';
import * as values from '../../lattice/value.js';
import type { FunctionFrame } from '../concrete/frame.js';
import type { Machine } from '../concrete/machine.js';
import { Opaque, Term, uninitialised } from '../concrete/concreteValue.js';
import type { Binding } from '../concrete/concreteValue.js';
import { directionFrom } from './termComparison.js';
import { expressionOf } from './constants.js';
import { mentions, substituted, textOf } from './quantities.js';
import { Identities, sceneOf } from './scene.js';
import { Endless, Unsettled } from './pathSignals.js';
import type { Held, Scene } from './scene.js';
import type { Side } from './pathCondition.js';
import type { PathTerms } from './terms.js';

/** A moment of a run: equal ones are the same moment of the same run, however that goes on. */
export type Moment = string;

/** Where loops and recursions come back to, in a run: the tests, and the entries of functions. */
export interface Station {
  readonly frame: FunctionFrame;
  readonly place: string;
  readonly terms: PathTerms;
  readonly machine: Machine;
  readonly moment: Moment;
}

/** The run is where a test is evaluated, or at the entry of a function, with some variables as `scene` says. */
export interface Visit {
  readonly moment: Moment;
  /** How many decisions were made before. */
  readonly decided: number;
  readonly place: string;
  readonly node: NodeId;
  readonly frame: FunctionFrame;
  readonly scene: Scene;
  /** The visit of the place that this one follows: in the same activation, or in one that waits for this one. */
  readonly previous: Visit | null;
}

/** The terms of a run, and the functions that it called. */
export interface EndedRun {
  readonly terms: PathTerms;
  readonly entered: ReadonlySet<FunctionId>;
  readonly module: ModuleIr;
}

/** Visits of one place that are remembered: so many of the first and of the last ones. */
const mostVisits = 4;

/** Where a run has been. `totals` says how often it comes to each place. */
export class Trail {
  readonly extraFuel = 0;
  readonly visits: Visit[] = [];
  private readonly last = new Map<string, Visit[]>();
  private readonly identities = new Identities();
  run: EndedRun | null = null;

  constructor(private readonly totals: ReadonlyMap<string, number>) {}

  arrive({ frame, place, machine, moment, terms }: Station): void {
    this.run = { terms, entered: machine.entered, module: machine.index.module };
    const count = terms.visits.get(place) ?? 0;
    if (count > mostVisits && count <= (this.totals.get(place) ?? 0) - mostVisits) return;
    const known = this.last.get(place) ?? [];
    this.last.set(place, known);
    const previous = known.findLast((visit) => isSameLoop(visit, frame, machine)) ?? null;
    const visit = {
      moment,
      decided: terms.decisions.length,
      place,
      node: frame.node,
      frame,
      scene: sceneOf(frame, this.identities),
      previous,
    };
    known.push(visit);
    this.visits.push(visit);
  }
}

function isSameLoop({ frame: earlier }: Visit, frame: FunctionFrame, machine: Machine): boolean {
  return frame.node === frame.index.function.entry ? earlier !== frame && machine.isRunning(earlier) : earlier === frame;
}

/**
 * Shows that a run never ends (or recurs for ever): from a visit on, variables that have changed until a later one may be anything that
 * widening makes of both values. If the run, without any decision, comes back with values among these, it always does.
 */
export class Return {
  private readonly cones: ReadonlyMap<VariableId, values.Value>;
  private readonly forgotten: ReadonlySet<VariableId>;
  /** The quantity of a variable that may be anything of its cone. */
  private readonly quantities = new Map<VariableId, VariableId>();
  private readonly isEntry: boolean;
  private scene: Scene = new Map();
  private readonly identities = new Identities();
  private visits = 0;

  constructor(
    private readonly start: Visit,
    private readonly later: Visit,
    private readonly terms: PathTerms,
    private readonly machine: Machine,
    /** The frame of the visit, in this run. */
    private readonly frame: FunctionFrame,
    /** The assumption at the visit. */
    supposed: Expression | null,
  ) {
    this.isEntry = frame.node === frame.index.function.entry;
    const cones = new Map<VariableId, values.Value>();
    const forgotten = new Set<VariableId>();
    for (const variable of changedVariables(start.scene, later.scene)) {
      const before = start.scene.get(variable);
      // Before its declaration it is no variable.
      if (before?.value === uninitialised) throw new Unsettled(null);
      const cone = coneOf(before, later.scene.get(variable), terms, supposed);
      if (cone === null) forgotten.add(variable);
      else cones.set(variable, cone);
    }
    this.cones = cones;
    this.forgotten = forgotten;
  }

  begin(): void {
    for (const [variable, cone] of this.cones) {
      const quantity = this.terms.anyOf(`changing ${this.quantities.size}`, cone);
      this.quantities.set(variable, quantity);
      const side = this.sideOf(variable, cone);
      if (side !== null) this.terms.sides.set(quantity, side);
      this.frame.write(variable, new Term({ kind: 'variable', variable: quantity }, this.terms));
    }
    // Looking at it settles nothing.
    for (const variable of this.forgotten) this.frame.write(variable, new Opaque('left over'));
    this.scene = sceneOf(this.frame, this.identities);
    this.terms.settle();
  }

  /** Where a variable only ever rises, or falls, by constants, it stays on one side of what it is at the visit. */
  private sideOf(variable: VariableId, cone: values.Value): Side | null {
    const [before, after] = [this.start.scene.get(variable), this.later.scene.get(variable)];
    if (cone.number.nan || before === undefined || after === undefined || !isNumeric(before.value) || !isNumeric(after.value)) return null;
    const base = expressionOf(before.value);
    const direction = directionFrom(expressionOf(after.value), textOf(base));
    return direction === null || direction === 0 ? null : { base, isRising: direction > 0 };
  }

  /** The run is at the place of the visit. */
  arrive(frame: FunctionFrame): void {
    const isBack = this.isEntry ? frame !== this.frame && this.machine.isRunning(this.frame) : frame === this.frame;
    if (!isBack) return;
    if (this.isAmong(sceneOf(frame, this.identities))) throw new Endless();
    if (++this.visits >= mostReturns) throw new Unsettled(null);
  }

  /** The condition as it is at the visit; null where it is not about something that changes. */
  atVisit(condition: Expression): Expression | null {
    const replaced = new Map<VariableId, Expression>();
    for (const [variable, quantity] of this.quantities) {
      const held = this.start.scene.get(variable);
      if (held !== undefined && isNumeric(held.value)) replaced.set(quantity, expressionOf(held.value));
    }
    return mentions(condition, (quantity) => replaced.has(quantity)) ? substituted(condition, replaced) : null;
  }

  private staysBeside(variable: VariableId, value: Expression): boolean {
    const quantity = this.quantities.get(variable);
    const side = quantity === undefined ? undefined : this.terms.sides.get(quantity);
    if (quantity === undefined || side === undefined) return true;
    const direction = directionFrom(value, textOf({ kind: 'variable', variable: quantity }));
    return direction === 0 || direction === (side.isRising ? 1 : -1);
  }

  private isAmong(scene: Scene): boolean {
    for (const variable of new Set([...this.scene.keys(), ...scene.keys()])) {
      if (this.forgotten.has(variable)) continue;
      const held = scene.get(variable);
      const cone = this.cones.get(variable);
      if (cone === undefined) {
        const before = this.scene.get(variable);
        // What is bound only on the way is bound anew on the way.
        if (before === undefined || held === undefined || held.text === null || held.text !== before.text) return false;
      } else if (held === undefined || !isNumeric(held.value) || !values.leq(this.terms.valueOf(expressionOf(held.value)), cone))
        return false;
      else if (!this.staysBeside(variable, expressionOf(held.value))) return false;
    }
    return true;
  }
}

/** How often a run may come by before it is back where it was. */
const mostReturns = 3;

const isNumeric = (value: Binding): value is number | Term => typeof value === 'number' || value instanceof Term;

export function changedVariables(before: Scene, after: Scene): readonly VariableId[] {
  const all = new Set([...before.keys(), ...after.keys()]);
  return [...all].filter((variable) => {
    const [one, other] = [before.get(variable), after.get(variable)];
    return one === undefined || other === undefined || one.text === null || one.text !== other.text;
  });
}

/** Null: the variable holds something else than numbers. */
function coneOf(before: Held | undefined, after: Held | undefined, terms: PathTerms, supposed: Expression | null): values.Value | null {
  if (before === undefined || after === undefined || !isNumeric(before.value) || !isNumeric(after.value)) return null;
  const a = terms.valueIf(expressionOf(before.value), supposed);
  const b = terms.valueOf(expressionOf(after.value));
  if (!values.isNumberOnly(a) || !values.isNumberOnly(b)) return null;
  return values.ofNumber(numbers.widen(a.number, numbers.join(a.number, b.number), finite));
}

/** The bounds of a counter: it does not become infinite. */
const finite = [-Number.MAX_VALUE, Number.MAX_VALUE];
