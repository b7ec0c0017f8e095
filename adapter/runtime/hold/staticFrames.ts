import type { Debugger } from 'node:inspector';

/**
 * Frames of what a class runs for itself (static blocks and fields). Before Node 22, V8 evaluates in such a function once: a second time it
 * takes the global object for `this`, or ends the process. So the first time takes hold of all that can be seen, by functions that read it.
 */
export function isShownOnce({ functionName }: Pick<Debugger.CallFrame, 'functionName'>): boolean {
  return isOldNode && functionName === '<static_initializer>';
}

const isOldNode = Number(process.versions.node.split('.')[0]) < 22;

/** By function: in which pause it was looked at, and the object that holds what was seen. */
const looked = new Map<string, { readonly pause: object; readonly held: string | null }>();

/** The object that holds all that is seen in such a frame; null: it was looked at in an earlier pause. `hold`: evaluates an expression there. */
export function heldIn(
  { functionLocation, location }: Debugger.CallFrame,
  pause: object,
  text: string,
  hold: (expression: string) => string | null,
): string | null {
  const { scriptId, lineNumber, columnNumber } = functionLocation ?? location;
  const name = `${scriptId}:${lineNumber}:${columnNumber ?? 0}`;
  const known = looked.get(name);
  if (known !== undefined) return known.pause === pause ? known.held : null;
  const held = hold(holderOf(text, false));
  looked.set(name, { pause, held });
  return held;
}

export const shownOnce = 'Before Node 22, V8 shows the variables of a static block or field at one moment alone';

/** An expression that makes an object which holds all that a text names, as it is seen there; `isWritable`: it can be assigned to. */
export function holderOf(text: string, isWritable: boolean): string {
  const names = namesIn(text).map((name) => getter(name) + (isWritable ? setter(name) : ''));
  return `({self:this,names:{__proto__:null,${names.join('')}}})`;
}

const getter = (name: string): string => `get ${name}(){return ${name}},`;
const setter = (name: string): string => `set ${name}(value){${name}=${name === 'value' ? 'arguments[0]' : 'value'}},`;

/** A function that evaluates an expression with what is held. */
export function evaluatorOf(expression: string): string {
  return `function(){const held=this;return(function(){with(held.names)return(${expression}\n)}).call(held.self)}`;
}

/** The names that a text may have, each once. */
function namesIn(text: string): readonly string[] {
  const names = new Set(text.match(/[\p{ID_Start}$_][\p{ID_Continue}$]*/gu) ?? []);
  return [...names].filter((name) => !words.has(name)).slice(0, mostNames);
}

const mostNames = 5000;

/** No names of variables, at least not in a class. */
const words = new Set(
  (
    'arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for function ' +
    'if implements import in instanceof interface let new null package private protected public return static super switch this throw true try ' +
    'typeof var void while with yield'
  ).split(' '),
);
