import { Random } from '../random.js';
import type { AskedOfRun } from './compareProviders.js';

/**
 * A random program in which the language itself calls functions in most statements: getters, traps, conversions, iterators that are left early,
 * generators, fields of classes, defaults of patterns, handlers. What it is asked leads through all of them. The same seed gives the same.
 */
export function languageQuestions(seed: number): AskedOfRun {
  const random = new Random(seed);
  const text = new Writer(random).program();
  const changes = Array.from({ length: 5 }, () => `lastChange(P1:n)[-${random.below(30) + 2}]`);
  const conditions = Array.from({ length: 4 }, (_, index) => `lastCondition(P${index + 1})`);
  const ofChanges = changes.map((_, index) => `lastCondition(P${index + 7})`);
  const ask = [...conditions, 'lastChange(P1:n)', ...changes, ...ofChanges];
  return { files: { 'program.js': text }, hit: random.choice([1, 1, 2, 3]), ask, show: [] };
}

/** What all programs have. */
const prelude = `'use strict';
let n = 0, budget = 120;
process.on('unhandledRejection', () => void n++);
const goesOn = () => budget-- > 0;
function t(x) { n++; return x; }
function tag(s, ...v) { n++; return s.length + v.length; }
const o = {
  valueOf() { n++; return n % 3; }, toString() { n++; return 'o'; }, w: 1,
  get q() { n++; return n % 2; }, set q(v) { n++; },
  get k() { n++; if (n % 7 === 0) throw new Error('k'); return null; },
};
const p = new Proxy({ a: 1, b: 2 }, {
  get(s, k) { n++; return s[k]; }, has(s, k) { n++; return k in s; }, set(s, k, v) { n++; s[k] = v; return true; },
  ownKeys(s) { n++; return Reflect.ownKeys(s); }, deleteProperty(s, k) { n++; return delete s[k]; },
});
const it = (most) => ({ [Symbol.iterator]() {
  n++; let i = 0;
  return { next() { n++; return { value: i, done: i++ >= most }; }, return() { n++; return {}; } };
} });
function* g(most) { try { for (let i = 0; i < most; i++) { n++; yield i; } } finally { n++; } }
function* h(most) { n++; yield* g(most); n++; return n; }
class C {
  x = t(1); y = o.q ? 1 : t(2); static s = t(3); #v = o.w;
  constructor(a, { b = t(4) } = {}) { n++; this.z = a > b ? a : o.q; }
  get v() { n++; return this.#v; } set v(x) { n++; this.#v = x; }
  m(a = t(5), ...rest) { n++; return a + rest.length; }
  [Symbol.toPrimitive](hint) { n++; return hint === 'number' ? 1 : 2; }
}
class D extends C { extra = this.v; get v() { return super.v + 1; } m(a) { return a > 1 ? super.m(a) : t(a); } }
async function wait(k) { n++; if (k % 2) await null; n++; if (k % 5 === 3) throw new Error('w'); return k; }
async function* ag(most) { try { for (let i = 0; i < most; i++) { n++; yield i; if (i % 2) await null; } } finally { n++; } }
`;

interface Within {
  readonly names: readonly string[];
  readonly depth: number;
  readonly isAsync: boolean;
  readonly isLoop: boolean;
  readonly label: string | null;
  /** The number of functions that may be called. */
  readonly callable: number;
}

class Writer {
  private readonly lines: string[] = [];
  private names = 0;
  /** Statements until the stop, in the functions that are written. */
  private untilStop: number;

  constructor(private readonly random: Random) {
    this.untilStop = random.below(8) + 1;
  }

  program(): string {
    for (let index = 0; index < 3; index++) this.function(index);
    if (this.untilStop > 0) this.lines.splice(-1, 0, 'if (n > 3) void 0; //stop');
    const calls = [0, 1, 2].map((index) => `  try { await f${index}(${index + 1}, 2); } catch (e) { n++; }`);
    return `${prelude}${this.lines.join('\n')}\n(async () => {\n  for (let round = 0; round < 3; round++) {\n  ${calls.join('\n  ')}\n  }\n})();\n`;
  }

  private function(index: number): void {
    const isAsync = this.random.chance(0.35);
    const parameters = this.random.choice(['a, b', 'a, b = t(1)', '...[a, b]', 'a, b, { c = o.q } = {}']);
    this.lines.push(`${isAsync ? 'async ' : ''}function f${index}(${parameters}) {`);
    this.lines.push('if (!goesOn()) return 0;');
    this.block({ names: ['a', 'b'], depth: 0, isAsync, isLoop: false, label: null, callable: index }, 5);
    this.lines.push(`return ${this.value({ names: ['a', 'b'], depth: 1, isAsync, isLoop: false, label: null, callable: index }, 1)};`, '}');
  }

  private block(within: Within, most: number): void {
    let { names } = within;
    const count = this.random.below(most) + 1;
    for (let index = 0; index < count; index++) {
      if (--this.untilStop === 0) this.lines.push('if (n > 3) void 0; //stop');
      names = [...names, ...this.statement({ ...within, names })];
    }
  }

  private fresh(): string {
    return `v${this.names++}`;
  }

  private braced(head: string, within: Within, most = 3): void {
    this.lines.push(`${head} {`);
    this.block({ ...within, depth: within.depth + 1 }, most);
    this.lines.push('}');
  }

  /** Writes a statement: the names that it declares. */
  private statement(within: Within): readonly string[] {
    const { random } = this;
    const simple: (() => readonly string[])[] = [
      () => this.declared((name) => `let ${name} = ${this.value(within)};`),
      () =>
        this.declared(
          (name) => `let { ${random.choice(['a', 'q', 'b'])}: ${name} = ${this.value(within)} } = ${random.choice(['p', 'o', '{}'])};`,
        ),
      () => this.declared((name) => `let [, ${name} = ${this.value(within)}] = ${this.iterable(within)};`),
      () =>
        this.declared(
          (name) =>
            `const ${name} = new ${random.choice(['C', 'D'])}(${this.value(within)}).${random.choice(['x', 'y', 'v', 'z', 'm()'])};`,
        ),
      () => this.told(`${random.choice(within.names)} ${random.choice(['=', '+=', '-=', '||=', '??='])} ${this.value(within)};`),
      () => this.told(`o.q ${random.choice(['=', '+='])} ${this.value(within)};`),
      () => this.told(`[o.q, ${random.choice(within.names)}] = ${this.iterable(within)};`),
      () => this.told(`p.${random.choice(['a', 'c'])} = ${this.value(within)};`),
      () => this.told(`delete p.c;`),
      () => this.told(`${this.value(within)};`),
    ];
    if (within.isLoop)
      simple.push(() =>
        this.told(
          `if (${this.value(within)}) ${random.choice(['break', 'continue', `continue${within.label === null ? '' : ` ${within.label}`}`])};`,
        ),
      );
    simple.push(() =>
      this.told(
        `if (${this.value(within)} > 2) ${random.choice(['return 1', `return ${this.value(within, 1)}`, "throw new Error('t')"])};`,
      ),
    );
    if (within.isAsync) simple.push(() => this.told(`await ${random.choice([`wait(${this.value(within)})`, 'null', 'o.q'])};`));
    if (within.depth >= 3) return random.choice(simple)();
    const compound: (() => readonly string[])[] = [
      () => this.choice(within),
      () => this.iteration(within),
      () => this.iteration(within),
      () => this.counted(within),
      () => this.handled(within),
      () => this.switched(within),
    ];
    return random.chance(0.55) ? random.choice(simple)() : random.choice(compound)();
  }

  private declared(text: (name: string) => string): readonly string[] {
    const name = this.fresh();
    this.lines.push(text(name));
    return text(name).startsWith('const') ? [] : [name];
  }

  private told(text: string): readonly string[] {
    this.lines.push(text);
    return [];
  }

  private choice(within: Within): readonly string[] {
    this.braced(`if (${this.value(within)})`, within);
    if (this.random.chance(0.5)) this.braced('else', within);
    return [];
  }

  private iteration(within: Within): readonly string[] {
    const name = this.fresh();
    const label = this.random.chance(0.3) ? `L${this.names++}` : null;
    const [head, over] = this.random.choice<readonly [string, string]>([
      [`const ${name}`, this.iterable(within)],
      [`const ${name}`, this.iterable(within)],
      [`let [${name} = ${this.value(within, 1)}]`, `[${this.iterable(within)}, [4]]`],
      [`let { length: ${name} = 1 }`, `[[1], 'ab', p]`],
    ]);
    const isAwaited = within.isAsync && this.random.chance(0.3);
    const of = isAwaited ? `for await (const ${name} of ag(${this.random.below(3) + 1}))` : `for (${head} of ${over})`;
    this.braced(`${label === null ? '' : `${label}: `}${of}`, {
      ...within,
      names: [...within.names],
      isLoop: true,
      label: label ?? within.label,
    });
    return [];
  }

  private counted(within: Within): readonly string[] {
    const name = this.fresh();
    const bound = this.random.below(3) + 1;
    const head = this.random.choice([
      `for (let ${name} = 0; ${name} < ${bound} && goesOn(); ${name}++)`,
      `for (let ${name} = 0; ${name} < ${bound} + o; ${name} += t(1))`,
      `while (${this.value(within)} && goesOn())`,
    ]);
    this.braced(head, { ...within, isLoop: true });
    return [];
  }

  private handled(within: Within): readonly string[] {
    this.lines.push('try {');
    this.block({ ...within, depth: within.depth + 1 }, 2);
    this.lines.push(
      this.random.choice(['o.k;', 'null.x;', "JSON.parse('{');", `if (${this.value(within)}) throw new Error('h');`, 't(1);']),
    );
    const caught = this.random.choice(['catch (e)', 'catch', 'catch ({ message = t(1), none = o.q })']);
    const isCaught = this.random.chance(0.8);
    if (isCaught) this.braced(`} ${caught}`, within, 2);
    else this.lines.push('}');
    if (!isCaught || this.random.chance(0.4)) this.braced('finally', within, 2);
    return [];
  }

  private switched(within: Within): readonly string[] {
    this.lines.push(`switch (${this.value(within)}) {`);
    for (const test of ['0', 't(1)', 'o.q']) {
      this.lines.push(`case ${test}: {`);
      this.block({ ...within, depth: within.depth + 1, isLoop: false }, 2);
      this.lines.push(this.random.chance(0.6) ? '} break;' : '}');
    }
    this.lines.push('}');
    return [];
  }

  private iterable(within: Within): string {
    const count = this.random.below(3) + 1;
    return this.random.choice([`it(${count})`, `g(${count})`, `h(${count})`, `[1, ${this.value(within, 1)}]`, `[...g(${count})]`]);
  }

  /** An expression that is a number, or near to it. */
  private value(within: Within, deep = 0): string {
    const { random } = this;
    const leaf = () => random.choice(['1', '2', 'n', ...within.names, ...within.names, 'o.q', 'p.a', 't(1)', '+o', 'o?.w', 'n % 3']);
    if (deep >= 2) return leaf();
    const inner = () => this.value(within, deep + 1);
    const called = within.callable > 0 ? [`f${random.below(within.callable)}(${inner()}, 1)`] : [];
    return random.choice([
      leaf(),
      leaf(),
      `t(${inner()})`,
      `(${inner()} ? ${inner()} : ${inner()})`,
      `(${inner()} && ${inner()})`,
      `(${inner()} ?? ${inner()})`,
      `(o + ${inner()})`,
      `(${inner()} - o)`,
      `(${inner()} < o)`,
      '`${o}${t(1)}`.length',
      `tag\`a\${${inner()}}b\``,
      `('a' in p)`,
      `Math.max(${inner()}, o)`,
      `Math.max(...it(2))`,
      `[...${random.choice(['g', 'it', 'h'])}(2)].length`,
      `[3, 1, 2].sort((x, y) => { n++; return x - y; })[0]`,
      `[1, 2].map((x) => (x > 1 ? t(x) : o.q)).length`,
      `new D(1).v`,
      `new C(${inner()}).m()`,
      `Object.keys(p).length`,
      `(o?.q)`,
      `((a = o.q, b = t(a)) => a + b)()`,
      `({ ...o, x: ${inner()} }).x`,
      `JSON.stringify({ a: o }).length`,
      `[1, 2].find((x) => x > o.q)`,
      ...called,
      ...called,
      ...called,
    ]);
  }
}
