import { Asked } from './asked.js';
import {
  argumentHistory,
  callTree,
  enclosingArguments,
  enclosingReturnValue,
  entriesOf,
  postEventCalledMethods,
  preEventCalledMethods,
  returnValueHistory,
} from './callQuestions.js';
import { callChain, exceptionHistory, fullDetailCallChain, where, whereExceptionIsThrown } from './chainQuestions.js';
import { requireClass } from './classes.js';
import { classFieldHistory, dataStructureHistory, instanceFieldHistory, localVariableHistory } from './historyQuestions.js';
import { variablesNamed } from './functions.js';
import { objectNamed } from './objects.js';
import { missingOf, type Missing } from './missing.js';
import { parseQuestion, QuestionError } from './parseQuestion.js';
import type { AnswerRow, TraceReader } from './reader.js';
import { allInstances, localsAfter, localsBefore, objectState } from './stateQuestions.js';
import { threadStatus } from './threadQuestions.js';
import {
  hasThreadExited,
  isThereAnInstance,
  isThreadRunning,
  wasExceptionCaught,
  wasFieldAssigned,
  wasMethodCalled,
  wasStatementExecuted,
} from './yesNoQuestions.js';

/** The answer to a question (`whence.query/1`). */
export interface Answer {
  readonly columns: readonly string[];
  /** At most as many as were asked for. */
  readonly rows: readonly AnswerRow[];
  /** How many there are in all. */
  readonly total: number;
  /** Whether no row can be missing. */
  readonly complete: boolean;
  readonly missing: readonly Missing[];
  /** What is true of the whole answer, in sentences; absent where there is nothing. */
  readonly notes?: readonly string[];
}

const orderIsApproximate = 'The order of events of different threads is approximate.';

type Question = (asked: Asked) => Iterable<AnswerRow>;

const questions: Readonly<Record<string, Question>> = {
  callChain,
  fullDetailCallChain,
  where,
  whereExceptionIsThrown,
  exceptionHistory,
  objectState,
  preEventCalledMethods,
  postEventCalledMethods,
  localsBefore,
  localsAfter,
  enclosingArguments,
  enclosingReturnValue,
  instanceFieldHistory,
  classFieldHistory,
  localVariableHistory,
  argumentHistory,
  returnValueHistory,
  dataStructureHistory,
  allInstances,
  threadStatus,
  callTree,
  wasStatementExecuted,
  wasMethodCalled,
  wasFieldAssigned,
  isThereAnInstance,
  wasExceptionCaught,
  isThreadRunning,
  hasThreadExited,
};

/** Answers a named question about a recording. Throws a `QuestionError` where it cannot be put, or names a class that is none. */
export function answerQuestion(reader: TraceReader, text: string, limit = Infinity): Answer {
  requireClass(new Asked(reader, parseQuestion(text)));
  return answerOfOne(reader, text, limit);
}

/** The same of one of two recordings: a class may be the other's alone. */
export function answerOfOne(reader: TraceReader, text: string, limit = Infinity): Answer {
  const question = parseQuestion(text);
  const { name, columns } = question.shape;
  const ask = questions[name];
  if (ask === undefined) throw new QuestionError(`${name} compares two recordings: name the other one with --against.`);
  const asked = new Asked(reader, question);
  const isYesNo = columns.includes('answer');
  const rows: AnswerRow[] = [];
  let total = 0;
  for (const row of ask(asked)) {
    if (!isYesNo && !isWanted(asked, row)) continue;
    total++;
    if (rows.length < limit) rows.push(row);
    asked.isOnlyCounting = rows.length >= limit;
  }
  const missing = missingOf(reader, {
    question: name,
    field: asked.has('field') ? asked.text('field') : null,
    object: asked.has('object') ? objectNamed(asked).id : null,
    variable: asked.has('variable') ? asked.text('variable') : null,
    paths: pathsAsked(asked),
  });
  const isOfThreads = asked.thread === null && reader.store.source.threads.length > 1;
  return { columns, rows, total, complete: missing.length === 0, missing, ...(isOfThreads ? { notes: [orderIsApproximate] } : {}) };
}

/** The texts of the functions and variables that a question names; null: it names none. */
function pathsAsked(asked: Asked): ReadonlySet<string> | null {
  const { source } = asked.reader.store;
  const pathOf = (site: number): readonly string[] => [source.site(site)?.path ?? []].flat();
  if (asked.has('method')) return new Set(entriesOf(asked).flatMap(pathOf));
  if (asked.has('variable'))
    return new Set(variablesNamed(asked.reader, asked.text('function'), asked.text('variable')).map(({ path }) => path));
  const row = /^(?:locals|enclosing)/.test(asked.name) ? asked.reader.store.row(asked.event('event')) : null;
  return row === null ? null : new Set(pathOf(row.site));
}

/** Whether a row is of the interval and the thread that are asked about. */
function isWanted({ from, to, thread, reader }: Asked, row: AnswerRow): boolean {
  const event = row['event'];
  if (typeof event === 'number' && (event < from || event > to)) return false;
  return thread === null || row['thread'] === reader.threadName(thread);
}
