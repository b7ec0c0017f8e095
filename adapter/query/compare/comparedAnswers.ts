import { answerOfOne, type Answer } from '../answerQuestion.js';
import { Asked } from '../asked.js';
import { objectNamed } from '../objects.js';
import { NoSuchCode, parseQuestion, QuestionError, type NamedQuestion } from '../parseQuestion.js';
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
  const there = values.questionThere(question);
  const answers = [
    answerIfThere(alignment, 0, text),
    there === null ? { answer: null, reason: null } : answerIfThere(alignment, 1, there),
  ] as const;
  const [{ reason: first }, { reason: second }] = answers;
  const one = answers[0].answer ?? answers[1].answer;
  // What neither has is no question.
  if (one === null) throw new QuestionError(first ?? `Neither recording answers ${text}.`);
  const none: Answer = { columns: one.columns, rows: [], total: 0, complete: true, missing: [] };
  const [own, other] = [answers[0].answer ?? none, answers[1].answer ?? none];
  const keys = keysOf(question.shape.name, values);
  const rows = merged(own.rows, other.rows, own.rows.map(keys[0]), other.rows.map(keys[1]), (a, b) => values.changes(own.columns, a, b));
  const missing = [...own.missing, ...other.missing];
  const told = [
    ...(first === null ? [] : [`The first recording: ${first}`]),
    ...(second === null ? [] : [`The second recording: ${second}`]),
  ];
  return {
    ...withColumns(own.columns, rows, limit),
    complete: own.complete && other.complete,
    missing,
    ...notesOf({ ...none, notes: told }, own, other),
  };
}

/** The answer of one of the recordings, or that it has no such code. */
function answerIfThere(
  alignment: Alignment,
  side: 0 | 1,
  text: string,
): { readonly answer: Answer | null; readonly reason: string | null } {
  try {
    return { answer: answerOfOne(alignment.readers[side], text), reason: null };
  } catch (error) {
    if (error instanceof NoSuchCode) return { answer: null, reason: error.message };
    throw error;
  }
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

/** What is true of some answer, each sentence once. */
function notesOf(...answers: readonly Answer[]): Pick<Answer, 'notes'> {
  const notes = [...new Set(answers.flatMap((answer) => answer.notes ?? []))];
  return notes.length === 0 ? {} : { notes };
}
