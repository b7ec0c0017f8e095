import type { Constraint, Cursor, Estimate, Relation } from '../../trace/relations/relation.js';
import { schema, type RelationName, type RelationShape } from '../../trace/relations/schema.js';
import { TableRelation } from '../../trace/relations/tableRelation.js';
import type { TraceReader } from '../reader.js';
import { ancestorTable, argumentTable, callTable, exitTable } from './callTables.js';
import { branchTable, changeTable, contentTable, eventTable, exceptionTable, localTable, switchTable } from './eventTables.js';
import { classMemberTable } from './classMemberTable.js';
import { subclassTable } from './classTable.js';
import { Facts } from './facts.js';
import { objectTable, runTable, siteTable, textTable, threadTable } from './programTables.js';
import { StepRelation, stepTable } from './stepRelation.js';
import type { EventRange, Table } from './table.js';
import { VisibleRelation } from './visibleRelation.js';

/** The relations of a recording. Each finds its rows when it is asked first, and reads their columns when these are asked. */
export function recordedRelations(reader: TraceReader, run: string): readonly Relation[] {
  const facts = new Facts(reader);
  return schema.map((shape) => {
    if (shape.name === 'step') return new StepRelation(shape, facts, run);
    if (shape.name === 'visible') return new VisibleRelation(shape, facts, run);
    return new LazyRelation(shape, () => tableOf(shape.name, facts, run), run);
  });
}

class LazyRelation implements Relation {
  readonly isOrdered = true;
  private table: TableRelation | null = null;

  constructor(
    readonly shape: RelationShape,
    private readonly make: () => Table,
    private readonly run: string,
  ) {}

  estimate(constraints: readonly Constraint[]): Estimate {
    return this.made.estimate(constraints);
  }

  open(constraints: readonly Constraint[]): Cursor {
    return this.made.open(constraints);
  }

  private get made(): TableRelation {
    if (this.table === null) {
      const { count, columns, indexed, isKeyed } = this.make();
      const readers = this.shape.columns.map(({ name }) => columns[name] ?? (() => (name === 'run' ? this.run : null)));
      this.table = new TableRelation(this.shape, count, readers, indexed, isKeyed);
    }
    return this.table;
  }
}

/** The rows of a relation that belong to events of a range. What belongs to no event is in the range that begins the recording. */
export function tableOf(name: RelationName, facts: Facts, run: string, range?: EventRange): Table {
  const asked = range ?? { from: 0, to: facts.reader.store.end };
  switch (name) {
    case 'run':
      return atStart(asked, () => runTable(facts, run));
    case 'thread':
      return atStart(asked, () => threadTable(facts));
    case 'text':
      return atStart(asked, () => textTable(facts));
    case 'site':
      return atStart(asked, () => siteTable(facts));
    case 'event':
      return eventTable(facts, asked);
    case 'call':
      return callTable(facts, asked);
    case 'ancestor':
      return ancestorTable(facts, asked);
    case 'argument':
      return argumentTable(facts, asked);
    case 'exit':
      return exitTable(facts, asked);
    case 'change':
      return changeTable(facts, asked);
    case 'content':
      return contentTable(facts, asked);
    case 'local':
      return localTable(facts, asked);
    case 'branch':
      return branchTable(facts, asked);
    case 'exception':
      return exceptionTable(facts, asked);
    case 'switch':
      return switchTable(facts, asked);
    case 'subclass':
      return atStart(asked, () => subclassTable(facts));
    case 'object':
      return objectTable(facts, asked);
    case 'class_member':
      return atStart(asked, () => classMemberTable(facts));
    case 'step':
      return stepTable(facts, asked);
    case 'visible':
      throw new Error('The variables that events see are in no table.');
  }
}

function atStart({ from }: EventRange, make: () => Table): Table {
  return from === 0 ? make() : { count: 0, columns: {} };
}
