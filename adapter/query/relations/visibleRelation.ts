import type { Cell, Constraint, Cursor, Estimate, Relation } from '../../trace/relations/relation.js';
import type { RelationShape } from '../../trace/relations/schema.js';
import { TableRelation, type ColumnReader } from '../../trace/relations/tableRelation.js';
import { Kind } from '../../trace/store/rowMeaning.js';
import type { VisibleVariable } from '../moments.js';
import type { Facts } from './facts.js';
import { valueColumns } from './reportColumns.js';
import type { OwnStep } from './stepColumns.js';
import { stepsBehind } from './stepRelation.js';

/** A variable that code sees. */
interface Seen {
  readonly event: number;
  readonly moment: 'before' | 'after' | 'step';
  readonly step: number | null;
  readonly variable: VisibleVariable;
}

/** The variables that the code of events and steps sees. There are many: a query that names no event goes through them all, one by one. */
export class VisibleRelation implements Relation {
  readonly isOrdered = true;

  constructor(
    readonly shape: RelationShape,
    private readonly facts: Facts,
    private readonly run: string,
  ) {}

  estimate(constraints: readonly Constraint[]): Estimate {
    const isOne = constraints.some(({ column, comparison }) => column === 0 && comparison === '=');
    const bounds = constraints.filter(({ column }) => column === 0).length;
    return { rows: isOne ? 40 : (40 * (this.facts.reader.store.end + 1)) / 3 ** Math.min(2, bounds), isUnique: false };
  }

  open(constraints: readonly Constraint[]): Cursor {
    const asked = constraints.find(({ column, comparison }) => column === 0 && comparison === '=')?.value;
    const wanted = this.wantedOf(constraints);
    if (asked !== undefined) return this.tableOf(this.seenAt(Number(asked), wanted)).open([]);
    const { end } = this.facts.reader.store;
    let [at, last] = [0, end - 1];
    for (const { column, comparison, value } of constraints) {
      if (column !== 0 || typeof value !== 'number') continue;
      if (comparison === '>' || comparison === '>=') at = Math.max(at, Math.floor(value));
      if (comparison === '<' || comparison === '<=') last = Math.min(last, Math.ceil(value));
    }
    let cursor: Cursor | null = null;
    return {
      next: () => {
        for (; at <= last; at++, cursor = null) {
          cursor ??= this.tableOf(this.seenAt(at, wanted)).open([]);
          if (cursor.next()) return true;
        }
        return false;
      },
      cell: (column) => cursor?.cell(column) ?? null,
    };
  }

  /** What is asked of the columns that say which lists of variables are wanted. */
  private wantedOf(constraints: readonly Constraint[]): Wanted {
    const equal = (name: string): Cell | undefined =>
      constraints.find(({ column, comparison }) => comparison === '=' && this.shape.columns[column]?.name === name)?.value;
    return { moment: equal('moment'), step: equal('step'), scope: equal('scope') };
  }

  private seenAt(event: number, wanted: Wanted): readonly Seen[] {
    const { store, moments } = this.facts.reader;
    const row = Number.isInteger(event) ? store.row(event) : null;
    if (row === null) return [];
    const found: Seen[] = [];
    const isOpen = (moment: Seen['moment']): boolean => wanted.moment === undefined || wanted.moment === moment;
    const isEvent = row.kind !== Kind.none && row.kind !== Kind.caller;
    for (const moment of ['before', 'after'] as const)
      if (isEvent && isOpen(moment) && wanted.step === undefined)
        for (const variable of moments.variablesAt(row, event + (moment === 'after' ? 1 : 0)))
          found.push({ event, moment, step: null, variable });
    const scope = scopes.find((one) => one === wanted.scope) ?? null;
    for (const step of isOpen('step') ? stepsBehind(this.facts, event) : [])
      if (wanted.step === undefined || wanted.step === step.position)
        for (const variable of variablesOf(this.facts, step, scope)) found.push({ event, moment: 'step', step: step.position, variable });
    return found;
  }

  private tableOf(seen: readonly Seen[]): TableRelation {
    const columns: Readonly<Record<string, ColumnReader>> = {
      event: (row) => seen[row]?.event ?? null,
      moment: (row) => seen[row]?.moment ?? null,
      step: (row) => seen[row]?.step ?? null,
      name: (row) => seen[row]?.variable.name ?? null,
      scope: (row) => seen[row]?.variable.scope ?? null,
      written: (row) => seen[row]?.variable.written?.event ?? null,
      ...valueColumns((row) => seen[row]?.variable.value ?? null),
      run: () => this.run,
    };
    const readers = this.shape.columns.map(({ name }) => columns[name] ?? (() => null));
    return new TableRelation(this.shape, seen.length, readers, [], false);
  }
}

/** Values that columns are asked to have; undefined: any. */
interface Wanted {
  readonly moment: Cell | undefined;
  readonly step: Cell | undefined;
  readonly scope: Cell | undefined;
}

const scopes = ['local', 'closure', 'module'] as const;

function variablesOf(
  { reader }: Facts,
  { activation, event, place: { text, start } }: OwnStep,
  scope: VisibleVariable['scope'] | null,
): Iterable<VisibleVariable> {
  return reader.moments.variablesBefore({ activation, text, offset: start, time: event + 1 }, scope);
}
