import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import { keepCode } from '../../server/files/keptCode.js';
import { QueryError } from '../trace/relations/queryError.js';
import { ownQuery, type OwnAnswer, type OwnQueryRequest } from './ownQuery.js';

/** What comes back of a query: its answer, or why there is none and where in the query. */
export type QueryOutcome =
  | { readonly kind: 'answer'; readonly answer: OwnAnswer }
  | { readonly kind: 'fault'; readonly message: string; readonly place: QueryError['place'] };

/** The program that answers one query: as a thread for engines of WebAssembly, as a process for native ones, which no thread can end. */
async function outcomeOf(request: OwnQueryRequest): Promise<QueryOutcome> {
  keepCode(); // behind a long query V8 has dropped the code of its beginning
  try {
    return { kind: 'answer', answer: await ownQuery(request) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { kind: 'fault', message, place: error instanceof QueryError ? error.place : null };
  }
}

if (isMainThread) {
  process.once('message', (request) => {
    void outcomeOf(request as OwnQueryRequest).then((outcome) => process.send?.(outcome, () => process.exit()));
  });
  // Nobody waits any more.
  process.once('disconnect', () => process.exit());
} else void outcomeOf(workerData as OwnQueryRequest).then((outcome) => parentPort?.postMessage(outcome));
