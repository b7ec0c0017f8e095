import type { AdversaryProgram } from './subject.js';

const exported = (what: string, body: string, ...inputs: readonly string[]): AdversaryProgram => ({
  what,
  file: 'program.js',
  text: `export function main(o, i) { ${body} throw new Error('otherwise'); }`,
  calls: inputs.map((input) => `main(${input})`),
});

/** Objects with a `length` that counts no elements, and arrays with elements that it does not count. */
export const arrayLikes: readonly AdversaryProgram[] = [
  exported('an element and a length of 0', 'if (o[0] && o.length === 0) return o[0];', '{ 0: 1, length: 0 }'),
  exported('an element behind the length', 'if (o[i] !== undefined && i >= o.length) return o[i];', '{ 5: 1, length: 2 }, 5'),
  exported('a negative length', 'if (o.length === -1) return o[0];', '{ length: -1 }'),
  exported('a negative length, below the index', 'const n = o.length; if (n < 0 && i > n) return o[i];', '{ length: -3 }, -2'),
  exported('a length that is no integer', 'if (o.length > 1 && o.length < 2) return o[1];', '{ length: 1.5 }'),
  exported(
    'a field with a length of its own',
    'if (o.items[1] && o.items.length < 1) return o.items[1];',
    '{ items: { 1: true, length: 0 } }',
  ),
  exported('a row', 'const row = o[i]; if (row[0].name && !row.length) return row[0];', '[{ 0: { name: "n" } }], 0'),
  exported('a length that is left out', 'if (o[0] && o.length === undefined) return o[0];', '{ 0: 1 }'),
  exported('a function', 'if (o[3] && o.length === 1) return o[3];', 'Object.assign((x) => x, { 3: 1 })'),
  exported('an inherited element', 'if (o[1] && o.length === 0) return o[1];', 'Object.setPrototypeOf([], [1, 2])'),
  exported(
    'an array that is given a prototype with elements',
    'const a = []; Object.setPrototypeOf(a, o); if (a[1] !== undefined && a.length === 0) return a[1];',
    '[1, 2]',
  ),
  exported(
    'an array that is given one by its member',
    'const a = []; a.__proto__ = o; if (a[1] !== undefined && a.length === 0) return a[1];',
    '[1, 2]',
  ),
  exported(
    'a typed array that inherits another length',
    'const a = new Float64Array([1.5]); Reflect.setPrototypeOf(a, o); if (a.length === i) return a.length;',
    '[1, 2], 2',
    '{ length: 5 }, 5',
  ),
  exported(
    'a typed array with a length of its own',
    "const a = new Uint8Array(4); Object.defineProperty(a, 'length', { value: i }); if (a.length === i) return i;",
    'null, 9',
  ),
  exported(
    'a typed array with a length that a getter gives',
    "const a = new Uint8Array(4); a.__defineGetter__('length', () => i); if (a.length === i) return i;",
    'null, 9',
  ),
  exported(
    'a typed array with a length under a name that is not written',
    'const a = new Uint8Array(4); Reflect.defineProperty(a, o, { value: i }); if (a.length === i) return i;',
    '"length", 9',
  ),
  exported(
    'a typed array with a length that was set through another object',
    "const a = new Uint8Array(4); Reflect.set({}, 'length', i, a); if (a.length === i) return i;",
    'null, 9',
  ),
  {
    what: 'a declared array with the prototype of errors',
    file: 'program.ts',
    text: "export function main(o: number[], i: Error) { Reflect.setPrototypeOf(o, i); if (o instanceof Error) return o; throw new Error('otherwise'); }",
    calls: ['main([1], new Error())'],
  },
  {
    what: 'a declared typed array with a length of its own',
    file: 'program.ts',
    text: "export function main(o: Float64Array) { Object.defineProperties(o, { length: { value: -1 } }); if (o.length === -1) return o; throw new Error('otherwise'); }",
    calls: ['main(new Float64Array(2))'],
  },
  exported(
    'an element of the prototype of all arrays',
    'const a = []; Array.prototype[1] = o; const found = a[1]; delete Array.prototype[1]; if (found === 7 && a.length === 0) return found;',
    '7',
  ),
  exported(
    'an array with names that are no indices',
    'const a = [1]; a[4294967295] = 2; if (a[i] === 2 && a.length === 1) return a[i];',
    '0, 4294967295',
  ),
];
