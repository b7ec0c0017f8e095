import { Random } from '../random.js';
import type { Question, Subject } from './subject.js';

/**
 * Where values were computed that then were copied in every way that is followed. Each value is a number that no other is, and says
 * itself on which line it was computed: no copy has to be understood to know the answer.
 */
export function originSubject(seed: number, ways: readonly Copy[] = copies): Subject {
  const random = new Random(seed);
  const program = new OriginProgram(random);
  const { lines, names } = program;
  lines.push(`const { n, c, stop } = require('./origins.cjs');`, ...functions, 'async function main() {');
  for (let count = 1 + random.below(3); count > 0; count--) program.compute();
  for (let count = 3 + random.below(7); count > 0; count--) {
    random.choice(ways)(program);
    if (random.chance(0.3)) program.add('store.f = V;');
    if (random.chance(0.2)) program.compute();
  }
  const asked = random.shuffled(names.slice(-6)).slice(0, 3);
  program.add(`stop(() => ({ ${asked.join(', ')} }));`);
  const stopLine = lines.length;
  lines.push('}', 'main();', ...(random.chance(0.3) ? ['main();'] : []));
  return {
    text: `${lines.join('\n')}\n`,
    stopLine,
    helpers: { name: 'origins.cjs', text: originHelpers },
    structure: '',
    isChain: false,
    questions: (notes) =>
      Object.entries(notes as Readonly<Record<string, number>>).map(([name, value]): Question => ({
        ask: `origin(P1:${name})`,
        line: value % 1000,
      })),
  };
}

export function nativeOriginSubject(seed: number): Subject {
  return originSubject(seed, [...copies, ...nativeCopies]);
}

class OriginProgram {
  readonly lines: string[] = [];
  readonly names: string[] = [];

  constructor(readonly random: Random) {}

  /** A line, in which `V` is a value that is computed there. */
  add(text: string): void {
    this.lines.push(text.replace(/\bV\b/g, `n(${this.lines.length + 1}) + 0`));
  }

  /** A value that is there already. */
  get known(): string {
    return this.random.choice(this.names);
  }

  /** A new name: what is said of it comes next. */
  named(): string {
    const name = `v${this.names.length}`;
    this.names.push(name);
    return name;
  }

  compute(): void {
    this.add(`const ${this.named()} = V;`);
  }
}

const functions = [
  'const store = { f: 0, inner: { g: [] } };',
  'const map = new Map();',
  'const id = (x) => x;',
  'function choose(o, isFirst) { if (isFirst) return o.a; return o.b ?? o.a; }',
  'function wrap(x, y) { const made = { x, list: [y, x] }; return made; }',
  'function down(d, x) { if (d > 0) { const r = down(d - 1, x); return r; } return x; }',
  'async function later(x) { await null; const kept = x; await null; return kept; }',
  'class Box { #v; w; constructor(v) { this.#v = v; } get() { return this.#v; } put(v) { this.w = v; return this; } }',
  'class Sub extends Box { constructor(v) { super(v); this.own = v; } }',
  'function withDefault(a, b = a) { return b; }',
];

/** One way in which a value is copied. */
type Copy = (program: OriginProgram) => void;

/** `K`: a value that is there; `N`: the name of the copy; `O`: another new name. */
function copy(...texts: string[]): Copy {
  return (program) => {
    const known = program.known;
    const other = `o${program.names.length}`;
    const name = program.named();
    for (const text of texts) program.add(text.replace(/\bK\b/g, known).replace(/\bN\b/g, name).replace(/\bO\b/g, other));
  };
}

const copies: readonly Copy[] = [
  copy('const N = K;'),
  copy('let N = V;', 'N = K;'),
  copy('let N;', 'N ??= K;'),
  copy('store.f = K;', 'const N = store.f;'),
  copy('store.inner.g.push(K);', 'const N = store.inner.g[store.inner.g.length - 1];'),
  copy("map.set('k', V);", "map.set('k', K);", "const N = map.get('k');"),
  copy('const { x: N } = { x: K, y: V };'),
  copy('const [, [N]] = [V, [K]];'),
  copy('const N = id(K);'),
  copy('const N = id(id(K));'),
  copy('const N = choose({ a: K, b: V }, true);'),
  copy('const N = choose({ a: V, b: K }, false);'),
  copy('const N = c() ? K : V;'),
  copy('const O = c();', 'const N = O && K;', 'if (!O) return;'),
  copy('const { x: N } = wrap(K, V);'),
  copy('const N = wrap(V, K).list[0];'),
  copy('const O = wrap(K, V);', 'const { list: [, N] } = O;'),
  copy('const N = down(3, K);'),
  copy('const N = (() => K)();'),
  copy('const N = (function (p) { return p; })(K);'),
  copy('const N = await later(K);'),
  copy('const O = await later({ part: K });', 'const N = O.part;'),
  copy('const O = [V, K];', 'let N;', 'for (const e of O) N = e;'),
  copy('const O = (function* () { yield V; yield K; })();', 'O.next();', 'const N = O.next().value;'),
  copy('const O = (function* () { const got = yield V; yield got; })();', 'O.next();', 'const N = O.next(K).value;'),
  copy('const O = function* () { yield K; yield V; };', 'let N;', 'for (const e of O()) { N = e; break; }'),
  copy('const O = async function* () { await null; yield K; };', 'let N;', 'for await (const e of O()) N = e;'),
  copy('const O = [V, K];', 'let N;', 'O.forEach((e) => { N = e; });'),
  copy('const O = [{ f: V }, { f: K }];', 'let N;', 'for (const { f } of O) N = f;'),
  copy('const N = new Box(K).get();'),
  copy('const O = new Sub(K);', 'const N = O.own;'),
  copy('const N = new Sub(K).own;'),
  copy('const { own: N } = new Sub(K);'),
  copy('const O = new Box(V).put(K);', 'const N = O.w;'),
  copy('const O = { ...{ f: K } };', 'const N = O.f;'),
  copy('const N = withDefault(K);'),
  copy('const N = withDefault(V, K);'),
];

/** Through functions of the language, generators and what is caught: some are not decided, where two values may be meant. */
const nativeCopies: readonly Copy[] = [
  copy('const O = [V, K];', 'const N = O.find((e) => e === K);'),
  copy('const O = [V, K];', 'const N = O.filter((e) => e === K)[0];'),
  copy('const O = [V, K];', 'const N = O.at(-1);'),
  copy('const O = [V, K];', 'const N = O.slice(1)[0];'),
  copy('const O = [V];', 'const N = O.concat([K])[1];'),
  copy('const O = [V, K];', 'const N = [...O][1];'),
  copy('const O = [V, K];', 'const N = Array.from(O)[1];'),
  copy('const O = [V, K];', 'const N = O.pop();'),
  copy('const O = [K, V];', 'O.reverse();', 'const N = O[1];'),
  copy('const O = [V, K];', 'const N = O.map((e) => ({ e }))[1].e;'),
  copy('const N = [K].reduce((a, e) => a ?? e, null);'),
  copy('const O = new Set([V, K]);', 'let N;', 'for (const e of O) N = e;'),
  copy('const O = new Set();', 'O.add(V);', 'O.add(K);', 'const [, N] = O;'),
  copy("const O = new Map([['a', V], ['b', K]]);", "const N = O.get('b');"),
  copy('const O = new Map(Object.entries({ a: V, b: K }));', "const N = O.get('b');"),
  copy("const O = new Map([['a', V], ['b', K]]);", 'let N;', 'for (const [, e] of O) N = e;'),
  copy('const O = { p: V, q: K };', 'const N = Object.values(O)[1];'),
  copy("const O = Object.fromEntries([['p', V], ['q', K]]);", 'const N = O.q;'),
  copy('const O = Array.from([V, K], (e) => e);', 'const N = O[1];'),
  copy('const O = Array.from({ length: 2 }, (_, i) => (i === 1 ? K : V));', 'const N = O[1];'),
  copy('const N = await Promise.resolve(K).finally(() => V);'),
  copy('const O = { p: V };', 'Object.assign(O, { p: K });', 'const N = O.p;'),
  copy('const O = Object.freeze({ p: K });', 'const N = O.p;'),
  copy('const O = id.bind(null, K);', 'const N = O();'),
  copy('const O = withDefault.bind(null, V);', 'const N = O(K);'),
  copy('const N = id.call(null, K);'),
  copy('const N = id.apply(null, [K]);'),
  copy('const N = Reflect.apply(id, null, [K]);'),
  copy('const O = function* (p) { yield V; yield p; };', 'const [, N] = O(K);'),
  copy('const O = function* (p) { yield V; yield p; };', 'let N;', 'for (const e of O(K)) N = e;'),
  copy('const O = function* () { yield* [V, K]; };', 'let N;', 'for (const e of O()) N = e;'),
  copy('const O = function* (p) { yield V; yield* (function* (q) { yield q; })(p); };', 'let N;', 'for (const e of O(K)) N = e;'),
  copy('let N;', 'try { throw K; } catch (e) { N = e; }'),
  copy('let N;', 'try { [V].forEach(() => { throw K; }); } catch (e) { N = e; }'),
  copy('let N;', 'try { await Promise.reject(K); } catch (e) { N = e; }'),
  copy('let N;', 'try { await (async () => { await null; throw { p: K }; })(); } catch ({ p }) { N = p; }'),
  copy('const [, N] = await Promise.all([V, later(K)]);'),
  copy('const N = await new Promise((done) => done(K));'),
  copy('const N = await Promise.resolve(K).then((e) => e);'),
  copy('const N = await new Promise((done) => setTimeout((e) => done(e), 1, K));'),
];

/** What random programs call: `n` gives a new number each time, which ends in the line that it is told. */
const originHelpers = `
const isOracle = process.env.ORACLE !== undefined;
let count = 0, seed = 5;
const hits = [];
exports.n = (line) => ++count * 1000 + line;
exports.c = () => (seed = (seed * 1103515245 + 12345) & 0x7fffffff) % 3 !== 0;
exports.stop = (capture) => { if (isOracle) hits.push(capture()); };
process.on('exit', () => { if (isOracle) console.log(JSON.stringify(hits)); });
`;
