import type { Cell } from '../relations/relation.js';
import type { Relations, Row } from '../relations/opened.js';
import type { RelationName } from '../relations/schema.js';
import { DataStructures } from './dataStructures.js';
import { MemberFields } from './memberFields.js';
import { compound, Text, type Term } from './term.js';
import { argumentOf, atomOf, numberOfObject, valueColumns, valueTerm } from './valueTerm.js';

/** A solution of `event(Id, Thread, Term)`. */
export interface JelEvent {
  readonly id: number;
  readonly thread: string;
  readonly term: Term;
}

type Values = Readonly<Record<string, Cell>>;

/**
 * Terms of one functor: those that may match the arguments, of one event or from an id on, in the order of their ids. `isBare`: nobody looks at
 * the variables of a step, which are left open.
 */
type Source = (terms: readonly Term[], id: number | null, from: number, isBare: boolean) => Iterable<JelEvent>;

/**
 * The run in JEL, the event log of JavaTA (Girgis and Jayaraman, table 2): `event(Id, Thread, Term)` with the nine terms of the paper, and
 * with `branch`, `setlocal`, `suspend` and `resume`. Ids are numbers of events; what is computed lies between them. The member fields of a
 * class are a quarter behind the event that made it. What a collection holds that an event hands on is half a number behind; the steps up
 * to the next event follow, and the end of the thread. The top level of a text is no method, and has no steps.
 */
export class Jel {
  private readonly names = new Map<Cell, string>();
  /** By call whether it is the top level of a text. */
  private readonly areTexts = new Map<number, boolean>();
  private readonly structures: DataStructures;
  private readonly members: MemberFields;
  private readonly sources: Readonly<Record<string, Source>> = {
    memberfields: ([type = null], id, from) => this.memberFields(atomOf(argumentOf(type, 'c', 0)), id, from),
    threadstart: (_terms, id, from) => this.threads('threadstart', 'first', id, from),
    methodcall: (terms, id, from) => this.calls(terms, id, from),
    methodexit: (terms, id, from) => this.exits(terms, id, from),
    setfield: (terms, id, from) => this.fields(terms, id, from),
    datastructure: (_terms, id, from) => this.collections(id, from),
    step: ([location = null], id, from, isBare) => this.steps(location, id, from, isBare),
    exception: (_terms, id, from) => this.exceptions(id, from),
    threaddeath: (_terms, id, from) => this.threads('threaddeath', 'last', id, from),
    branch: (_terms, id, from) => this.each('branch', {}, id, from, (row) => compound('branch', this.place(row), valueTerm(row))),
    setlocal: ([, name = null, value = null], id, from) =>
      this.each('local', { name: atomOf(name), ...valueColumns(value) }, id, from, (row) =>
        compound('setlocal', this.place(row), row.text('name'), valueTerm(row)),
      ),
    suspend: (_terms, id, from) => this.switches('suspend', id, from),
    resume: (_terms, id, from) => this.switches('resume', id, from),
  };

  constructor(private readonly relations: Relations) {
    this.structures = new DataStructures(relations);
    this.members = new MemberFields(relations);
    for (const row of relations.rows('thread', {})) this.names.set(row.cell('id'), row.text('name'));
  }

  /**
   * Solutions in the order of their ids, from an id on. Among them are some that the term does not match. `isBare`: the variables of steps are
   * left open.
   */
  *events(id: number | null, thread: string | null, term: Term, from = -1, isBare = false): Generator<JelEvent> {
    const asked = typeof term === 'object' && term !== null && 'functor' in term ? term : null;
    const functors = asked === null ? Object.keys(this.sources) : [asked.functor];
    if (asked === null && term !== null) return;
    const streams = functors.flatMap((functor) => {
      const source = this.sources[functor];
      return source === undefined ? [] : [source(asked?.terms ?? [], id, from, isBare)[Symbol.iterator]()];
    });
    for (const event of merged(streams)) if (event.id >= from && (thread === null || event.thread === thread)) yield event;
  }

  /** One term for each row of a relation, of which `term` may leave out some. */
  private *each(
    relation: RelationName,
    values: Values,
    id: number | null,
    from: number,
    term: (row: Row) => Term | undefined,
  ): Generator<JelEvent> {
    if (id !== null && !Number.isInteger(id)) return;
    for (const row of this.relations.rows(relation, { ...values, ...(id === null ? {} : { event: id }) }, Math.ceil(from))) {
      const event = row.number('event') ?? 0;
      const thread = this.names.get(row.cell('thread')) ?? '';
      const made = term(row);
      if (made !== undefined) yield { id: event, thread, term: made };
    }
  }

  private *threads(functor: string, column: 'first' | 'last', id: number | null, from: number): Generator<JelEvent> {
    const found: JelEvent[] = [];
    for (const row of this.relations.rows('thread', {})) {
      const at = row.number(column);
      // The end of a thread is behind its last event, and what is behind that.
      const isBehind = column === 'last' && at !== null && this.relations.row('event', { id: at })?.cell('kind') !== 'thread';
      const event = isBehind ? at + 0.9995 : at;
      if (event === null || event < from || (id !== null && id !== event)) continue;
      if (column === 'last' && row.text('status') !== 'exited' && row.text('status') !== 'failed') continue;
      found.push({ id: event, thread: row.text('name'), term: compound(functor, row.text('name')) });
    }
    yield* found.sort((a, b) => a.id - b.id);
  }

  private calls([location = null, receiver = null, name = null]: readonly Term[], id: number | null, from: number): Iterable<JelEvent> {
    const values = { ...functionColumns(location, name), receiver_object: numberOfObject(receiver) };
    return this.each('call', values, id, from, (row) => {
      if (row.cell('kind') === 'text') return undefined;
      const called = this.called(row);
      return compound('methodcall', ...called, this.argumentsOf(row.number('event') ?? 0));
    });
  }

  private exits([call = null, , , , value = null]: readonly Term[], id: number | null, from: number): Iterable<JelEvent> {
    const values = { outcome: 'return', call: typeof call === 'number' ? call : null, ...(value === 'void' ? {} : valueColumns(value)) };
    return this.each('exit', values, id, from, (row) => {
      const number = row.number('call');
      const call = number === null ? null : this.relations.row('call', { event: number });
      if (call === null || call.cell('kind') === 'text') return undefined;
      const isVoid = call.cell('kind') === 'constructor' && row.cell('type') === 'undefined';
      return compound('methodexit', number, ...this.called(call), isVoid ? 'void' : valueTerm(row));
    });
  }

  private fields([, owner = null, name = null, value = null]: readonly Term[], id: number | null, from: number): Iterable<JelEvent> {
    const values = { owner: numberOfObject(owner), name: atomOf(name), ...valueColumns(value) };
    return this.each('change', values, id, from, (row) => {
      const kind = row.cell('kind');
      // With what native code has made an object nobody has set its fields: that is row(content, …).
      if ((kind !== 'field' && kind !== 'private' && kind !== 'symbol') || row.cell('operation') === 'content') return undefined;
      const ofClass = this.members.classOf(row.number('owner') ?? 0);
      const whose = ofClass === null ? compound('o', row.text('class'), row.number('owner')) : compound('c', ofClass);
      return compound('setfield', this.place(row), whose, row.text('name'), valueTerm(row));
    });
  }

  /** The fields of each class that has some, behind the event that made the class. */
  private *memberFields(name: string | null, id: number | null, from: number): Generator<JelEvent> {
    for (const { event, thread, className, fields } of this.members.all()) {
      const at = event + 0.25;
      if (at < from || (id !== null && id !== at) || (name !== null && name !== className)) continue;
      const terms = fields.map((field) => compound(field.isStatic ? 'cf' : 'of', field.name));
      yield { id: at, thread: this.names.get(thread) ?? '', term: compound('memberfields', compound('c', className), terms) };
    }
  }

  /** Where methods came to another line, or back to one from a call, with the variables that are seen there and have a value. */
  private *steps(location: Term, id: number | null, from: number, isBare: boolean): Generator<JelEvent> {
    const file = atomOf(argumentOf(location, 'l', 0));
    const line = argumentOf(location, 'l', 1);
    const values = { file, line: typeof line === 'number' ? line : null, event: id === null ? null : Math.floor(id) };
    for (const row of this.relations.rows('step', values, Math.floor(from))) {
      const kind = row.cell('kind');
      if (kind !== 'line' && kind !== 'return') continue;
      const at = row.number('id') ?? 0;
      if (at < from || (id !== null && id !== at) || this.isOfText(row.number('call'))) continue;
      const place = compound('l', row.text('file'), row.number('line'));
      const thread = this.names.get(row.cell('thread')) ?? '';
      yield { id: at, thread, term: compound('step', place, isBare ? null : this.visible(row)) };
    }
  }

  private visible(step: Row): Term {
    const found: Term[] = [];
    const asked = { event: step.number('event'), moment: 'step', step: step.number('position'), scope: 'local' };
    for (const row of this.relations.rows('visible', asked))
      if (row.cell('type') !== null && row.cell('type') !== 'absent') found.push(compound('lv', row.text('name'), valueTerm(row)));
    return found;
  }

  private isOfText(call: number | null): boolean {
    if (call === null) return true;
    let isText = this.areTexts.get(call);
    if (isText === undefined) {
      isText = this.relations.row('call', { event: call })?.cell('kind') === 'text';
      if (this.areTexts.size >= mostCalls) this.areTexts.clear();
      this.areTexts.set(call, isText);
    }
    return isText;
  }

  /** Where a call waits, or goes on, and with what value. */
  private switches(kind: 'suspend' | 'resume', id: number | null, from: number): Iterable<JelEvent> {
    return this.each('switch', { kind }, id, from, (row) => compound(kind, this.place(row), row.text('way'), valueTerm(row)));
  }

  /** What a collection holds after one of its elements has changed; half a number behind calls, ends of calls and fields, what those have. */
  private *collections(id: number | null, from: number): Generator<JelEvent> {
    const contents = (row: Row, object: number | null) =>
      object !== null && this.structures.isOne(object) && this.structures.hasHeld(object, row.number('event') ?? 0)
        ? compound('datastructure', this.place(row), this.structures.contentsAt(object, row.number('event') ?? 0))
        : undefined;
    const half = (relation: RelationName, objectOf: (row: Row) => number | null): Iterable<JelEvent> =>
      later(this.each(relation, {}, id === null ? null : id - 0.5, from - 0.5, (row) => contents(row, objectOf(row))));
    yield* merged(
      [
        this.each('change', {}, id, from, (row) =>
          row.cell('kind') === 'element' || row.cell('kind') === 'entry' ? contents(row, row.number('owner')) : undefined,
        ),
        half('change', (row) => (row.cell('kind') === 'element' || row.cell('kind') === 'entry' ? null : row.number('object'))),
        half('exit', (row) => row.number('object')),
        half('call', (row) => this.firstCollection(row.number('event') ?? 0)),
      ].map((stream) => stream[Symbol.iterator]()),
    );
  }

  private firstCollection(call: number): number | null {
    for (const row of this.relations.rows('argument', { call })) {
      const object = row.number('object');
      if (object !== null && this.structures.isOne(object)) return object;
    }
    return null;
  }

  private exceptions(id: number | null, from: number): Iterable<JelEvent> {
    return this.each('exception', {}, id, from, (row) => {
      const caught = row.number('caught_site');
      const where = caught !== null ? this.siteTerm(caught) : row.number('caught') === null ? 'uncaught' : 'caught';
      return compound('exception', this.place(row), valueTerm(row), new Text(row.text('message')), where);
    });
  }

  /** Where a method begins, what it was called on, and its name. */
  private called(call: Row): readonly [Term, Term, Term] {
    const isConstructor = call.cell('kind') === 'constructor';
    const location = compound('l', call.text('file'), call.number(isConstructor ? 'line' : 'body_line'));
    const receiver = call.cell('kind') === 'static' ? compound('c', call.text('class')) : valueTerm(call, 'receiver_');
    return [location, receiver, isConstructor ? '<init>' : call.text('method')];
  }

  private argumentsOf(call: number): Term {
    const terms: Term[] = [];
    for (const row of this.relations.rows('argument', { call })) terms.push(valueTerm(row));
    return terms;
  }

  private place(row: Row): Term {
    const site = row.number('site');
    return site === null ? 'unknown' : this.siteTerm(site);
  }

  private siteTerm(site: number): Term {
    const row = this.relations.row('site', { id: site });
    return row === null ? 'unknown' : compound('l', row.text('file'), row.number('line'));
  }
}

/** Of so many calls it is kept what they are. */
const mostCalls = 100_000;

/** The columns that a method's location and name give. A constructor's name is none of its columns. */
function functionColumns(location: Term, name: Term): Values {
  const file = atomOf(argumentOf(location, 'l', 0));
  const method = atomOf(name);
  return method === '<init>' ? { file, kind: 'constructor' } : { file, method };
}

function* later(events: Iterable<JelEvent>): Generator<JelEvent> {
  for (const event of events) yield { ...event, id: event.id + 0.5 };
}

/** Streams that are in the order of their ids, as one. */
function* merged(streams: readonly Iterator<JelEvent>[]): Generator<JelEvent> {
  const heads = streams.map((stream) => ({ stream, head: stream.next() }));
  for (;;) {
    let first: (typeof heads)[number] | null = null;
    for (const one of heads)
      if (one.head.done !== true && (first === null || one.head.value.id < (first.head.value as JelEvent).id)) first = one;
    if (first === null) return;
    yield first.head.value as JelEvent;
    first.head = first.stream.next();
  }
}
