import { types } from 'node:util';
import { siteOfNative } from './nativeCallers.js';
import type { Callable } from '../realm/disguise.js';
import { apply, getOwnPropertyDescriptor } from '../realm/intrinsics.js';
import { earlier, wrap } from './natives.js';
import { ownWork } from '../realm/ownWork.js';
import { recordNative } from '../record/keyed.js';
import { keyNumber } from '../rows/values.js';

const lastIndex = 'lastIndex';
/** Whether it was made so, whatever the program makes of the properties. */
const [isGlobal, isSticky] = ['global', 'sticky'].map((name) => getOwnPropertyDescriptor(RegExp.prototype, name)?.get);

/** Whoever looks for a regular expression writes where it looks next: all that does so calls `exec` (ECMA-262, RegExpExec). */
export function watchLastIndex(): void {
  const writing = (name: PropertyKey, isWritten: (expression: RegExp) => boolean) =>
    wrap(RegExp.prototype, name, (self, _values, call, expression) => {
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
}

function record(self: Callable, expression: RegExp, before: ReturnType<typeof earlier>): void {
  recordNative(siteOfNative(self), expression, keyNumber(lastIndex), expression.lastIndex, false, before);
}

/** Others always begin at the start. */
function isMoving(expression: RegExp): boolean {
  return [isGlobal, isSticky].some((is) => is !== undefined && apply(is, expression, []) === true);
}
