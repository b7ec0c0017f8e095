import assert from 'node:assert/strict';
import { checkText } from '../../support/checking.js';

const findingOf = (text: string) =>
  checkText(text).findings.map(({ message, alternatives }) => [message, ...alternatives.map((each) => each.message)]);

describe('what each part of a condition is for', () => {
  it('is told of accesses that begin at the same place', () => {
    const text = `export function main(props: { user?: { name: string } }): string {
  return props.user!.name[0]!.toUpperCase();
}`;
    const [finding] = findingOf(text);
    assert.equal(
      finding?.[0],
      'main fails if props.user.name === "" || props.user == null, either because props.user!.name is a property of undefined or null ' +
        '(line 2) or because props.user!.name[0]!.toUpperCase is a property of undefined or null (line 2).',
    );
    assert.equal(
      finding?.[1],
      'Fails if props.user.name === "": props.user!.name[0]!.toUpperCase is a property of undefined or null (line 2).',
    );
  });

  it('is no loop over a list that does not grow', () => {
    const text = (more: string): string => `const users = [{ id: 1, name: 'Ada' }, { id: 2, name: 'Grace' }];
function byId(id) { for (const user of users) { ${more} if (user.id === id) return user; } return undefined; }
export function root() { return byId(0).name; }`;
    assert.deepEqual(
      checkText(text(''), {}, [], 'main.js').findings.map(({ message }) => message),
      ['root always fails: byId(0).name is a property of undefined or null (line 3).'],
    );
    const [grown] = checkText(text('users.push({ id: 3, name: user.name });'), {}, [], 'main.js').findings;
    assert.match(grown?.message ?? 'or for another reason', /does not end|or for another reason/);
  });

  it('is no refusal of what has nothing to do with the condition', () => {
    const text = (step: string): string => `const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
export async function root(times: number): Promise<number> {
  let left = times;
  while (left !== 0) {
    ${step}
    left -= 2;
  }
  return left;
}`;
    const messages = (step: string): readonly string[] => checkText(text(step)).findings.map(({ message }) => message);
    assert.deepEqual(messages('await sleep(10);'), ['root fails if times < 0: it does not end.']);
    assert.deepEqual(messages('await sleep(10);\n    const all = new Array(left * 2);').length, 1);
    assert.match(messages('await sleep(10);\n    const all = new Array(left * 2);')[0] ?? '', /new Array\(left \* 2\) throws a RangeError/);
  });

  it('is no test that nothing passes', () => {
    const text = `export const main = (v) => {
  const d = v instanceof Date ? v : new Date(v);
  if (isNaN(d)) throw new RangeError('date');
  return d.toISOString();
};`;
    assert.deepEqual(checkText(text, {}, [], 'main.js').findings, []);
  });

  it('names no bound next to 0', () => {
    const text = `export function main(month: number): number {
  const q = Math.ceil(month / 3);
  if (q < 1 || q > 4) throw new RangeError('quarter');
  return q;
}`;
    const [finding] = checkText(text).findings;
    assert.match(finding?.message ?? '', /^main fails if month <= 0 \|\| month > 12: /);
    assert.equal(finding?.condition, '!(month <= 0) && !(month > 12)');
  });

  it('is one length where an earlier part has another one', () => {
    const text = `export function main(xs: number[]): number {
  const m = Math.max(...xs);
  if (m === -Infinity) throw new Error('empty');
  return m;
}`;
    assert.match(findingOf(text)[0]?.[0] ?? '', /^main fails if xs\.length === 0 \|\| \(xs\.length === 1 && /);
  });

  it('is what the values at a bound come to, where that is something else', () => {
    const first = `export function main(size: number): string {
  const bytes = new Uint8Array(size);
  return bytes[0].toFixed();
}`;
    assert.deepEqual(findingOf(first), [
      [
        'main fails if size <= 0, either because new Uint8Array(size) throws (line 2) ' +
          'or because bytes[0].toFixed is a property of undefined or null (line 3).',
      ],
    ]);
    const tested = first.replace('  const', "  if (size < 0) throw new RangeError('size');\n  const");
    assert.deepEqual(findingOf(tested), [["main fails if size < 0: it throws new RangeError('size') (line 2)."]]);
  });

  it('is nothing that other runs fail for', () => {
    const text = `export function main(f: () => number, tries: number): number {
  for (let i = 0; i < tries; i++) {
    const r = f();
    if (r === 1) return r;
    if (r === 2) throw new Error('failed');
  }
  throw new Error('timeout');
}`;
    assert.deepEqual(findingOf(text), [["main fails if tries <= 0: it throws new Error('timeout') (line 7)."]]);
  });

  it('is told without what a list of numbers says already', () => {
    const text = `const SIZES = [10, 25, 50];
export function main(rows: string[], size: number): number[] {
  if (!SIZES.includes(size)) throw new RangeError('size');
  return new Array(Math.ceil(rows.length / size) - 1).fill(0);
}`;
    const [finding] = checkText(text).findings;
    assert.equal(finding?.condition, '[10, 25, 50].includes(size) && Math.ceil(rows.length / size) - 1 >= 0');
  });

  it('is no recursion that goes on for numbers alone which the condition does not name', () => {
    const attempt = `function attempt(left: number): number {
  if (left < 0) throw new RangeError('none left');
  return left === 0 ? 1 : attempt(left - 1);
}\n`;
    const tried = (text: string): readonly string[] => checkText(attempt + text, { gate: true }).findings.map(({ message }) => message);
    assert.deepEqual(tried('export function main(n: number) { return attempt(n - 1); }'), [
      "main fails if n < 1: it throws new RangeError('none left') (line 2).",
    ]);
    assert.deepEqual(tried("export function main(n: number) { if (n === 7.5) throw new Error('half'); return attempt(n); }"), [
      "main fails if n < 0 || n === 7.5, either because it throws new RangeError('none left') (line 2) or because it throws new Error('half') (line 5).",
    ]);
    // Here numbers that a run counts to go on, too.
    const down = `function down(n: number): number {
  if (n === 7) throw new RangeError('seven');
  return n === 0 ? 1 : down(n - 1);
}\n`;
    const [finding] = checkText(`${down}export function main(n: number) { return down(n - 1); }`, { gate: true }).findings;
    assert.match(finding?.message ?? '', /does not end/);
  });
});
