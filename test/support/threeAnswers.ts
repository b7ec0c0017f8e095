import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { PrologEngine } from '../../adapter/trace/prolog/prologQuery.js';
import type { Relation } from '../../adapter/trace/relations/relation.js';
import { Relations } from '../../adapter/trace/relations/opened.js';
import { loggedProgram } from '../soundness/recordings/loggedProgram.js';
import { read } from '../tidy/files.js';
import type { RecordedProgram } from './recorded.js';

const folder = 'adapter/query/named';

/** The named questions that are there in SQL. */
export const sqlQuestions: readonly string[] = readdirSync(folder).map((name) => name.replace('.sql', ''));

/** A program with classes, exceptions, generators and a random part. */
export function askedProgram(seed: number): string {
  return `class Item {
  static made = 0;
  #price = ${seed % 7};
  open = true;
  constructor(name, price) { this.name = name; this.#price = price; Item.made++; }
  settle(rate) {
    if (!this.open) throw new RangeError('settled: ' + this.name);
    this.open = false;
    return this.#price * rate;
  }
}
class Gift extends Item { settle(rate) { return rate > 1 ? null : undefined; } }
class Fault extends TypeError {}
function total(items, rate) { let sum = 0; for (const item of items) sum += item.settle(rate); return sum; }
function attempt(items, { rate } = { rate: 2 }, ...others) {
  try { return total(items, rate); } catch (error) { if (others.length > 1) throw new Fault('many'); return error.message; }
}
const items = [new Item('pen', 3), new Gift('box', ${seed % 5}), new Item('', NaN)];
attempt(items);
attempt(items, { rate: 0.5 }, 1n);
try { attempt(items, { rate: 1 }, 'a', null); } catch (error) { items.push(error); }
items.length = ${seed % 4};
items.push('x', -0);
delete items[0];
function* count(to) { for (let n = 0; n < to; n++) yield n; return 'done'; }
const [zero, one] = count(3);
async function later(n) { await null; return n + 1; }
later(${seed % 11}).then(() => {});
const named = { a: 1, b: [undefined], [Symbol('a')]: 2 };
const wide = [2n ** 70n, -(2n ** 64n), 2n ** 63n];
next:
for (const value of wide) {
  if (value > 0n) continue next;
}
delete named.a;
class Like { constructor() { this[0] = 'a'; this.length = 1; this.length = 0; } }
new Like();
{
${loggedProgram(seed).plain}
}
${seed % 2 === 0 ? "throw new Fault('at the end');" : ''}
`;
}

/** A question in the three languages: its keys with values of JSON. */
export interface AskedQuestion {
  readonly name: string;
  readonly keys: Readonly<Record<string, string | number>>;
  readonly text: string;
}

/** Questions about a recording, with what it holds as their keys. */
export function questionsAbout(relations: readonly Relation[], seed: number): readonly AskedQuestion[] {
  const opened = new Relations(relations);
  const column = (relation: Parameters<Relations['rows']>[0], name: string, values = {}): readonly (string | number)[] => {
    const found = new Set<string | number>();
    for (const row of opened.rows(relation, values)) {
      const cell = row.cell(name);
      if (cell !== null) found.add(cell);
    }
    return [...found];
  };
  const some = <T>(list: readonly T[], count: number): readonly T[] =>
    list.length === 0 ? [] : Array.from({ length: count }, (_, index) => list[(seed + index * 7919) % list.length] as T);
  const events = some(column('event', 'id'), 3).map(Number);
  const objects = ['Item', 'Gift', 'Like', 'Array', 'Object'].flatMap((name) =>
    some(column('object', 'id', { class: name }), 1).map((id) => `${name}#${id}`),
  );
  const places = some(column('call', 'place'), 2);
  const functions = ['Item.settle', 'settle', 'total', 'Item.constructor', 'attempt', 'count', 'later', 'g0', 'a0', 'f1', ...places];
  const classes = ['Item', 'Gift', 'Error', 'TypeError', 'Fault'];
  const asked: (readonly [name: string, keys: Readonly<Record<string, string | number>>])[] = [['whereExceptionIsThrown', {}]];
  for (const event of events) {
    for (const name of [
      'callChain',
      'fullDetailCallChain',
      'where',
      'preEventCalledMethods',
      'postEventCalledMethods',
      'localsBefore',
      'localsAfter',
      'enclosingArguments',
      'enclosingReturnValue',
      'threadStatus',
    ])
      asked.push([name, { event }]);
    for (const object of objects) asked.push(['objectState', { object, event }]);
    asked.push(['allInstances', { class: 'Item', event }]);
  }
  for (const event of some(column('call', 'event', { function: 'attempt' }), 2).map(Number)) {
    asked.push(['callTree', { event }]);
    for (const name of ['preEventCalledMethods', 'postEventCalledMethods', 'enclosingArguments', 'localsAfter'])
      asked.push([name, { event: event + 12 }]);
  }
  for (const object of objects)
    for (const field of ['open', '#price', 'length', '0', 'a']) asked.push(['instanceFieldHistory', { object, field }]);
  for (const method of functions)
    for (const name of ['argumentHistory', 'returnValueHistory', 'wasMethodCalled']) asked.push([name, { method }]);
  for (const name of classes) {
    asked.push(['exceptionHistory', { class: name }], ['isThereAnInstance', { class: name }], ['wasExceptionCaught', { class: name }]);
    asked.push(['wasFieldAssigned', { class: name, field: 'name', value: 'pen' }]);
  }
  asked.push(['classFieldHistory', { class: 'Item', field: 'made' }], ['localVariableHistory', { function: 'total', variable: 'sum' }]);
  asked.push(
    ['localVariableHistory', { function: 'count', variable: 'n' }],
    ...column('call', 'place', { function: 'total' }).map((at) => ['localVariableHistory', { function: at, variable: 'sum' }] as const),
    ['isThreadRunning', { thread: 'main' }],
    ['hasThreadExited', { thread: 'main' }],
  );
  const labelled = askedProgram(seed).split('\n').indexOf('next:') + 1;
  for (const line of [labelled, ...some(column('step', 'line', { file: 'main.js' }), 12).map(Number)])
    asked.push(['wasStatementExecuted', { location: `main.js:${line}` }]);
  // The first event is in no call, and with the last one the thread has not ended yet.
  const last = Math.max(...column('event', 'id').map(Number));
  asked.push(['postEventCalledMethods', { event: 0 }], ['preEventCalledMethods', { event: last }], ['localsAfter', { event: last }]);
  asked.push(['threadStatus', { event: last }]);
  for (const object of objects) asked.push(['objectState', { object, event: last }]);
  return asked
    .filter(([, { event }]) => event === undefined || opened.row('event', { id: event }) !== null)
    .map(([name, keys]) => ({
      name,
      keys,
      text: `${name}(${Object.entries(keys)
        .map(([key, value]) => `${key}: ${JSON.stringify(value)}`)
        .join(', ')})`,
    }));
}

type Row = Readonly<Record<string, unknown>>;

/** Rows as they are compared: without their order, without what is nothing. */
type Compared = readonly string[];

/** The answers of the named questions themselves. */
export function namedAnswers(run: RecordedProgram, questions: readonly AskedQuestion[]): readonly Compared[] {
  return questions.map(({ name, text }) =>
    compared(
      name,
      run.ask(text).rows.map((row) => plainRow(row)),
    ),
  );
}

function plainRow(row: Row): Row {
  const { exception, ...others } = row;
  const told = exception === undefined ? {} : { class: (exception as Row)['class'], message: (exception as Row)['message'] };
  return Object.fromEntries(
    Object.entries({ ...others, ...told }).map(([name, value]) => [
      name,
      name === 'state'
        ? Object.entries(value as Row).map(([key, held]) => [key, plain(held)])
        : name === 'object'
          ? numberOf(value)
          : plain(value),
    ]),
  );
}

/** The answers in SQL, by the library's files with other values. */
export async function sqlAnswers(
  questions: readonly AskedQuestion[],
  ask: (sql: string) => Answered | Promise<Answered>,
): Promise<readonly Compared[]> {
  const answers: Compared[] = [];
  for (const question of questions) {
    const { columns, rows } = await ask(sqlOf(question));
    const objects = rows.map((row) => sqlRow(Object.fromEntries(columns.map((column, index) => [column, row[index]]))));
    answers.push(compared(question.name, folded(question.name, objects)));
  }
  return answers;
}

interface Answered {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
}

/** A file of the library with the keys of a question in its first lines. */
function sqlOf({ name, keys }: AskedQuestion): string {
  let left = read(`${folder}/${name}.sql`);
  for (const [key, value] of Object.entries(keys)) {
    if (key === 'value') {
      left = left.replace("'number' AS type, 0.0 AS number, '' AS text", `'string' AS type, 0.0 AS number, '${String(value)}' AS text`);
      continue;
    }
    const written =
      typeof value === 'number' ? String(value) : key === 'object' ? (value.split('#')[1] ?? '') : `'${value.replaceAll("'", "''")}'`;
    const place = new RegExp(`(WITH asked AS \\(SELECT (?:.*, )?)('[^']*'|\\d+) AS ("?)${key}\\3`);
    assert.match(left, place, `${name} has no ${key}`);
    left = left.replace(place, `$1${written} AS $3${key}$3`);
  }
  return left;
}

/** Four columns of a value become one. */
function sqlRow(row: Row): Row {
  const values: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(row)) {
    const [, own = '', part] = /^(.*)_(type|number|text|object)$/.exec(name) ?? [];
    if (part === undefined) values[name] = name === 'answer' && value !== null ? value === 1 : value;
    else if (part === 'type') values[own] = valueOf(value, row[`${own}_number`], row[`${own}_text`], row[`${own}_object`]);
  }
  delete values['run'];
  return values;
}

function valueOf(type: unknown, number: unknown, text: unknown, object: unknown): unknown {
  switch (type) {
    case null:
    case 'absent':
    case 'null':
      return null;
    case 'undefined':
      return { undefined: true };
    case 'boolean':
      return number === 1;
    case 'number':
      return text === null ? number : { number: text };
    case 'object':
      return `${String(text)}#${String(object)}`;
    case 'string':
      return text;
    default:
      return { [String(type)]: text };
  }
}

/** Rows of one call, of which each has one of its arguments, become one with all of them; so do places of an object. */
function folded(name: string, rows: readonly Row[]): readonly Row[] {
  if (name === 'enclosingArguments') return rows.map(({ position: _, ...row }) => row);
  const groups = new Map<string, { readonly row: Row; readonly parts: unknown[] }>();
  const isState = name === 'allInstances';
  if (!isState && !rows.some((row) => 'position' in row)) return rows;
  for (const one of rows) {
    const { [isState ? 'name' : 'position']: position, [isState ? 'value' : 'argument']: value, ...row } = one;
    const key = JSON.stringify(row);
    const group = groups.get(key) ?? { row, parts: [] };
    groups.set(key, group);
    if (position !== null) group.parts.push([position, value]);
  }
  const list = isState ? 'state' : name === 'returnValueHistory' ? 'callArguments' : 'arguments';
  return [...groups.values()].map(({ row, parts }) => ({
    ...row,
    [list]: isState ? parts : (parts as readonly (readonly [number, unknown])[]).toSorted(([a], [b]) => a - b).map(([, value]) => value),
  }));
}

/** The answers in Prolog, of one program with a clause for each question. */
export async function prologAnswers(relations: readonly Relation[], questions: readonly AskedQuestion[]): Promise<readonly Compared[]> {
  const engine = await PrologEngine.start(relations, { rows: 1_000_000, megabytes: 1024 });
  const clauses = questions.map(({ name, keys }, index) => `ask(${index}, Row) :- ${goalOf(name, keys)}.`);
  const { rows } = engine.query(`${clauses.join('\n')}
pairs([], []).
pairs([Name = Value | More], [[Name, Plain] | Pairs]) :- ( Name == state -> pairs(Value, Plain) ; Plain = Value ), pairs(More, Pairs).
?- ask(Index, _Row), pairs(_Row, Pairs).`);
  const answers: Row[][] = questions.map(() => []);
  for (const [index, pairs] of rows) {
    const row = Object.fromEntries(
      (pairs as readonly (readonly [string, unknown])[]).map(([name, value]) => [name, name === 'object' ? numberOf(value) : plain(value)]),
    );
    answers[Number(index)]?.push(row);
  }
  return answers.map((own, index) => {
    const { name } = questions[index] ?? { name: '' };
    return compared(name, name === 'enclosingArguments' ? own.map(({ position: _, ...row }) => row) : own);
  });
}

function goalOf(name: string, keys: AskedQuestion['keys']): string {
  const terms = Object.entries(keys).map(([key, value]) => {
    if (typeof value === 'number') return String(value);
    if (key === 'object') return `o('${value.split('#')[0] ?? ''}', ${value.split('#')[1] ?? ''})`;
    return key === 'value' ? JSON.stringify(value) : `'${value.replaceAll("'", "\\'")}'`;
  });
  return `${name}(${[...terms, 'Row'].join(', ')})`;
}

function compared(name: string, rows: readonly Row[]): Compared {
  const isYesNo = /^(was|is|has)[A-Z]/.test(name);
  return rows
    .map((row) => {
      const entries = Object.entries(row)
        .filter(([, value]) => value !== null && value !== undefined)
        .filter(([column]) => !isYesNo || /^(event|answer|count)$/.test(column))
        .map(
          ([column, value]) =>
            [column, column === 'state' ? (value as readonly unknown[]).map((one) => JSON.stringify(one)).sort() : value] as const,
        )
        .filter(([column]) => name !== 'enclosingArguments' || column !== 'name');
      return JSON.stringify(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
    })
    .sort();
}

/** A value without what an object shows; what was not recorded, and what is none, is nothing. */
function plain(value: unknown): unknown {
  if (value === undefined || value === 'unknown') return null;
  if (Array.isArray(value)) return value.map((one) => plain(one));
  const [, functor, text] = typeof value === 'string' ? (/^(bigint|symbol)\("?(.*?)"?\)$/.exec(value) ?? []) : [];
  if (functor !== undefined) return { [functor]: text };
  if (typeof value !== 'object' || value === null) return value;
  if ('object' in value) return value.object;
  return 'unknown' in value ? null : value;
}

function numberOf(value: unknown): unknown {
  const shown = plain(value);
  return typeof shown === 'string' ? Number(shown.split('#')[1]) : shown;
}
