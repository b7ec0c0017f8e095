import type { Debugger, Runtime } from 'node:inspector';
import { evaluationFailed } from './errors.js';
import { evaluateOnFrame } from './frameEvaluation.js';
import type { Target } from './target.js';

export interface EvaluationOptions {
  /** null: outside all frames. */
  readonly callFrameId: string | null;
  /** Refuses what would change the program, as a hover must. */
  readonly isPure: boolean;
  /** Keeps declarations, allows `await`, knows `$_`. */
  readonly isConsole: boolean;
}

/** The value of an expression in the program; throws, with V8's own sentence, when it throws. */
export async function evaluate(target: Target, expression: string, options: EvaluationOptions): Promise<Runtime.RemoteObject> {
  const { result, exceptionDetails } = await run(target, completed(expression), options);
  if (exceptionDetails === undefined) return result;
  throw evaluationFailed(sentenceOf(exceptionDetails));
}

type Outcome = Debugger.EvaluateOnCallFrameReturnType;

async function run(target: Target, expression: string, { callFrameId, isPure, isConsole }: EvaluationOptions): Promise<Outcome> {
  const { client } = target;
  const common = {
    generatePreview: true,
    silent: true,
    ...(isPure ? { throwOnSideEffect: true } : {}),
    ...(isConsole ? { includeCommandLineAPI: true } : {}),
  };
  if (callFrameId === null) {
    if (target.pause === null) return client.send('Runtime.evaluate', { expression, ...common, ...(isConsole ? { replMode: true } : {}) });
    const outcome = await client.send('Runtime.evaluate', { expression, ...common });
    if (outcome.exceptionDetails === undefined || !hasAwait(expression)) return outcome;
    return client.send('Runtime.evaluate', { expression: promised(expression), ...common });
  }
  const outcome = await evaluateOnFrame(target, callFrameId, { expression, ...common });
  if (outcome.exceptionDetails !== undefined && hasAwait(expression))
    return evaluateOnFrame(target, callFrameId, { expression: promised(expression), ...common });
  return outcome;
}

/** While the program waits no promise settles: what is asked for with `await` is the promise. */
function promised(expression: string): string {
  return `(async()=>(${expression}\n))()`;
}

function hasAwait(expression: string): boolean {
  return /\bawait\b/.test(expression);
}

/** `{a: 1}` is meant as an object, not as a block. */
function completed(expression: string): string {
  const text = expression.trim();
  return /^\{[^]*\}$/.test(text) && !/;\s*\}$/.test(text) ? `(${text})` : text;
}

export function sentenceOf({ exception, text }: Runtime.ExceptionDetails): string {
  return exception?.description?.split(/\n\s+at /)[0] ?? (exception === undefined ? text : `Uncaught ${String(exception.value)}`);
}

/** Everything of a value, to be put into the clipboard: JSON where it is data, else as V8 writes it. */
export async function copyText(target: Target, value: Runtime.RemoteObject): Promise<string> {
  if (value.type === 'string') return String(value.value);
  if (value.objectId === undefined) return value.unserializableValue ?? value.description ?? String(value.value ?? 'undefined');
  const { result } = await target.call({
    objectId: value.objectId,
    functionDeclaration: copyFunction,
    returnByValue: true,
  });
  return typeof result.value === 'string' ? result.value : (value.description ?? '');
}

const copyFunction = `function(){
  if(typeof this==='function'||this instanceof Error||this instanceof RegExp)return this instanceof Error?this.stack:String(this);
  const above=[];
  return JSON.stringify(this,function(key,value){
    if(typeof value==='bigint')return value+'n';
    if(typeof value!=='object'||value===null)return value;
    while(above.length>0&&above[above.length-1]!==this)above.pop();
    if(above.includes(value))return '[Circular]';
    above.push(value);
    if(value instanceof Map)return {'Map':[...value]};
    if(value instanceof Set)return {'Set':[...value]};
    return value},2)}`;
