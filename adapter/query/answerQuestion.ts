import { Asked } from './asked.js';
import {
  argumentHistory,
  callTree,
  enclosingArguments,
  enclosingReturnValue,
  postEventCalledMethods,
  preEventCalledMethods,
  returnValueHistory,
} from './callQuestions.js';
import { callChain, exceptionHistory, fullDetailCallChain, where, whereExceptionIsThrown } from './chainQuestions.js';
import { classFieldHistory, dataStructureHistory, instanceFieldHistory, localVariableHistory } from './historyQuestions.js';
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
}

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

/** Answers a named question about a recording. Throws a `QuestionError` where it cannot be put. */
export function answerQuestion(reader: TraceReader, text: string, limit = Infinity): Answer {
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
  }
  const missing = missingOf(reader, name, asked.has('field') ? asked.text('field') : null);
  return { columns, rows, total, complete: missing.length === 0, missing };
}

/** Whether a row is of the interval and the thread that are asked about. */
function isWanted({ from, to, thread, reader }: Asked, row: AnswerRow): boolean {
  const event = row['event'];
  if (typeof event === 'number' && (event < from || event > to)) return false;
  return thread === null || row['thread'] === reader.threadName(thread);
}
