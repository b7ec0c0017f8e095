import assert from 'node:assert/strict';
import { checkText } from '../../support/checking.js';

/** `line: message` of each finding, and below it `line: message` of what it names as causes. */
function said(text: string): readonly string[] {
  return checkText(text).findings.flatMap(({ span, message, because }) => [
    `${span.line}: ${message}`,
    ...because.map((reason) => `  ${reason.span.line}:${reason.span.column} ${reason.message}`),
  ]);
}

const onlySaid = (text: string, ...lines: readonly string[]): void => assert.deepEqual(said(text), lines);

describe('what a finding says', () => {
  it('names what is thrown', () =>
    onlySaid(
      `export function main(n: number) {
         if (n > 10) throw new RangeError('too large');
       }`,
      "1: main fails if n > 10: it throws new RangeError('too large') (line 2).",
      '  2:22 this is thrown and not caught',
    ));

  it('names each failure that a condition excludes', () =>
    onlySaid(
      `export function main(n: number) {
         if (n > 10) throw new Error('large');
         if (n < 0) throw new Error('small');
       }`,
      "1: main fails if n < 0 || n > 10: it throws new Error('large') (line 2).",
      '  2:22 this is thrown and not caught',
      '  3:21 this is thrown and not caught',
    ));

  it('names what was thrown before a finally block, not the block', () =>
    onlySaid(
      `export function main(n: number) {
         try {
           if (n > 10) throw new Error('n');
         } finally {
           n = 0;
         }
       }`,
      "1: main fails if n > 10: it throws new Error('n') (line 3).",
      '  3:24 this is thrown and not caught',
    ));

  it('does not name what is caught', () =>
    onlySaid(
      `export function main(n: number) {
         try {
           if (n > 10) throw new Error('n');
         } catch {
           throw new Error('wrapped');
         }
       }`,
      "1: main fails if n > 10: it throws new Error('wrapped') (line 5).",
      '  5:12 this is thrown and not caught',
    ));

  it('does not name what might fail but does not', () =>
    onlySaid(
      `export function main({ n }: { n: number }) {
         const twice = n * 2;
         if (twice > 20) throw new Error('n');
       }`,
      "1: main fails if n * 2 > 20: it throws new Error('n') (line 3).",
      '  3:26 this is thrown and not caught',
    ));

  it('tells properties of nothing', () =>
    onlySaid(
      `export function main(o: { x: number } | null) {
         return o!.x;
       }`,
      '1: main fails if o === null: o!.x is a property of undefined or null (line 2).',
      '  2:17 the object of this property is undefined or null here',
    ));

  it('tells what is called and is nothing', () =>
    onlySaid(
      `export function main(f: (() => void) | undefined) {
         f!();
       }`,
      '1: main fails if f == null: f!() calls something that is not a function (line 2).',
      '  2:10 f! is not a function here',
    ));

  it('tells what cannot be iterated', () =>
    onlySaid(
      `export function main(a: number[] | undefined) {
         for (const x of a!) console.log(x);
       }`,
      '1: main fails if a == null: a! cannot be iterated (line 2).',
      '  2:26 this cannot be iterated',
    ));

  it('tells what is used too early', () =>
    onlySaid(
      `export function main() {
         return x;
         const x = 1;
       }`,
      '1: main always fails: x is used before its declaration (line 2).',
      '  2:17 this is used before its declaration',
    ));

  it('tells what an operator refuses', () =>
    onlySaid(
      `export function main(b: bigint) {
         return 10n / b;
       }`,
      '1: main fails if b === 0n: 10n / b throws (line 2).',
      '  2:17 this throws and is not caught',
    ));
});
