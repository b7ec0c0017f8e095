import { answerOfOne, type Answer } from '../answerQuestion.js';
import { Asked } from '../asked.js';
import { objectNamed } from '../objects.js';
import { parseQuestion, QuestionError, type NamedQuestion } from '../parseQuestion.js';
import type { AnswerRow } from '../reader.js';
import { AlignedValues } from './alignedValues.js';
import type { Alignment } from './alignment.js';
import { Comparing } from './comparison.js';
import { happeningKinds } from './happenings.js';
import { merged, type MergedRow } from './mergedRows.js';

/** An answer whose rows say which recording has them, and what differs: `only` (1 or 2) and `changed`. */
export interface ComparedAnswer extends Answer {
  /** Whether no row differs. */
  readonly isEqual: boolean;
}

/** Answers a question on two recordings. Events and objects that it names are those of the first; in the second it means what is aligned. */
export function comparedAnswers(alignment: Alignment, text: string, limit: number): ComparedAnswer {
  const question = parseQuestion(text);
  if (question.shape.name === 'firstDifference') return firstDifference(alignment, question);
  const values = new AlignedValues(alignment);
  const own = answerOfOne(alignment.readers[0], text);
  const there = values.questionThere(question);
  const other = there === null ? { ...own, rows: [], total: 0 } : answerOfOne(alignment.readers[1], there);
  const keys = keysOf(question.shape.name, values);
  const rows = merged(own.rows, other.rows, own.rows.map(keys[0]), other.rows.map(keys[1]), (a, b) => values.changes(own.columns, a, b));
  const missing = [...own.missing, ...other.missing];
  return { ...withColumns(own.columns, rows, limit), complete: own.complete && other.complete, missing, ...notesOf(own, other) };
}

/** Two answers of one recording, row by row in their order. */
export function comparedInOrder(own: Answer, other: Answer, limit: number): ComparedAnswer {
  const columns = [...new Set([...own.columns, ...other.columns])];
  const order = ({ rows }: Answer) => rows.map((_, index) => String(index));
  const rows = merged(own.rows, other.rows, order(own), order(other), (a, b) => jsonChanges(columns, a, b));
  return { ...withColumns(columns, rows, limit), complete: own.complete && other.complete, missing: own.missing, ...notesOf(own, other) };
}

function jsonChanges(columns: readonly string[], a: AnswerRow, b: AnswerRow): Readonly<Record<string, readonly [unknown, unknown]>> {
  const changed = columns.filter((name) => JSON.stringify(a[name]) !== JSON.stringify(b[name]));
  return Object.fromEntries(changed.map((name) => [name, [a[name] ?? null, b[name] ?? null]]));
}

/** An answer of merged rows, of which so many are given at most. */
export function withColumns(
  columns: readonly string[],
  rows: readonly MergedRow[],
  limit: number,
): Pick<ComparedAnswer, 'columns' | 'rows' | 'total' | 'isEqual'> {
  const isEqual = rows.every(({ only, changed }) => only === undefined && changed === undefined);
  return { columns: [...columns, 'only', 'changed'], rows: rows.slice(0, limit), total: rows.length, isEqual };
}

/** What rows of the same place, object or event have in common, in the first recording and in the second. */
function keysOf(name: string, values: AlignedValues): readonly [(row: AnswerRow) => string, (row: AnswerRow) => string] {
  const both = (key: (row: AnswerRow) => string) => [key, key] as const;
  switch (name) {
    case 'objectState':
      return both((row) => `${String(row['kind'])} ${String(row['name'])}`);
    case 'localsBefore':
    case 'localsAfter':
    case 'enclosingArguments':
      return both((row) => `${String(row['scope'])} ${String(row['name'])}`);
    case 'allInstances': {
      const object = (row: AnswerRow) => String((row['object'] as AnswerRow | undefined)?.['object']);
      return [
        (row) => String(Number(/\d+$/.exec(object(row))?.[0])),
        (row) => String(values.objectHere(object(row)) ?? `second ${object(row)}`),
      ];
    }
    case 'where':
    case 'whereExceptionIsThrown':
    case 'enclosingReturnValue':
    case 'threadStatus':
      return both((row) => String(row['thread']));
    default:
      if (/^(was|is|has)[A-Z]/.test(name)) return both(() => '');
      return [(row) => String(row['event']), (row) => String(values.eventHere(row['event']) ?? `second ${String(row['event'])}`)];
  }
}

function firstDifference(alignment: Alignment, question: NamedQuestion): ComparedAnswer {
  const asked = new Asked(alignment.readers[0], question);
  const kinds = happeningKinds.filter((kind) => kind !== 'other');
  const kind = asked.has('kind') ? kinds.find((one) => one === asked.text('kind')) : null;
  if (kind === undefined) throw new QuestionError(`There is no kind ${asked.text('kind')} of differences: ask ${kinds.join(', ')}.`);
  const object = asked.has('object') ? objectNamed(asked).id : null;
  const comparing = new Comparing(alignment);
  const thread = asked.has('thread') ? asked.text('thread') : null;
  const found = comparing.firstOf({ kind, object, from: asked.from, to: asked.to, thread, isSystem: asked.isSystem });
  const rows =
    found === null
      ? []
      : [{ ...(found.sides[0] ?? found.sides[1]), ...found }].map(
          ({ text: _text, hit: _hit, taken: _taken, value: _value, ...row }: AnswerRow) => row,
        );
  const { missing } = comparing;
  return { columns: question.shape.columns, rows, total: rows.length, complete: missing.length === 0, missing, isEqual: rows.length === 0 };
}

/** What is true of either answer, each sentence once. */
function notesOf(own: Answer, other: Answer): Pick<Answer, 'notes'> {
  const notes = [...new Set([...(own.notes ?? []), ...(other.notes ?? [])])];
  return notes.length === 0 ? {} : { notes };
}
