import type { Cell, Constraint, Cursor, Estimate, Relation } from '../../trace/relations/relation.js';
import type { RelationShape } from '../../trace/relations/schema.js';
import { TableRelation, type ColumnReader } from '../../trace/relations/tableRelation.js';
import { homeOfRow } from '../../trace/store/rowMeaning.js';
import type { Facts } from './facts.js';
import type { Step } from './stepList.js';
import type { EventRange, Table } from './table.js';

/** A step with the activation that it is of. */
export interface OwnStep extends Step {
  readonly activation: number;
}

/** What stands behind an event and before the next one, in steps. */
export function stepsBehind(facts: Facts, event: number): readonly OwnStep[] {
  const { store } = facts.reader;
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
  return [...found].flatMap((activation) => ownSteps(facts, activation).filter((step) => step.event === event)).sort(inOrder);
}

function ownSteps(facts: Facts, activation: number): readonly OwnStep[] {
  return facts.steps.of(activation).map((step) => ({ ...step, activation }));
}

function inOrder(a: OwnStep, b: OwnStep): number {
  return a.event - b.event || a.activation - b.activation || a.position - b.position;
}

/** All steps of a range. */
export function stepTable(facts: Facts, { from, to }: EventRange): Table {
  const found: OwnStep[] = [];
  const { highest } = facts.reader.store.source.allActivations;
  for (let activation = 1; activation <= highest; activation++) {
    const begun = facts.calls.eventOf(activation);
    if (begun === null || begun >= to) continue;
    const end = facts.reader.store.source.allActivations.endOf(activation);
    if (end >= 0 && end < from) continue;
    for (const step of ownSteps(facts, activation)) if (step.event >= from && step.event < to) found.push(step);
  }
  return tableOfSteps(facts, found.sort(inOrder));
}

function tableOfSteps(facts: Facts, steps: readonly OwnStep[]): Table {
  const calls = (row: number): number | null => facts.calls.eventOf(steps[row]?.activation ?? 0);
  return {
    count: steps.length,
    columns: {
      event: (row) => steps[row]?.event ?? null,
      position: (row) => steps[row]?.position ?? null,
      thread: (row) => facts.row(calls(row) ?? -1)?.thread ?? null,
      call: calls,
      id: (row) => numberOf(steps[row]),
      kind: (row) => steps[row]?.kind ?? null,
      file: (row) => steps[row]?.place.file ?? null,
      line: (row) => steps[row]?.place.line ?? null,
      col: (row) => steps[row]?.place.column ?? null,
    },
    indexed: ['file', 'line', 'kind'],
    isKeyed: false,
  };
}

/** The number of a step among events: behind whatever else lies between two of them. */
function numberOf(step: OwnStep | undefined): number | null {
  if (step === undefined) return null;
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
    return this.relationOf(tableOfSteps(this.facts, steps));
  }

  private relationOf({ count, columns, indexed }: Table): TableRelation {
    const readers: readonly ColumnReader[] = this.shape.columns.map(
      ({ name }) => columns[name] ?? (() => (name === 'run' ? this.run : null)),
    );
    return new TableRelation(this.shape, count, readers, indexed, false);
  }
}
