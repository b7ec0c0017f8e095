import { Worker } from 'node:worker_threads';
import { builtFile } from '../../operations/built.js';
import type { NamedQuestion, NamedOutcome } from '../namedQuestion.js';
import { rows, input, output, text } from '../toolSchema.js';
import { Refused, type CommonArguments, type Tool, type ToolAnswer, type ToolCall } from '../tool.js';
import { recordingPath, type Runs } from './whyTool.js';

interface QueryArguments extends CommonArguments {
  readonly recording: string;
  readonly ask?: string;
  readonly sql?: string;
  readonly against?: string;
}

/** So many rows are looked at for one answer, and so much memory is used. */
const limits = { rows: 1000, megabytes: 1024 };

/** `query`: named questions and SQL about a recording, and comparing two. */
export function queryTool({ bounds, recorded }: Runs): Tool<QueryArguments> {
  return {
    name: 'query',
    description:
      'Asks a recording: ask callTree(), argumentHistory(method: "f"), localVariableHistory(function: "f", variable: "x"), objectState(object: "Row#3", event: 812), whereExceptionIsThrown(), …; or sql; against: where runs differ.',
    input: input({ recording: text(), ask: text(), sql: text(), against: text() }, ['recording']),
    output: output({ rows, total: { type: 'integer' }, compared: { type: 'object' } }),
    runs: false,
    instead: 'Call query with ask: "callTree()" to see what ran.',
    async call({ recording, ask, sql, against }, call) {
      if (sql !== undefined && !isSelection(sql))
        throw new Refused('sql must be a SELECT, WITH, VALUES or EXPLAIN: recordings are only read.');
      const file = recordingPath(bounds, recorded, recording);
      const other = against === undefined ? null : recordingPath(bounds, recorded, against);
      if (sql !== undefined && (ask !== undefined || other !== null))
        throw new Refused('Give one of ask, sql and against, or ask with against.');
      const answer =
        sql === undefined
          ? await named({ recording: file, ask: ask ?? null, against: other, limit: limits.rows, cwd: bounds.root }, call)
          : await ownRows(file, sql, bounds.root, call);
      return { ...answer, link: null };
    },
  };
}

const isSelection = (sql: string): boolean => /^\s*(?:--[^\n]*\s+)*(?:select|with|values|explain)\b/i.test(sql);

type Found = Omit<ToolAnswer, 'link'>;

async function ownRows(recording: string, sql: string, cwd: string, { signal, milliseconds }: ToolCall): Promise<Found> {
  // A query is a text here, never a file.
  const request = { recording, file: '', text: sql, limits, cwd, engine: 'sqlite' as const };
  const { runQuery } = await import('../../operations/runQuery.js');
  const answer = await runQuery(request, { program: builtFile('queryWorker.js'), milliseconds, signal });
  const { columns, rows, total, lacking = [] } = answer;
  const objects = rows.map((row) => Object.fromEntries(columns.map((name, column) => [name, row[column]])));
  return {
    head: `${total} ${total === 1 ? 'row' : 'rows'}.`,
    lines: objects.map((row) => JSON.stringify(row)),
    data: {
      complete: rows.length === total && lacking.length === 0,
      columns,
      rows: objects,
      total,
      missing: lacking.flatMap(({ missing }) => missing),
    },
    list: 'rows',
  };
}

/** A thread answers, so that other calls go on and this one can be ended. */
function named(question: NamedQuestion, { signal }: ToolCall): Promise<Found> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(builtFile('namedQuestion.js'), { workerData: question, execArgv: [] });
    const end = (): void => {
      void worker.terminate();
      reject(signal.reason instanceof Error ? signal.reason : new Error('Cancelled.'));
    };
    signal.addEventListener('abort', end, { once: true });
    const over = (): void => signal.removeEventListener('abort', end);
    worker.once('message', (outcome: NamedOutcome) => {
      over();
      if (outcome.kind === 'answer') resolve(outcome.found);
      else reject(new Error(outcome.message));
    });
    worker.once('error', (error) => {
      over();
      reject(error);
    });
  });
}
