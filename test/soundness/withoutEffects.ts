import { Session, type Runtime } from 'node:inspector';

export type Evaluator = (condition: () => unknown) => unknown;

/** Reading may run code whose name says nothing of what is read. */
const anywhere = /\b[gs]et\s*\[|\b(?:valueOf|toString|toJSON|toPrimitive|hasInstance|Proxy|defineProper(?:ty|ties))\b/;

const getter = /\bget\s+['"]?([\w$]+)/g;

/** Evaluates conditions about the program as a debugger does: what would change anything is not evaluated, and counts as true. */
export function evaluatorFor(text: string): Evaluator {
  if (anywhere.test(text)) return withoutEffects;
  const names = [...text.matchAll(getter)].map(([, name = '']) => name);
  if (names.length === 0) return directly;
  // Each name is escaped: `$` may be part of it.
  const mentioned = new RegExp(names.map((name) => `(?<![\\w$])${name.replaceAll('$', '\\$')}(?![\\w$])`).join('|'));
  return (condition) => (/\[/.test(String(condition)) || mentioned.test(String(condition)) ? withoutEffects : directly)(condition);
}

const directly: Evaluator = (condition) => condition();

/** How V8 refuses to go on where it would change something. */
const refusal = 'EvalError: Possible side-effect in debug-evaluate';

/** An accessor may never end. */
const timeoutMs = 1000;

const place = '__conditionWithoutEffects';

let session: Session | null = null;

function withoutEffects(condition: () => unknown): unknown {
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
