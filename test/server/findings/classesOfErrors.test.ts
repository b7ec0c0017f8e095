import assert from 'node:assert/strict';
import { checkText } from '../../support/checking.js';

const messages = (text: string, file = 'main.js'): readonly string[] =>
  checkText(text, { gate: true }, [], file)
    .findings.map(({ message }) => message)
    .filter((message) => message.startsWith('main '));

describe('the class of what the engine throws', () => {
  it('is not named where it is another one for other values', () => {
    assert.deepEqual(messages('export function main(size) { return Buffer.alloc(size); }'), [
      'main fails if !(size >= 0) || typeof size !== "number": Buffer.alloc(size) throws (line 1).',
    ]);
    const [big] = messages(`export function main(n, kind) {
  const given = kind === 'half' ? n + 0.5 : kind === 'none' ? undefined : 'zz';
  return BigInt(given);
}`);
    assert.match(big ?? '', /: BigInt\(given\) throws \(line 3\)\.$/);
    const [digits] = messages(`export function main(n) {
  const digits = n === 0 ? 101 : n === 1 ? 1n : 5;
  return (1.5).toFixed(digits);
}`);
    assert.equal(digits, 'main fails if n === 0 || n === 1: (1.5).toFixed(digits) throws (line 3).');
  });

  it('is named where it is the same for all', () => {
    assert.deepEqual(messages('export function main(n) { return new Array(n === 0 ? -1 : n === 1 ? 1.5 : 3); }'), [
      'main fails if n === 0 || n === 1: new Array(n === 0 ? -1 : n === 1 ? 1.5 : 3) throws a RangeError (line 1).',
    ]);
  });

  it('is a TypeError where a derived constructor returns no object, and a ReferenceError where it has not called super', () => {
    const text = (value: string): string => `export function main(n: number) {
  class Engine extends Object { constructor() { if (n > 3) return ${value}; super(); } }
  return new Engine();
}`;
    assert.match(messages(text('1 as never'), 'main.ts')[0] ?? '', /^main fails if n > 3: new Engine\(\) throws a TypeError \(line 3\)\.$/);
    assert.match(
      messages(text('undefined as never'), 'main.ts')[0] ?? '',
      /^main fails if n > 3: new Engine\(\) throws a ReferenceError \(line 3\)\.$/,
    );
  });
});

describe('the reason for which a store fails', () => {
  it('is none of several that it may have', () => {
    const [message] = messages(`export function main(n) {
  const o = n === 0 ? Object.freeze({ a: 1 }) : n === 1 ? undefined : n === 2 ? Object.preventExtensions({}) : { a: 1 };
  o.a = 5;
}`);
    assert.equal(message, 'main fails if [0, 1, 2].includes(n): o.a = 5 throws a TypeError (line 3).');
  });

  it('is told where there is one', () => {
    const [message] = messages(`export function main(n) {
  const o = n === 0 ? Object.freeze({ a: 1 }) : n === 1 ? Object.freeze({ a: 2 }) : { a: 1 };
  o.a = 5;
}`);
    assert.equal(message, 'main fails if n === 0 || n === 1: o.a = 5 writes to a read-only property (line 3).');
  });
});
