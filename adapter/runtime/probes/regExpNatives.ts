import { types } from 'node:util';
import { siteOfNative } from './nativeCallers.js';
import type { Callable } from '../realm/disguise.js';
import { apply, getOwnPropertyDescriptor } from '../realm/intrinsics.js';
import { earlier, wrap } from './natives.js';
import { ownWork } from '../realm/ownWork.js';
import { recordNative } from '../record/keyed.js';
import { beginCall, resumeCall } from '../record/nativePassages.js';
import { keyNumber } from '../rows/values.js';

const lastIndex = 'lastIndex';
/** Whether it was made so, whatever the program makes of the properties. */
const [isGlobal, isSticky] = ['global', 'sticky'].map((name) => getOwnPropertyDescriptor(RegExp.prototype, name)?.get);

/** A call that searches several times, as `replace` does: all its searches are one passage of its place. */
interface Search {
  readonly site: number;
  readonly call: number;
}

let search: Search | null = null;

/** Whoever looks for a regular expression writes where it looks next: all that does so calls `exec` (ECMA-262, RegExpExec). */
export function watchLastIndex(expressions: object): void {
  const writing = (name: PropertyKey, isWritten: (expression: RegExp) => boolean) =>
    wrap(expressions, name, (self, _values, call, expression) => {
      const isOurs = types.isRegExp(expression) && ownWork(() => isWritten(expression));
      const before = isOurs ? earlier(expression, lastIndex) : undefined;
      const result = call();
      if (isOurs) ownWork(() => record(self, expression, before));
      return result;
    });
  writing('exec', isMoving);
  writing('compile', () => true);
  // It begins at 0 and puts back what was there.
  writing(Symbol.search, (expression) => isMoving(expression) || expression.lastIndex !== 0);
  for (const name of [Symbol.replace, Symbol.match]) watchSearches(expressions, name);
}

/** A method that begins at 0 and searches until nothing is found, where the expression is global; else once. */
function watchSearches(expressions: object, name: symbol): void {
  wrap(expressions, name, (self, _values, call, expression) => {
    if (!types.isRegExp(expression)) return call();
    const outer = search;
    search = ownWork(() => {
      const begun = { site: siteOfNative(self), call: beginCall() };
      const isReset = isMarked(isGlobal, expression) && getOwnPropertyDescriptor(expression, lastIndex)?.writable === true;
      if (isReset) recordNative(begun.site, expression, keyNumber(lastIndex), 0, false, earlier(expression, lastIndex));
      return begun;
    });
    try {
      return call();
    } finally {
      search = outer;
    }
  });
}

function record(self: Callable, expression: RegExp, before: ReturnType<typeof earlier>): void {
  const site = siteOfNative(self);
  // What the program calls meanwhile, as a function that replaces, stands elsewhere.
  if (search?.site === site) resumeCall(search.call);
  recordNative(site, expression, keyNumber(lastIndex), expression.lastIndex, false, before);
}

/** Others always begin at the start. */
function isMoving(expression: RegExp): boolean {
  return isMarked(isGlobal, expression) || isMarked(isSticky, expression);
}

function isMarked(is: (() => unknown) | undefined, expression: RegExp): boolean {
  return is !== undefined && apply(is, expression, []) === true;
}
