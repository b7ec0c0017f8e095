import { readFileSync } from 'node:fs';
import { Jel } from '../jel/jel.js';
import { compound, Compound, Text, writeTerm, type Term } from '../jel/term.js';
import type { Answer, QueryLimits } from '../relations/answer.js';
import { engineFile } from '../relations/engineFile.js';
import { Relations } from '../relations/opened.js';
import { placeAt, QueryError } from '../relations/queryError.js';
import type { Relation } from '../relations/relation.js';
import { RowPredicate } from './rowPredicate.js';
import { Swipl } from './swipl.js';

/** So many solutions are given at first; each time that more are wanted, twice as many. */
const firstChunk = 16;
const largestChunk = 4096;

/** What a query may write, in characters. */
const maxOutput = 1_000_000;

/** The files that Prolog loads before a query, in this order. */
const libraries = ['bridge.pl', 'javata.pl', 'questions.pl'];

/** What Prolog has said of a query until now. */
interface Progress {
  readonly text: string;
  columns: readonly string[];
  readonly rows: unknown[][];
  total: number;
  output: string;
  fault: QueryError | null;
}

/** Prolog in which a recording is asked by `event/3`, `row/2` and the rules of JavaTA. It answers one query. */
export class PrologEngine {
  private readonly jel: Jel;
  private readonly rows: RowPredicate;
  private swipl: Swipl | null = null;
  private progress: Progress | null = null;

  private constructor(
    relations: Relations,
    private readonly limits: QueryLimits,
    /** Whether the relations are of one run alone: in many the number of an event is not one event's. */
    private readonly isOneRun: boolean,
  ) {
    this.jel = new Jel(relations);
    this.rows = new RowPredicate(relations);
  }

  /** Starts Prolog and loads the rules. Cost: more than a second. */
  static async start(relations: readonly Relation[], limits: QueryLimits, isOneRun = true): Promise<PrologEngine> {
    const engine = new PrologEngine(new Relations(relations), limits, isOneRun);
    engine.swipl = await Swipl.start((request) => engine.answer(request), limits.megabytes);
    for (const name of libraries) engine.swipl.load(readFileSync(engineFile(name), 'utf8'), name);
    return engine;
  }

  /** Answers the goal behind `?-` in a text, which may have clauses before it. Throws a `QueryError`. */
  query(text: string): Answer {
    const progress: Progress = { text, columns: [], rows: [], total: 0, output: '', fault: null };
    this.progress = progress;
    try {
      if (this.swipl?.call('whence:main') !== true) throw new Error('Prolog has not answered.');
    } catch (error) {
      throw this.isMemory(error) ? this.tooMuchMemory() : error;
    }
    if (progress.fault !== null) throw progress.fault;
    const { columns, rows, total, output } = progress;
    const wrote = output === '' ? {} : { output };
    if (columns.length === 0) return { columns: ['answer'], rows: [[total > 0]], total: 1, ...wrote };
    return { columns, rows, total, ...wrote };
  }

  private answer(request: Term): Term {
    const { progress } = this;
    if (progress === null) return 'none';
    if (request === 'text') return new Text(progress.text);
    if (!(request instanceof Compound)) throw new QueryError(`Prolog asks for ${writeTerm(request)}.`);
    const [first = null, second = null, third = null] = request.terms;
    switch (request.functor) {
      case 'event':
      case 'bare_event':
        return this.events(request.functor, request.terms);
      case 'row':
        return this.rowsOf(first, second, third);
      case 'columns':
        progress.columns = listOf(first).map(String);
        return 'true';
      case 'solution':
        if (progress.total++ < this.limits.rows) progress.rows.push(listOf(first).map(jsonOf));
        return 'true';
      case 'output':
        progress.output = textOf(first).slice(0, maxOutput);
        return 'true';
      case 'fault':
        progress.fault = this.faultAt(textOf(first), second, third);
        return 'true';
      case 'resource':
        progress.fault = this.tooMuchMemory();
        return 'true';
      default:
        throw new QueryError(`Prolog asks for ${writeTerm(request)}.`);
    }
  }

  private events(name: 'event' | 'bare_event', [id = null, thread = null, term = null, more = null]: readonly Term[]): Term {
    if (!this.isOneRun) throw new QueryError('event/3 is about one recording: in many runs ask row/2, with run = Run among its columns.');
    const { from, size, given } = chunkOf(more, -1);
    const number = typeof id === 'number' ? id : null;
    if (id !== null && number === null) return compound('rows', [], 'none');
    const found: Term[] = [];
    // Some events of one number may have been given already.
    let [last, same] = [from, 0];
    const asked = typeof thread === 'string' ? thread : null;
    for (const event of this.jel.events(number, asked, term, from, name === 'bare_event')) {
      if (event.id !== last) [last, same] = [event.id, 0];
      if (last === from && same++ < given) continue;
      if (found.length === size) return compound('rows', found, nextChunk(last, size, last === from ? same - 1 : same));
      if (last !== from) same++;
      found.push(compound(name, event.id, event.thread, event.term));
    }
    return compound('rows', found, 'none');
  }

  private rowsOf(relation: Term, columns: Term, more: Term): Term {
    const { from, size } = chunkOf(more, 0);
    const found: Term[] = [];
    for (const row of this.rows.solutions(relation, columns, from)) {
      if (found.length === size) return compound('rows', found, nextChunk(from + size, size));
      found.push(compound('row', relation, row));
    }
    return compound('rows', found, 'none');
  }

  /** A fault with its place: `at` counts letters, and the name that it is about stands there or behind. */
  private faultAt(message: string, at: Term, name: Term): QueryError {
    const text = this.progress?.text ?? '';
    const sentence = `${message.replace(/\s+/g, ' ').replace(/[.\s]+$/, '')}.`;
    const word = typeof name === 'string' && name !== 'none' ? name.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&') : null;
    const start = typeof at === 'number' ? unitsOf(text, at) : null;
    // The goal is looked through first, then the clauses before it.
    for (const from of word === null ? [] : [start ?? 0, 0]) {
      const found = text.slice(from).search(new RegExp(`(?<![\\w$])${word ?? ''}(?![\\w$])`, 'u'));
      if (found >= 0) return new QueryError(sentence, placeAt(text, from + found));
    }
    if (start === null) return new QueryError(sentence);
    const blanks = /^(?:\s|%.*(?:\n|$))*/.exec(text.slice(start))?.[0].length ?? 0;
    return new QueryError(sentence, placeAt(text, start + blanks));
  }

  private isMemory(error: unknown): boolean {
    return error instanceof Error && /memory|abort|unreachable|out of bounds/i.test(error.message);
  }

  private tooMuchMemory(): QueryError {
    return new QueryError(`The query needs more than ${this.limits.megabytes} MB.`);
  }
}

/** Where to go on, and how many solutions to give. */
/** From where on how many are wanted; of those that begin there, some were `given` before. */
function chunkOf(more: Term, start: number): { readonly from: number; readonly size: number; readonly given: number } {
  const [from = start, size = firstChunk, given = 0] = more instanceof Compound ? (more.terms as readonly number[]) : [];
  return { from, size, given };
}

function nextChunk(from: number, size: number, given = 0): Term {
  return compound('more', from, Math.min(size * 2, largestChunk), given);
}

/** A term as JSON, values of the program as in named questions; what has no JSON is written as Prolog, and a variable as `_`. */
function jsonOf(term: Term): unknown {
  if (term === null) return '_';
  if (typeof term === 'string') return term in jsonOfAtom ? jsonOfAtom[term] : term;
  if (typeof term === 'bigint') return { bigint: String(term) };
  if (typeof term === 'number')
    return Number.isFinite(term) && !Object.is(term, -0) ? term : { number: Object.is(term, -0) ? '-0' : String(term) };
  if (term instanceof Text) return term.text;
  if (!(term instanceof Compound)) return term.map(jsonOf);
  const [name, number] = term.terms;
  if (term.functor === 'o' && term.terms.length === 2 && typeof name === 'string' && typeof number === 'number')
    return { object: `${name}#${number}` };
  return writeTerm(term);
}

const jsonOfAtom: Readonly<Record<string, unknown>> = {
  __proto__: null,
  null: null,
  true: true,
  false: false,
  undefined: { undefined: true },
  NaN: { number: 'NaN' },
  Infinity: { number: 'Infinity' },
  '-Infinity': { number: '-Infinity' },
};

function listOf(term: Term): readonly Term[] {
  return Array.isArray(term) ? (term as readonly Term[]) : [];
}

function textOf(term: Term): string {
  return term instanceof Text ? term.text : String(term);
}

/** The offset of a letter, in units of UTF-16. */
function unitsOf(text: string, letters: number): number {
  let offset = 0;
  for (let count = 0; count < letters && offset < text.length; count++) offset += (text.codePointAt(offset) ?? 0) > 0xffff ? 2 : 1;
  return offset;
}
