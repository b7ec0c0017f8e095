import type { Cell, Constraint, Cursor, Estimate, Relation } from '../../trace/relations/relation.js';
import { schema, type RelationShape } from '../../trace/relations/schema.js';
import type { RunShelf } from './runShelf.js';

/** The relations of many runs as one schema: the rows of one run behind those of another. Each row has its run. */
export function unionRelations(shelf: RunShelf): readonly Relation[] {
  const numbers = new Map(shelf.runs.map(({ run }, index) => [run, index]));
  return schema.map((shape, number) => new UnionRelation(shape, number, shelf, numbers));
}

class UnionRelation implements Relation {
  readonly isOrdered = false;
  private readonly runColumn: number;

  constructor(
    readonly shape: RelationShape,
    private readonly number: number,
    private readonly shelf: RunShelf,
    private readonly runNumbers: ReadonlyMap<string, number>,
  ) {
    this.runColumn = shape.columns.findIndex(({ name }) => name === (shape.name === 'run' ? 'id' : 'run'));
  }

  /** The first run that can be read stands for all of them: looking into each would read them all. */
  estimate(constraints: readonly Constraint[]): Estimate {
    const others = constraints.filter(({ column }) => column !== this.runColumn);
    const { rows, isUnique } = this.firstRelation()?.estimate(others) ?? { rows: 0, isUnique: false };
    if (this.runOf(constraints) !== undefined) return { rows, isUnique };
    return { rows: rows * this.shelf.runs.length, isUnique: false };
  }

  open(constraints: readonly Constraint[]): Cursor {
    const asked = this.runOf(constraints);
    const others = constraints.filter(({ column }) => column !== this.runColumn);
    if (asked === undefined) return new UnionCursor(this.shelf, this.number, others, 0, this.shelf.runs.length);
    const index = this.runNumbers.get(String(asked.value));
    return new UnionCursor(this.shelf, this.number, others, index ?? 0, index === undefined ? 0 : index + 1);
  }

  private firstRelation(): Relation | undefined {
    for (let run = 0; run < this.shelf.runs.length; run++) {
      const relation = this.shelf.relationsOf(run)[this.number];
      if (relation !== undefined) return relation;
    }
    return undefined;
  }

  private runOf(constraints: readonly Constraint[]): Constraint | undefined {
    return constraints.find(({ column, comparison }) => column === this.runColumn && comparison === '=');
  }
}

/** Goes through the rows of some runs, one after the other. */
class UnionCursor implements Cursor {
  private relations: readonly Relation[] | null = null;
  private cursor: Cursor | null = null;
  /** How many rows of the run were gone through. */
  private passed = 0;

  constructor(
    private readonly shelf: RunShelf,
    private readonly number: number,
    private readonly constraints: readonly Constraint[],
    private run: number,
    private readonly end: number,
  ) {}

  next(): boolean {
    for (; this.run < this.end; this.run++, this.cursor = null, this.passed = 0) {
      if (this.current()?.next() === true) {
        this.passed++;
        return true;
      }
    }
    return false;
  }

  cell(column: number): Cell {
    return this.current()?.cell(column) ?? null;
  }

  /** The cursor of the run; of one that was closed meanwhile another, where it was. */
  private current(): Cursor | null {
    const relations = this.shelf.relationsOf(this.run);
    if (this.cursor === null || relations !== this.relations) {
      this.relations = relations;
      this.cursor = relations[this.number]?.open(this.constraints) ?? null;
      for (let row = 0; row < this.passed; row++) this.cursor?.next();
    }
    return this.cursor;
  }
}
