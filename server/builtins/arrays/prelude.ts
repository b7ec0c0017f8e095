import type { PreludeMember } from '../../ir/link.js';
import { builtinFacts, memberOf } from '../facts.js';

/**
 * Built-in methods that call back, in JavaScript, following the algorithms of ECMA-262 (23.1.3) for arrays whose prototype chain
 * has no elements. They are lowered and analysed like code of the user, in a copy for each call.
 *
 * - Where the built-in asks `HasProperty(i)` for i below the first length, here is an iteration that stops at that length. They
 *   see the same elements: when the array has become shorter than i, nothing is called any more that could make it longer.
 * - A hole reads as undefined, and whether undefined is a hole is left open: `Math.random()` is any number. What a comparison
 *   sort compares, and when it is done, is left open in the same way.
 * - `Array['%dense'](a)` and its like (preludeModels.ts) tell the analysis what the built-in guarantees, and intervals cannot show.
 * - A second argument, `this` of the callback, is not described: such calls are unknown code.
 */
export const preludeText = `'use strict';
function Array_prototype_forEach(callback) {
  if (typeof callback !== 'function') throw new TypeError('The callback is not a function');
  const length = this.length;
  let i = 0;
  for (const element of this) {
    if (i >= length) break;
    if (element !== undefined || Math.random() < 0.5) callback(element, i, this);
    i++;
  }
}

function Array_prototype_map(callback) {
  if (typeof callback !== 'function') throw new TypeError('The callback is not a function');
  const length = this.length;
  const result = new Array(length);
  let holes = false;
  let i = 0;
  for (const element of this) {
    if (i >= length) break;
    if (element !== undefined || Math.random() < 0.5) result[i] = callback(element, i, this);
    else holes = true;
    i++;
  }
  // Shorter: the last elements were gone when it was their turn.
  if (holes || this.length < length) return result;
  return Array['%dense'](result);
}

function Array_prototype_filter(callback) {
  if (typeof callback !== 'function') throw new TypeError('The callback is not a function');
  const length = this.length;
  const result = [];
  let i = 0;
  for (const element of this) {
    if (i >= length) break;
    if (element !== undefined || Math.random() < 0.5) {
      if (callback(element, i, this)) result.push(element);
    }
    i++;
  }
  return Array['%atMost'](result, length);
}

function Array_prototype_some(callback) {
  if (typeof callback !== 'function') throw new TypeError('The callback is not a function');
  const length = this.length;
  let i = 0;
  for (const element of this) {
    if (i >= length) break;
    if (element !== undefined || Math.random() < 0.5) {
      if (callback(element, i, this)) return true;
    }
    i++;
  }
  return false;
}

function Array_prototype_every(callback) {
  if (typeof callback !== 'function') throw new TypeError('The callback is not a function');
  const length = this.length;
  let i = 0;
  for (const element of this) {
    if (i >= length) break;
    if (element !== undefined || Math.random() < 0.5) {
      if (!callback(element, i, this)) return false;
    }
    i++;
  }
  return true;
}

function Array_prototype_flatMap(callback) {
  if (typeof callback !== 'function') throw new TypeError('The callback is not a function');
  const length = this.length;
  const result = [];
  let i = 0;
  for (const element of this) {
    if (i >= length) break;
    if (element !== undefined || Math.random() < 0.5) {
      const mapped = callback(element, i, this);
      if (Array.isArray(mapped)) {
        for (const part of mapped) {
          if (part !== undefined || Math.random() < 0.5) result.push(part);
        }
      } else {
        result.push(mapped);
      }
    }
    i++;
  }
  return result;
}

function Array_prototype_find(callback) {
  if (typeof callback !== 'function') throw new TypeError('The callback is not a function');
  const length = this.length;
  for (let i = 0; i < length; i++) {
    const element = this[i];
    if (callback(element, i, this)) return element;
  }
  return undefined;
}

function Array_prototype_findIndex(callback) {
  if (typeof callback !== 'function') throw new TypeError('The callback is not a function');
  const length = this.length;
  for (let i = 0; i < length; i++) {
    if (callback(this[i], i, this)) return i;
  }
  return -1;
}

function Array_prototype_findLast(callback) {
  if (typeof callback !== 'function') throw new TypeError('The callback is not a function');
  for (let i = this.length - 1; i >= 0; i--) {
    const element = this[i];
    if (callback(element, i, this)) return element;
  }
  return undefined;
}

function Array_prototype_findLastIndex(callback) {
  if (typeof callback !== 'function') throw new TypeError('The callback is not a function');
  for (let i = this.length - 1; i >= 0; i--) {
    if (callback(this[i], i, this)) return i;
  }
  return -1;
}

function Array_prototype_reduce(callback, ...initial) {
  if (typeof callback !== 'function') throw new TypeError('The callback is not a function');
  const length = this.length;
  let start = 0;
  if (initial.length > 0) {
    let accumulator = initial[0];
    for (const element of this) {
      if (start >= length) break;
      if (element !== undefined || Math.random() < 0.5) accumulator = callback(accumulator, element, start, this);
      start++;
    }
    return accumulator;
  }
  for (const first of this) {
    start++;
    if (first === undefined && Math.random() >= 0.5) continue;
    let accumulator = first;
    let i = 0;
    for (const element of this) {
      if (i >= length) break;
      if (i >= start) {
        if (element !== undefined || Math.random() < 0.5) accumulator = callback(accumulator, element, i, this);
      }
      i++;
    }
    return accumulator;
  }
  throw new TypeError('Reduce of empty array with no initial value');
}

function Array_prototype_reduceRight(callback, ...initial) {
  if (typeof callback !== 'function') throw new TypeError('The callback is not a function');
  let start = this.length - 1;
  if (initial.length > 0) {
    let accumulator = initial[0];
    for (let i = start; i >= 0; i--) {
      const element = this[i];
      if (element !== undefined || Math.random() < 0.5) accumulator = callback(accumulator, element, i, this);
    }
    return accumulator;
  }
  for (; start >= 0; start--) {
    const first = this[start];
    if (first === undefined && Math.random() >= 0.5) continue;
    let accumulator = first;
    for (let i = start - 1; i >= 0; i--) {
      const element = this[i];
      if (element !== undefined || Math.random() < 0.5) accumulator = callback(accumulator, element, i, this);
    }
    return accumulator;
  }
  throw new TypeError('Reduce of empty array with no initial value');
}

function Array_prototype_sort(comparator) {
  if (comparator !== undefined && typeof comparator !== 'function') throw new TypeError('The comparator is not a function');
  const items = Array.from(this);
  const length = items.length;
  if (length < 2) return this;
  do {
    const left = items[Math.floor(Math.random() * length)];
    const right = items[Math.floor(Math.random() * length)];
    if (left !== undefined && right !== undefined) {
      if (comparator === undefined) String(left) < String(right);
      else +comparator(left, right);
    }
  } while (Math.random() < 0.5);
  Array['%permute'](this, items);
  return this;
}

function Array_prototype_toSorted(comparator) {
  if (comparator !== undefined && typeof comparator !== 'function') throw new TypeError('The comparator is not a function');
  const items = Array.from(this);
  const length = items.length;
  if (length < 2) return items;
  do {
    const left = items[Math.floor(Math.random() * length)];
    const right = items[Math.floor(Math.random() * length)];
    if (left !== undefined && right !== undefined) {
      if (comparator === undefined) String(left) < String(right);
      else +comparator(left, right);
    }
  } while (Math.random() < 0.5);
  Array['%permute'](items, items);
  return items;
}

function Array_from(items, callback) {
  if (callback === undefined) return Array.from(items);
  if (typeof callback !== 'function') throw new TypeError('The callback is not a function');
  const result = [];
  let i = 0;
  if (Array.isArray(items)) {
    for (const element of items) {
      if (i >= items.length) break;
      result.push(callback(element, i));
      i++;
    }
    Array['%atMost'](result, i);
    // It ended because there were no more.
    return Array['%atLeast'](result, items.length);
  }
  // The length of what is like an array is read once; an iterable may change while it is iterated.
  const length = Array.from(items).length;
  for (;;) {
    const current = Array.from(items);
    if (i >= length && i >= current.length) break;
    if ((i >= length || i >= current.length) && Math.random() < 0.5) break;
    result.push(callback(current[i], i));
    i++;
  }
  Array['%atMost'](result, i);
  return Array['%atLeast'](result, i);
}
`;

/**
 * The functions of the prelude: `Array.prototype.map` is `Array_prototype_map`. They describe calls with `least` to `most`
 * arguments; of other calls the model of that name holds, if there is one.
 */
export const preludeMembers: readonly PreludeMember[] = [...builtinFacts].flatMap(([name, { prelude }]) =>
  prelude === undefined ? [] : [{ name, member: memberOf(name), ...prelude }],
);
