import type { HeapProfiler, Runtime, Session } from 'node:inspector';
import { nothing } from '../realm/nothing.js';
import { isLookedAt, isNext } from '../rows/sites.js';

/**
 * Whether what a call returns was made by it: V8 numbers all objects that there are just before the call, and none that is made after. A walk
 * through the heap takes 20 milliseconds and more.
 */
let session: Session | null = null;
let marks = 0;

const mostMarks = 40;

function mark(site: number): void {
  if (!isLookedAt(site) || !isNext(site) || ++marks > mostMarks) return;
  if (session === null) {
    session = new (process.getBuiltinModule('node:inspector').Session)();
    session.connect();
  }
  session.post('HeapProfiler.startTrackingHeapObjects', { trackAllocations: false });
}

/** The functions that instrumented code calls when the arguments of a call are evaluated. */
export const ageProbes = {
  __w_age(site: number): Iterable<never> {
    mark(site);
    return nothing();
  },
  __w_ageWith(site: number, value: unknown): unknown {
    mark(site);
    return value;
  },
};

/** Whether what an expression without effects evaluates to was made since the last mark. */
export function isYoung(expression: string): boolean {
  if (session === null || marks > mostMarks) return false;
  let number = '';
  const asked = session;
  asked.post('Runtime.evaluate', { expression }, (error: Error | null, { result }: Runtime.EvaluateReturnType) => {
    if (error !== null || result.objectId === undefined) return;
    asked.post(
      'HeapProfiler.getHeapObjectId',
      { objectId: result.objectId },
      (failure: Error | null, answer: HeapProfiler.GetHeapObjectIdReturnType) => {
        if (failure === null) number = answer.heapSnapshotObjectId;
      },
    );
  });
  asked.post('HeapProfiler.disable');
  asked.disconnect();
  session = null;
  return number === '0';
}
