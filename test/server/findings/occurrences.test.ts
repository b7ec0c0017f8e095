import assert from 'node:assert/strict';
import type { Reason } from '../../../server/findings/result.js';
import { checkText, requiresOf } from '../../support/checking.js';

/** `line: message` of each finding, and below it those of the calls that lead to its causes, and of these. */
function said(text: string): readonly string[] {
  return checkText(text).findings.flatMap(({ span, message, because, alternatives }) => [
    `${span.line}: ${message}`,
    ...steps(because),
    ...alternatives.flatMap((each) => [`  unless ${each.condition}: ${each.message}`, ...steps(each.because)]),
  ]);
}

const steps = (because: readonly Reason[]): readonly string[] =>
  because.flatMap((reason) => [...(reason.calls ?? []), reason]).map(({ span: at, message: why }) => `  ${at.line}:${at.column} ${why}`);

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

  it('names a built-in that throws, and the arguments with which it does', () =>
    onlySaid(
      `export const text = (digits: number): string => (5).toFixed(digits);
       export const none = (s: string): string => s.repeat(-1);`,
      '2: none always fails: s.repeat(-1) throws a RangeError (line 2).',
      '  2:51 this throws and is not caught',
      '1: text fails if digits <= -1 || digits >= 101: (5).toFixed(digits) throws a RangeError (line 1).',
      '  1:49 this throws and is not caught',
    ));

  it('names what a pattern takes out of nothing, and of what', () =>
    onlySaid(
      `export function main(o: { user?: { name: string } }) { const { name } = o.user!; return name; }
       export function none() { const { a: { b } } = { a: undefined } as any; return b; }`,
      '2: none always fails: b cannot be destructured from what is undefined or null (line 2).',
      '  2:46 what this is taken out of is undefined or null here',
      '1: main fails if o.user == null: name cannot be destructured from o.user, which is undefined or null (line 1).',
      '  1:64 what this is taken out of is undefined or null here',
    ));

  it('names a store to nothing, whatever is stored', () =>
    onlySaid(
      `function put(key, list) {
         list[key] = key - 1;
         list.findLast(() => true);
       }
       export const main = (key) => put(key);`,
      '5: main always fails: list[key] is a property of undefined or null (line 2).',
      '  5:37 main calls put here',
      '  2:10 the object of this property is undefined or null here',
    ));

  it('names an assertion in what built-ins and loops call', () =>
    onlySaid(
      `function limit(n: number) {
         // @always n < 10
       }
       function* counts() {
         // @always 4 === 30
         yield 1;
       }
       export function sets() {
         const x = { y: 1 };
         class Limited extends Map<string, number> { override set(key: string, value: number) { limit(value); return super.set(key, value); } }
         new Limited([['a', 12]]);
         // @always x.y === 1
       }
       export function loops() {
         const x = { y: 1 };
         for (const each of counts()) x.y = each;
         // @always x.y === 1
       }`,
      '4: counts always fails: @always 4 === 30 is violated (line 5).',
      '  5:21 @always 4 === 30 is violated here',
      '8: sets always fails: @always n < 10 is violated (line 2).',
      '  11:10 sets runs the constructor Limited.constructor here',
      '  10:10 Limited.constructor calls Limited.set here',
      '  10:97 Limited.set calls limit here',
      '  2:21 @always n < 10 is violated here',
      '14: loops always fails: @always 4 === 30 is violated (line 5).',
      '  16:29 loops calls counts here',
      '  5:21 @always 4 === 30 is violated here',
      '10: Limited.set fails if value >= 10: @always n < 10 is violated (line 2).',
      '  10:97 Limited.set calls limit here',
      '  2:21 @always n < 10 is violated here',
    ));

  it('says nothing of an unknown value that a called function reads a property of, whatever it throws later', () =>
    onlySaid(
      `function make(list: any) { if (list.length === 0) throw new Error('nothing'); return list; }
       export function joined(make1: () => any) {
         const all = make1();
         return make(all);
       }`,
    ));

  it('names what a value that is missing comes to, where the called function looks for it', () =>
    assert.ok(
      said(
        `function need(found: any) { if (found === undefined || found === null) throw new Error('missing'); return found.size; }
       export function size(find: () => any) {
         const found = find();
         return need(found);
       }`,
      ).includes("3: Fails if found == null: it throws new Error('missing') (line 1)."),
    ));

  it('says nothing inside of an unknown value that may be nothing, whatever that would do', () =>
    onlySaid(
      `export function guards(statement: any, inner: any): readonly number[] {
         const { test, consequent } = statement;
         if (leaves(consequent)) return [start(test), ...inner];
         return inner;
       }
       declare const leaves: (x: unknown) => boolean;
       function start({ at }: { at: number }): number {
         return at;
       }`,
    ));

  it('says nothing of what a built-in might refuse of an unknown value inside', () =>
    onlySaid(
      `declare function read(): number;
       export function main() {
         const length = Math.floor(read());
         return new Array(length);
       }`,
    ));

  it('says nothing inside of numbers that no run counts to', () => {
    const { findings } = checkText(
      `export function pairs(a: any, b: any) {
         const rows = a.length, columns = b.length;
         const result = Array(rows * columns);
         for (let i = 0; i < rows; i++) {
           for (let j = 0; j < columns; j++) result[i * columns + j] = [a[i], b[j]];
         }
         return result;
       }`,
    );
    assert.deepEqual(
      findings.filter(({ severity }) => severity !== 'hint'),
      [],
    );
  });

  it('names no operator that only an unknown object or symbol makes throw', () =>
    onlySaid(
      `declare function read(): number;
       export function main() {
         const n = read();
         if (n > 5) return;
         // @always n > -5
       }`,
      '3: Fails if (typeof n === "number" && n <= -5) || n === undefined: @always n > -5 is violated (line 5).',
      '  5:21 @always n > -5 is violated here',
    ));

  it('names each failure that a condition excludes', () =>
    onlySaid(
      `export function main(n: number) {
         if (n > 10) throw new Error('large');
         if (n < 0) throw new Error('small');
       }`,
      "1: main fails if n < 0 || n > 10, either because it throws new Error('large') (line 2) or because it throws new Error('small') (line 3).",
      '  2:22 this is thrown and not caught',
      "  unless !(n < 0): Fails if n < 0: it throws new Error('small') (line 3).",
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
      "1: main fails if n > 10: it throws new Error('n') (line 3).",
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
      '1: main fails if f === undefined: f!() calls something that is not a function (line 2).',
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

  it('tells what a pattern takes apart that cannot be iterated', () => {
    const told = (text: string): readonly string[] => said(`export function main() { ${text} }`);
    assert.deepEqual(told('const [a, b] = { a: 1, b: 2 } as any; return a + b;'), [
      '1: main always fails: { a: 1, b: 2 } cannot be iterated (line 1).',
      '  1:32 what this takes apart cannot be iterated',
    ]);
    assert.match(told('const o: any = { p: 1 }; const [a] = o; return a;')[0] ?? '', /: o cannot be iterated/);
    assert.match(told('for (const [x] of [1, 2] as any) return x;')[0] ?? '', /: the value that \[x\] takes apart cannot be iterated/);
  });

  it('tells what is used too early', () =>
    onlySaid(
      `export function main() {
         return x;
         const x = 1;
       }`,
      '1: main always fails: x is used before its declaration (line 2).',
      '  2:17 this is used before its declaration',
    ));

  it('tells what a function uses too early that is called before it stands', () => {
    const texts = [
      'const first = add(1);\nconst known = new Map<number, 1>();\nfunction add(n: number) { return known.set(n, 1); }\nexport { first };',
      'export const first = add(1);\nconst known = [1, 2];\nfunction add(n: number) { return n + known.length; }',
      'add(1);\nlet known = 3;\nfunction add(n: number): number { if (known > n) known = n; return n; }',
    ];
    for (const text of texts)
      assert.deepEqual(
        checkText(text).findings.map(({ message }) => message),
        ['Running this module always fails: known is used before its declaration (line 3).'],
      );
  });

  it('tells what an operator refuses', () =>
    onlySaid(
      `export function main(b: bigint) {
         return 10n / b;
       }`,
      '1: main fails if b === 0n: 10n / b throws (line 2).',
      '  2:17 this throws and is not caught',
    ));

  it('names the calls that lead to the failure, in their order', () =>
    onlySaid(
      `function check(n: number): void {
         if (n > 10) throw new RangeError('n');
       }
       class Box {
         constructor(readonly n: number) {
           check(n);
         }
       }
       export function build(n: number): Box {
         check(0);
         return new Box(n + 1);
       }`,
      "9: build fails if n > 9: it throws new RangeError('n') (line 2).",
      '  11:17 build runs the constructor Box.constructor here',
      '  6:12 Box.constructor calls check here',
      '  2:22 this is thrown and not caught',
    ));

  it('names what is called back where the built-in function is called', () =>
    onlySaid(
      `function check(n: number): void {
         if (n > 10) throw new RangeError('n');
       }
       export function all(k: number): void {
         [1].forEach((x) => {
           check(x + k);
         });
       }`,
      "4: all fails if k > 9: it throws new RangeError('n') (line 2).",
      '  5:10 all calls a function here through Array.prototype.forEach',
      '  6:12 the function calls check here',
      '  2:22 this is thrown and not caught',
    ));

  it('names where runs leave that miss an intermittent assertion, and the assertion', () =>
    onlySaid(
      `export function seek(n: number, isEager: boolean): number {
         if (n < 0) return -1;
         if (isEager) {
           n = 0;
         }
         // @sometime true
         return n;
       }`,
      '1: seek fails if n < 0: @sometime true is never reached.',
      '  2:14 where this is true, the @sometime is not passed any more',
      '  6:23 runs end without passing this',
    ));

  it('names an intermittent assertion that is passed while it is false', () =>
    onlySaid(
      `export function seek(n: number): number {
         // @sometime n > 3
         return n;
       }`,
      '1: seek fails if n <= 3: @sometime n > 3 is never reached while it is true.',
      '  2:23 runs end without passing this while it is true',
    ));

  it('does not blame an intermittent assertion that runs pass before they fail', () => {
    onlySaid(
      `export function first(words: string[]): string {
         // @sometime true
         return words[0].trim();
       }`,
      '1: first fails if words[0] == null: words[0].trim is a property of undefined or null (line 3).',
      '  3:17 the object of this property is undefined or null here',
    );
    onlySaid(
      `export function check(n: number): void {
         // @sometime true
         if (n > 3) throw new RangeError('n');
       }`,
      "1: check fails if n > 3: it throws new RangeError('n') (line 3).",
      '  3:21 this is thrown and not caught',
    );
  });

  it('names what the paths come to that the condition is about, and a method of the language where it is called', () =>
    onlySaid(
      `interface Item { price: number }
       export function total(items: Item[]): number {
         return items.map((item) => item.price).reduce((a, b) => a + b);
       }`,
      '2: total fails if items.length === 0: items.map((item) => item.price).reduce((a, b) => a + b) throws a TypeError (line 3).',
      '  3:17 total calls Array.prototype.reduce here',
      '  3:17 this throws and is not caught',
    ));

  it('blames an access of what the condition does not speak of last', () =>
    onlySaid(
      `export async function load(url: string): Promise<unknown> {
         if (url === '') throw new Error('no url');
         return fetchText(url);
       }
       declare const fetchText: any;`,
      '1: load fails if url === "": it throws new Error(\'no url\') (line 2).',
      '  2:26 this is thrown and not caught',
    ));

  it('blames no assertion for a condition that is about something else', () =>
    onlySaid(
      `declare function read(): any;
       export function main(rows: { length: number } | null) {
         const all = rows!.length;
         const start = read();
         // @always start !== 7
         return all;
       }`,
      '2: main fails if rows === null: rows!.length is a property of undefined or null (line 3).',
      '  3:22 the object of this property is undefined or null here',
    ));

  it('blames nothing that may go well for what lies before it', () =>
    onlySaid(
      `declare function read(): any;
       export function main() {
         let left = 3;
         while (left !== 0) left -= 2;
         return read().length;
       }`,
      '2: main always fails: it does not end.',
      '  4:17 this loop does not end',
    ));

  it('says nothing of a function that is made to throw, whatever else may fail in it', () => {
    for (const thrown of ['input.error(tokens[0][1].length)', 'make(tokens[0].length)', "new Error('unknown ' + tokens[0][1].text)"]) {
      const text = `export function main(tokens) { throw ${thrown}; }\nfunction make(n) { return new Error(String(n)); }`;
      assert.deepEqual(checkText(text, {}, [], 'program.mjs').findings, []);
    }
  });

  it('says nothing of errors that are gathered and thrown at the end, whatever else they may be', () => {
    const text = `export function all(first: () => void, list: Set<() => void>): void {
      let errors: any[] | undefined;
      try { first(); } catch (e) { errors = e instanceof AggregateError ? e.errors : [e]; }
      for (const one of list) {
        try { one(); } catch (e) {
          errors = errors ?? [];
          errors.push(e);
        }
      }
      if (errors) throw new AggregateError(errors);
    }`;
    assert.deepEqual(checkText(text).findings, []);
  });

  it('does not blame what runs that were tried have come to for a condition that does not speak of it', () => {
    const text = `function bitLen(n: bigint): number {
        let len;
        for (len = 0; n > 0n; n >>= 1n, len += 1);
        return len;
      }
      export function pippenger() {
        const wbits = bitLen(BigInt(plength));
        let windowSize = 1;
        if (wbits > 12) windowSize = wbits - 3;
        else if (wbits > 4) windowSize = wbits - 2;
        const lastBits = bits;
        let sum = zero;
        for (let i = lastBits; i >= 0; i -= windowSize) {
          for (let j = 0; j < slength; j++) Number((scalar >> BigInt(i)) & mask);
          if (i !== 0) for (let j = 0; j < windowSize; j++) sum = sum.double();
        }
      }`;
    assert.deepEqual(said(text), []);
  });

  it('names no refusal of an object of which nothing is known, beside what is thrown', () => {
    for (const made of ['new Uint8Array(2)', "new URL('file:///a')", "new Intl.NumberFormat('en')"])
      onlySaid(
        `export function main(n: number) {
           const made: any = ${made};
           if (n > 5) made.toString();
           if (n !== 2) throw new Error('n');
         }`,
        "1: main fails if n !== 2: it throws new Error('n') (line 4).",
        '  4:25 this is thrown and not caught',
      );
  });

  it('does not say of a method of arrays that it goes on without end', () => {
    for (const method of ['findLast', 'find'])
      onlySaid(
        `const rows = [{ id: 1 }, { id: 2 }];
         export function main() { return rows.${method}(r => r.id > 5).id; }`,
        `2: main always fails: rows.${method}(r => r.id > 5).id is a property of undefined or null (line 2).`,
        '  2:42 the object of this property is undefined or null here',
      );
    onlySaid(
      'export function main() { return [].reduce((a, b) => a + b); }',
      '1: main always fails: [].reduce((a, b) => a + b) throws a TypeError (line 1).',
      '  1:33 main calls Array.prototype.reduce here',
      '  1:33 this throws and is not caught',
    );
  });

  it('names no loop that does not end of inputs which the claim does not name', () => {
    const eye = `export class Matrix {
      constructor(r, c) { if (r < 1 || c < 1) throw new RangeError('dim'); this.d = new Float64Array(r * c); this.r = r; }
      static eye(n) { const m = new Matrix(n, n); for (let i = 0; i < n; i++) m.d[i * n + i] = 1; return m; }
    }`;
    assert.equal(said(eye).filter((each) => each.includes('does not end')).length, 0);
    const retry = `export function retry(fn, n = 3) {
      let err;
      for (let i = 0; i < n; i++) { try { return fn(); } catch (e) { err = e; } }
      throw err;
    }`;
    const [only, ...others] = checkText(retry, { gate: true }, [], 'file.js').findings;
    assert.equal(only?.message, 'retry fails if typeof n === "number" && !(n > 0): it throws err (line 4).');
    assert.deepEqual([only.alternatives, others], [[], []]);
  });

  it('has the cause first that covers the input it is shown with', () => {
    const messages = (text: string, name: string): readonly string[] =>
      checkText(text, {}, [], name).findings.map(({ message }) => message);
    assert.deepEqual(
      messages(
        `export function f(x: number): number {
           // @always x !== 3
           if (x > 0) { /* @sometime x > 10 */ }
           return x;
         }
         export function g(k: string): number {
           switch (k) {
             case 'a': return 1; // @always k === 'b'
             default: // @sometime k === 'zz'
               return 2;
           }
         }`,
        'file.ts',
      ),
      [
        'f fails if x <= 10, either because @sometime x > 10 is never reached while it is true or because @always x !== 3 is violated (line 2).',
        `g fails if k !== "zz", either because @sometime k === 'zz' is never reached while it is true or because @always k === 'b' is violated (line 8).`,
      ],
    );
    assert.deepEqual(
      messages("export function main({ a: { b } = {}, c = 3 }) { if (c > 10) throw new RangeError('c'); return b; }", 'file.js'),
      [`main fails if typeof c === "number" && c > 10: it throws new RangeError('c') (line 1).`],
    );
  });

  it('blames no later throw for what an earlier call refuses', () => {
    const topo = `export function main(g: Record<string, string[]>) {
      const out: string[] = [];
      Object.keys(g).forEach((n) => out.push(n));
      if (out.length < Object.keys(g).length) throw new Error('lost');
      return out;
    }`;
    assert.deepEqual(said(topo), []);
    assert.equal(requiresOf(checkText(topo)), 'g != null');
  });

  it('gives no alternative a condition of whose inputs some runs come to another one', () => {
    const rest = `if (!Number.isInteger(seats)) throw new Error('whole');
      return p.seats * seats;
    }`;
    const told =
      "main fails if !Number.isInteger(seats), either because it throws new Error('whole') (line 4) or because it throws new Error('plan') (line 3).";
    const { findings } = checkText(`const plans = new Map([['free', { seats: 1 }], ['team', { seats: 10 }]]);
    export function main(plan: string, seats: number) { const p = plans.get(plan);
      if (!p) throw new Error('plan');
      ${rest}`);
    assert.deepEqual(
      findings.map(({ message, alternatives }) => [message, alternatives]),
      [[told, []]],
    );
    const [list] = checkText(`const codes = ['A1', 'B2'];
    export function main(code: string, n: number) {
      const i = codes.indexOf(code);
      if (i < 0) throw new Error('code');
      if (n < 1) throw new Error('n');
      if (n > 5) throw new Error('many');
      return n;
    }`).findings;
    assert.deepEqual(
      list?.alternatives.map(({ message }) => message),
      [
        `Fails if n < 1 && (code === "A1" || code === "B2"): it throws new Error('n') (line 5).`,
        `Fails if n > 5 && (code === "A1" || code === "B2"): it throws new Error('many') (line 6).`,
      ],
    );
    assert.deepEqual(
      list.because.map(({ span }) => span.line),
      [4],
    );
  });

  it('names each throw that failing runs may come to which were tried, and no more', () =>
    assert.deepEqual(
      checkText(
        `const rates = new Map([['USD', 1], ['EUR', 0.9]]);
        export function main(amount: number, from: string) {
          const rate = rates.get(from);
          if (rate === undefined) throw new Error('currency');
          const r = amount / rate;
          if (!Number.isFinite(r)) throw new RangeError('infinite');
          return r;
        }`,
        { gate: true },
      ).findings.map(({ message }) => message),
      [
        'main fails if (from === "USD" && !Number.isFinite(amount)) || (from !== "USD" && (from !== "EUR" || !Number.isFinite(amount / 0.9))), ' +
          "either because it throws new Error('currency') (line 4) or because it throws new RangeError('infinite') (line 6).",
      ],
    ));

  it('says what is asked of names in patterns, whatever is left out', () => {
    const asked = (parameters: string, body: string): readonly (string | null | undefined)[] => {
      const result = checkText(`export function main(${parameters}) { ${body} }`);
      return [requiresOf(result), result.findings[0]?.alternatives.map(({ condition }) => condition).join('; ')];
    };
    assert.deepEqual(
      asked(
        '[a, b]: [number, number], { c = 3, ...r }: { c?: number; d?: number } = {}',
        "if (a > b) throw new Error('order'); if (c > 5) throw new Error('c'); if (r.d === 7) throw new Error('d');",
      ),
      ['!(a > b) && !(c > 5) && r.d !== 7', 'a > b || !(c > 5); a > b || c > 5 || r.d !== 7'],
    );
    assert.equal(asked('{ a, ...r }: { a: number; z?: number }', "if (r.z! > 3) throw new Error('z'); return a;")[0], '!(r.z > 3)');
    assert.equal(asked('[x, y = 3]: number[], k = y', "if (x > 5) throw new Error('x'); return y + k;")[0], '!(x > 5)');
    // What fails where it is left out is asked of the name, too.
    assert.equal(asked('{ c = 9 }: { c?: number }', "if (c > 5) throw new Error('c');")[0], '!(c > 5)');
    assert.equal(asked('{ c }: { c?: number } = {}', "if (c === undefined) throw new Error('c');")[0], 'c !== undefined');
  });

  it('says nothing of numbers that are compared with a text which is none', () => {
    const messages = (test: string): readonly string[] =>
      checkText(`export function main(o) { if (${test}) throw new TypeError('o'); return o; }`, {}, [], 'file.js').findings.map(
        ({ message }) => message,
      );
    for (const test of ["String(o) === '[object Object]'", "`${o}` === 'x'", "o < 'b'", "'b' >= o"])
      assert.deepEqual(messages(test), [], test);
    assert.deepEqual(messages("o < '5'"), [`main fails if typeof o === "number" && o < "5": it throws new TypeError('o') (line 1).`]);
    assert.equal(messages("String(o) === '7'").length, 1);
  });

  it('names no other reason where the one that is told explains all', () =>
    assert.deepEqual(
      checkText("export function* main(n: number) { if (n > 3) throw new Error('g'); yield n; throw new Error('after'); }").findings.map(
        ({ message }) => message,
      ),
      ["main fails if n > 3: it throws new Error('g') (line 1)."],
    ));
});

describe('a cause that always holds', () => {
  it('is not told again of a later point that some runs do not get past', () => {
    const text = `export function main() { for (const n of [1, -2, 3]) check(n); }
      function check(n: number) { if (n < 0) throw new RangeError('negative'); return n; }`;
    assert.deepEqual(
      checkText(text).findings.map(({ severity }) => severity),
      ['error'],
    );
  });

  it('says of a recursion over what it is handed what ends it', () =>
    onlySaid(
      `interface Node { name: string; parent?: Node }
       export function path(node: Node): string {
         return path(node.parent!) + '/' + node.name;
       }`,
      '2: path always fails, either because node.parent is a property of undefined or null (line 3) or for another reason.',
      '  3:17 path calls path here',
      '  3:22 the object of this property is undefined or null here',
    ));

  it('says where callers decide it what they are asked for, and nothing else', () =>
    assert.deepEqual(
      checkText(`function check(n: number): number {
  if (n > 8) throw new Error('too large');
  return n;
}
async function checkLater(n: number): Promise<number> {
  return check(n);
}
export function both(n: number) {
  for (const x of [n, n + 1]) check(x);
}
export async function all(ns: number[]) {
  for (const n of ns) await checkLater(n);
}`).findings.map(({ severity }) => severity),
      ['hint', 'hint'],
    ));

  it('says nothing of what is always given to the function of a promise', () =>
    assert.deepEqual(
      said(`export function later(n: number) {
  return new Promise<number>((resolve) => {
    if (n < 0) throw new RangeError('neg');
    resolve(n);
  });
}`),
      [],
    ));

  it('says no bound that only follows from how long arrays are', () => {
    const text = `export function nth(a: number[], i: number): string {
  if (i < 0) i += a.length;
  if (i >= a.length) throw new Error('range');
  return a[i].toFixed(i);
}`;
    assert.doesNotMatch(requiresOf(checkText(text), 'nth') ?? '', /\d{8}/);
  });

  it('knows which counts a method refuses', () =>
    onlySaid(
      `export const text = (digits: number): string => (5).toExponential(digits);`,
      '1: text fails if digits <= -1 || digits >= 101: (5).toExponential(digits) throws a RangeError (line 1).',
      '  1:49 this throws and is not caught',
    ));
});
