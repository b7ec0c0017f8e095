import type { Cell, Constraint, Cursor, Estimate, Relation } from '../../trace/relations/relation.js';
import type { RelationShape } from '../../trace/relations/schema.js';
import { TableRelation, type ColumnReader } from '../../trace/relations/tableRelation.js';
import { homeOfRow } from '../../trace/store/rowMeaning.js';
import type { Facts } from './facts.js';
import type { OwnStep } from './stepColumns.js';
import type { EventRange, Table } from './table.js';

/** What stands behind an event and before the next one, in steps. */
export function stepsBehind(facts: Facts, event: number): readonly OwnStep[] {
  const { store } = facts.reader;
  const known = facts.steps.known?.behind(event);
  if (known !== undefined) return known;
  const activations = store.source.allActivations;
  const found = new Set<number>();
  // Control is in one that does something at that event or at the next one, or in one that ends or is come back to there.
  for (const row of [store.row(event), store.row(event + 1)]) {
    if (row === null) continue;
    for (const one of [row.activation, homeOfRow(row), facts.calls.eventOf(row.subject) === row.event ? row.subject : 0]) {
      found.add(one);
      found.add(activations.callerOf(one));
    }
  }
  found.delete(0);
  return [...found].flatMap((activation) => stepsAt(facts, activation, event)).sort(inOrder);
}

/** The steps of an activation behind one event. */
function stepsAt(facts: Facts, activation: number, event: number): readonly OwnStep[] {
  const steps = facts.steps.of(activation);
  let [low, high] = [0, steps.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((steps[middle]?.event ?? 0) < event) low = middle + 1;
    else high = middle;
  }
  const found: OwnStep[] = [];
  for (let step = steps[low]; step?.event === event; step = steps[++low]) found.push({ ...step, activation });
  return found;
}

function ownSteps(facts: Facts, activation: number): readonly OwnStep[] {
  return facts.steps.of(activation).map((step) => ({ ...step, activation }));
}

function inOrder(a: OwnStep, b: OwnStep): number {
  return a.event - b.event || a.activation - b.activation || a.position - b.position;
}

/** All steps of a range. */
export function stepTable(facts: Facts, { from, to }: EventRange): Table {
  const isWhole = facts.reader.store.end <= mostAtOnce;
  const steps = isWhole ? facts.steps.all : facts.steps.between({ from, to });
  const [start, end] = [steps.placeOf(from), steps.placeOf(to)];
  return tableOfSteps(facts, end - start, (row) => steps.at(start + row));
}

/** Of a recording with more events steps are computed for each range alone. */
const mostAtOnce = 1 << 24;

function tableOfSteps(facts: Facts, count: number, stepAt: (row: number) => OwnStep | null): Table {
  let [last, step]: [number, OwnStep | null] = [-1, null];
  // A row is asked for its columns one after the other.
  const at = (row: number): OwnStep | null => (row === last ? step : ([last, step] = [row, stepAt(row)])[1]);
  const calls = (row: number): number | null => facts.calls.eventOf(at(row)?.activation ?? 0);
  return {
    count,
    columns: {
      event: (row) => at(row)?.event ?? null,
      position: (row) => at(row)?.position ?? null,
      thread: (row) => facts.row(calls(row) ?? -1)?.thread ?? null,
      call: calls,
      id: (row) => numberOf(at(row)),
      kind: (row) => at(row)?.kind ?? null,
      file: (row) => at(row)?.place.file ?? null,
      line: (row) => at(row)?.place.line ?? null,
      col: (row) => at(row)?.place.column ?? null,
      first: (row) => (at(row)?.place.isFirst === true ? 1 : 0),
    },
    indexed: ['file', 'line', 'kind'],
    isKeyed: false,
  };
}

/** The number of a step among events: behind whatever else lies between two of them. */
function numberOf(step: OwnStep | null): number | null {
  if (step === null) return null;
  const parts = step.position < 500 ? 1000 : 1_000_000;
  return (step.event * parts + parts / 2 + step.position) / parts;
}

/** The steps of a recording. Those of a call, or behind an event, are computed alone; all of them when a query goes through them. */
export class StepRelation implements Relation {
  readonly isOrdered = true;
  private all: TableRelation | null = null;
  private readonly columns: { readonly event: number; readonly call: number };

  constructor(
    readonly shape: RelationShape,
    private readonly facts: Facts,
    private readonly run: string,
  ) {
    const at = (name: string): number => shape.columns.findIndex((column) => column.name === name);
    this.columns = { event: at('event'), call: at('call') };
  }

  estimate(constraints: readonly Constraint[]): Estimate {
    if (this.equalTo(constraints, this.columns.event) !== undefined) return { rows: 2, isUnique: false };
    if (this.equalTo(constraints, this.columns.call) !== undefined) return { rows: 50, isUnique: false };
    return { rows: Math.max(1, this.facts.reader.store.end / 2 / 3 ** Math.min(3, constraints.length)), isUnique: false };
  }

  open(constraints: readonly Constraint[]): Cursor {
    const event = this.equalTo(constraints, this.columns.event);
    const call = this.equalTo(constraints, this.columns.call);
    if (event === undefined && call === undefined) return this.whole.open(constraints);
    if (event !== undefined) return this.table(stepsBehind(this.facts, Number(event))).open([]);
    const row = this.facts.reader.store.row(Number(call));
    const isCall = row !== null && this.facts.calls.eventOf(row.subject) === row.event;
    return this.table(isCall ? ownSteps(this.facts, row.subject) : []).open([]);
  }

  private equalTo(constraints: readonly Constraint[], column: number): Cell | undefined {
    const found = constraints.find((one) => one.column === column && one.comparison === '=');
    return found === undefined ? undefined : (found.value ?? null);
  }

  private get whole(): TableRelation {
    return (this.all ??= this.relationOf(stepTable(this.facts, { from: 0, to: Infinity })));
  }

  private table(steps: readonly OwnStep[]): TableRelation {
    return this.relationOf(tableOfSteps(this.facts, steps.length, (row) => steps[row] ?? null));
  }

  private relationOf({ count, columns, indexed }: Table): TableRelation {
    const readers: readonly ColumnReader[] = this.shape.columns.map(
      ({ name }) => columns[name] ?? (() => (name === 'run' ? this.run : null)),
    );
    return new TableRelation(this.shape, count, readers, indexed, false);
  }
}
