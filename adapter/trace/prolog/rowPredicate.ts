import { compound, Compound, Text, type Term } from '../jel/term.js';
import { valueColumns, valueTerm } from '../jel/valueTerm.js';
import { Row, type Relations } from '../relations/opened.js';
import { QueryError } from '../relations/queryError.js';
import type { Cell, Comparison, Constraint } from '../relations/relation.js';

/** A column that a query names: with a value, or open. */
interface Asked {
  readonly name: string;
  /** null: the four columns of a value, as one term. */
  readonly column: number | null;
  /** With what the names of those four begin. */
  readonly prefix: string;
  readonly comparison: Comparison;
  readonly value: Term;
}

const comparisons: Readonly<Record<string, Comparison>> = { '=': '=', '<': '<', '=<': '<=', '>': '>', '>=': '>=' };

/** `row(Relation, Columns)`: the relations in Prolog, with columns by name. */
export class RowPredicate {
  constructor(private readonly relations: Relations) {}

  /** The columns of each row that may match, from the `from`th on. Throws a `QueryError` for a relation or column that is none. */
  *solutions(relation: Term, columns: Term, from: number): Generator<Term> {
    const opened = typeof relation === 'string' ? this.relations.get(relation) : undefined;
    if (opened === undefined) {
      const names = this.relations.all.map(({ shape }) => shape.name).join(', ');
      throw new QueryError(`row/2 is given a relation first: ${names}.`);
    }
    const { shape } = opened;
    const asked = this.askedOf(shape.name, columns);
    const constraints = asked.flatMap((one) => this.constraintsOf(shape.name, one));
    const cursor = opened.open(constraints);
    const row = new Row(cursor, (name) => this.relations.column(shape.name, name) ?? -1);
    for (let index = 0; cursor.next();) {
      if (!constraints.every((constraint) => meets(cursor.cell(constraint.column), constraint))) continue;
      if (index++ < from) continue;
      yield asked.map((one) => solved(one, row));
    }
  }

  private askedOf(relation: string, columns: Term): readonly Asked[] {
    if (!Array.isArray(columns)) throw new QueryError('row/2 is given a list of columns, as in row(change, [event = Event, name = open]).');
    return (columns as readonly Term[]).map((term) => {
      const [name = null, value = null] = term instanceof Compound ? term.terms : [];
      const comparison = term instanceof Compound && term.terms.length === 2 ? comparisons[term.functor] : undefined;
      if (comparison === undefined || typeof name !== 'string')
        throw new QueryError(`In row(${relation}, …) each column is NAME = VALUE, or compared with a number.`);
      const column = this.relations.column(relation, name) ?? null;
      const prefix = name === 'receiver' ? 'receiver_' : '';
      const isValue = name === 'value' || name === 'receiver';
      if (column === null && !(isValue && comparison === '=' && this.relations.column(relation, `${prefix}object`) !== undefined)) {
        const names =
          this.relations
            .get(relation)
            ?.shape.columns.map((one) => one.name)
            .join(', ') ?? '';
        throw new QueryError(`The relation ${relation} has no column ${name}: it has ${names}.`);
      }
      if (comparison !== '=' && typeof value !== 'number')
        throw new QueryError(`row(${relation}, …) compares ${name} with something that is no number.`);
      return { name, column, prefix, comparison, value };
    });
  }

  private constraintsOf(relation: string, { column, prefix, comparison, value }: Asked): readonly Constraint[] {
    if (column !== null) {
      const cell = cellOf(value);
      return cell === null ? [] : [{ column, comparison, value: cell }];
    }
    return Object.entries(valueColumns(value)).flatMap(([name, cell]) => {
      const found = this.relations.column(relation, `${prefix}${name}`);
      return found === undefined || cell === null ? [] : [{ column: found, comparison: '=' as const, value: cell }];
    });
  }
}

/** The cell that a term stands for; null: it is open, or looked at when the row is there. */
function cellOf(term: Term): Cell {
  if (typeof term === 'number') return term;
  if (typeof term === 'string') return term === 'null' ? null : term;
  return term instanceof Text ? term.text : null;
}

/** A column with its value in a row. */
function solved({ name, column, prefix, comparison, value }: Asked, row: Row): Term {
  if (comparison !== '=') return compound(comparison === '<=' ? '=<' : comparison, name, value);
  if (column === null) return compound('=', name, valueTerm(row, prefix));
  const cell = row.cell(name);
  // What was given as a string stays one.
  if (value instanceof Text && typeof cell === 'string') return compound('=', name, new Text(cell));
  return compound('=', name, cell ?? 'null');
}

/** Whether a value meets a constraint. Nothing is equal to no value, and texts compare with texts only. */
function meets(cell: Cell, { comparison, value }: Constraint): boolean {
  if (cell === null || value === null || value === undefined || typeof cell !== typeof value) return false;
  switch (comparison) {
    case '=':
      return cell === value;
    case '<':
      return cell < value;
    case '<=':
      return cell <= value;
    case '>':
      return cell > value;
    case '>=':
      return cell >= value;
  }
}
