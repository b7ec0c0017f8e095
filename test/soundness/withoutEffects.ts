import { Session, type Runtime } from 'node:inspector';

/** How V8 refuses to go on where it would change something. */
const refusal = 'EvalError: Possible side-effect in debug-evaluate';

/** An accessor may never end. */
const timeoutMs = 1000;

const place = '__conditionWithoutEffects';

let session: Session | null = null;

/**
 * Evaluates a condition about the program as a debugger does: one that would change anything is not evaluated to its end, and counts as
 * true. V8 walks the whole heap for it, which takes seconds in a large one: only for conditions that run functions of the program.
 */
export function withoutEffects(condition: () => unknown): unknown {
  if (session === null) {
    session = new Session();
    session.connect();
  }
  Reflect.set(globalThis, place, condition);
  let result: unknown;
  const question = { expression: `Boolean(${place}())`, throwOnSideEffect: true, silent: true, timeout: timeoutMs };
  // A session of the own thread answers at once.
  session.post('Runtime.evaluate', question, (error, answer?: Runtime.EvaluateReturnType) => {
    const exception = answer?.exceptionDetails?.exception;
    // Without an answer: it did not end in time.
    result = exception === undefined ? error !== null || answer?.result.value : exception.description?.startsWith(refusal);
  });
  Reflect.deleteProperty(globalThis, place);
  return result;
}
