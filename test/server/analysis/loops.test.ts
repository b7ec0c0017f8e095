import assert from 'node:assert/strict';
import { checkText, holds, requiresOf } from '../../support/checking.js';

/** The range of a variable just after the line's last statement. */
function rangeAt(text: string, line: number, variable: string): readonly (number | string | null)[] {
  const value = checkText(text, {}, [`${line}`]).states[0]?.reachable?.[variable];
  return [value?.min ?? null, value?.max ?? null];
}

describe('a loop', () => {
  it('leaves a variable that it does not write in the range that it had before', () => {
    const text = `declare function use(x: unknown): void;
export function main(n: number): void {
  if (!(n > 1 && n <= 2 ** 32)) throw new Error();
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < 32; k++);
    use(n);
  }
}
`;
    assert.deepEqual(rangeAt(text, 6, 'i'), [0, 2 ** 32 - 1]);
  });

  it('keeps what follows from bounds that a join has left out', () => {
    // The solution is verified.
    const text = `export function main(n: number, rows: { x: number }[]): void {
  const list = [1, 2], parts: unknown[] = [];
  try { for (let i = 1; i <= rows.length; i++) { rows[i].x; parts[n]; Array(n).length; } } catch { rows[1].x; }
  for (let i = 0; i < list.length; i++) 'ab'.repeat(n);
  parts.push(n);
}
`;
    assert.doesNotThrow(() => checkText(text, { unknownCalls: 'return-or-throw' }));
  });

  it('is left with NaN alone: what was known of integers holds of none', () => {
    // The solution is verified.
    const text = `export function main(n: number, rows: number[]): void {
  try { for (let i = n; i; i++) rows[i]; }
  finally { for (let i = 0; i <= rows.length; i++) 0; if (n !== 0) throw 0; }
}
`;
    const requires = requiresOf(checkText(text));
    assert.ok(holds(requires, 'n', 0), `0 is good, outside of ${requires}`);
  });

  it('fails where what it goes through is named like the variable of its head', () => {
    const walk = (head: string): string => `export function walk(node: any): void { ${head} { void node; } }\n`;
    for (const head of ['for (const node of node.children)', 'for (let node in node)', 'for (const [node] of [node])'])
      assert.equal(requiresOf(checkText(walk(head)), 'walk'), 'false', head);
  });

  it('writes what any of its branches writes', () => {
    const text = `declare function any(): boolean;
declare function use(x: unknown): void;
export function main(): void {
  let i = 0;
  while (any()) {
    if (any()) i = 1000;
    use(i);
  }
  use(i);
}
`;
    assert.deepEqual(rangeAt(text, 9, 'i'), [0, 1000]);
  });

  it('is not what control does between two calls of one recursive function', () => {
    const text = `function h(a: number): number {
  if (a === 0) return 8;
  return h(a - 1);
}
export function main(n: number): void {
  let x = 1;
  if (n > 3) x = h(n);
  else {
    if (n === 0) x = 13;
    else x = h(n - 2);
    // @always n !== 1
  }
  // @always n === 3
  x = h(n - 2);
  void x;
}
`;
    const requires = requiresOf(checkText(text));
    assert.ok(holds(requires, 'n', 3), `3 is good, outside of ${requires}`);
  });

  it('that go on as long as a text is long ask for its length', () => {
    const asked = (body: string): string | null => requiresOf(checkText(`export function main(s: string) { ${body} }`)) ?? null;
    assert.equal(asked('let i = 0; let out = 0; while (i < s.length) out += i; return out;'), 's === ""');
    assert.equal(asked("for (let i = 0; i < 1000; i++) if (s.length > 5) throw new Error('long');"), 's.length <= 5');
    // What a comparison says of the length is no condition on the text inside of the loop.
    const walk = `export function walk(given: unknown) {
      const text = String(given);
      let copy = '';
      for (let i = 0; i < text.length; i++) copy += text.charAt(i);
      return copy;
    }`;
    assert.deepEqual(checkText(walk).findings, []);
  });

  it('has the states of runs that come back from what it calls, those that began there and those that it called', () => {
    const text = `let state: any = 1;
export function bump() { state = 8; }
export function examined(h: () => any): any {
  h();
  try {
    if (state !== 3) throw new Error('t');
  } finally {
    for (let i = 0; i < 2; i++) {
      const own: any = () => {};
      own();
    }
  }
}
`;
    // The check verifies its solutions, and throws where one is none.
    assert.deepEqual(checkText(text, { unknownCalls: 'return-or-throw' }).findings, []);
  });
});
