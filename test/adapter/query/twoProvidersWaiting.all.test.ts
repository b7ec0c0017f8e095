import { assertSameAnswers, type AskedProgram } from '../../support/sameAnswers.js';

/** Programs with the line of their stop, and what is asked there. */
const programs: Readonly<Record<string, AskedProgram>> = {
  'what Promise.all and allSettled made': [
    `const load = async (k) => { if (k > 8) throw new Error('bad'); return { k }; };
const inner = async () => {
  const made = await Promise.all([1, 2].map(load));
  return made;
};
(async () => {
  const all = await Promise.all([load(1), load(2)]);
  const [, y] = await Promise.all([load(3), load(4)]);
  const settled = await Promise.allSettled([load(1), load(9)]);
  const made = await inner();
  console.log(all, y); //stop
})();
`,
    [
      ...['lastChange(all[1])', 'created(P1:all)', 'lastChange(P1:all.length)', 'lastChange(P1:y)', 'origin(P1:y)'],
      ...['lastChange(P1:settled[1])', 'origin(P1:settled[1].reason)', 'lastChange(P1:made[1])', 'origin(P1:all[0])'],
    ],
  ],
  'names of functions: written, inferred, bound, native, changed, and none': [
    `const o = {};
o.written = function own() {};
o.inferred = [() => 1][0];
const arrow = () => 2;
o.arrow = arrow;
o.bound = arrow.bind(null, 1);
o.native = Math.max;
o.made = class Made {};
o.hidden = class { static get name() { throw new Error('asked'); } };
o.kept = class { static name = 5; };
o.renamed = function before() {};
Object.defineProperty(o.renamed, 'name', { value: 'after' });
o.again = o.renamed;
console.log(o); //stop
`,
    ['written', 'inferred', 'arrow', 'bound', 'native', 'made', 'hidden', 'kept', 'renamed', 'again'].map(
      (name) => `lastChange(P1:o.${name})`,
    ),
  ],
  'values that natives and bound functions gave': [
    `const add = (a, b) => a + b;
const addOne = add.bind(null, 1);
const list = [1, 2].map((x) => x);
const a = addOne(4), b = Math.max(3, 1), c = [...list].reverse(), d = JSON.parse('[7]'), e = [1, 2].map((x) => x)[1];
console.log(a, b, c, d, e); //stop
`,
    [...'abcde'].map((name) => `origin(P1:${name})`),
  ],
  'methods of prototypes that are called behind a ?.': [
    `class A { name(p) { return \`\${p}!\`; } }
const xs = [new A(), new A()], a = xs[1], b = { a };
const c = xs[1]?.name('c');
const d = a?.name('d');
const e = b?.a.name('e');
const f = b.a.name?.('f');
const g = xs?.[0]?.name?.('g');
console.log(c, d, e, f, g); //stop
`,
    [...'cdefg'].map((name) => `origin(P1:${name})`),
  ],
  'messages of what native code threw, where something else was thrown meanwhile': [
    `const fail = async (m) => { await null; throw new Error(m); };
(async () => {
  let any, plain;
  try { await Promise.any([fail('p')]); } catch (e) { any = e.message; }
  try { await fail('q'); } catch (e) { plain = e.message; }
  console.log(any, plain); //stop
})();
`,
    ['origin(any)', 'origin(P1:plain)'],
  ],
  'functions that wait, for each other, for a variable, and for all of a list': [
    `const seen = [];
async function inner(n) {
  await null;
  seen.push(n);
  if (n === 5)
    console.log(seen); //stop
  return n + 1;
}
async function mid(n) { const p = inner(n); await null; await null; return await p; }
async function all(list) { return Promise.all(list.map(async (n) => { await null; const x = await inner(n); return x; })); }
async function main() {
  if (seen.length === 0) await mid(4);
  if (seen.length === 1) await all([1, 5, 7]);
}
main();
`,
    ['lastChange(seen[2])', 'lastChange(P1:seen[0])', 'lastCondition(P1)', 'lastCondition(P4)', 'lastCondition(P3)'],
  ],
  'what was rejected, and who waits behind the handler': [
    `let a = 0, b = 0;
async function late(n) { await null; throw new Error('l' + n); }
async function tries(n) {
  if (n > 0) try { await late(n); } catch (one) { a = one.message; } finally { b++; }
  try { await Promise.reject(n); } finally { await null; b++; }
}
async function main() {
  if (b === 0) try { await tries(1); } catch { b++; }
  console.log(a, b); //stop
}
main();
`,
    ['lastChange(a)', 'lastCondition(P2)', 'lastChange(P1:b)', 'lastChange(P1:b)[-2]', 'lastChange(P1:b)[-3]'],
  ],
  'functions whose parameters are still evaluated': [
    `const fs = [];
for (let i = 0; i < 2; i++) {
  fs.push(function (a, b = i > 0 ? show(a) : 0) {
    show(b);
  });
}
function show(x) {
  console.log(x); //stop
}
if (fs.length) {
  fs[1](7);
}
`,
    ['lastChange(P1(1):a)', 'lastCondition(P2)'],
  ],
  'keys that only the run knows, passed more than once': [
    `const o = { f: 0 };
for (let i = 0; i < 5; i++) {
  for (const key of ['f', 'g']) o[key] = i;
}
console.log(o); //stop
`,
    ['lastChange(o.f)', 'lastChange(P1:o.g)[-2]'],
  ],
  'loops that have generators go on, which no call of the text does': [
    `const seen = [];
let deep = 0;
function note(n) { seen.push(n); deep = n; }
function* gen(n) {
  for (let i = 0; i < n; i++) { note(i); yield i; }
  note(-n);
  if (seen.length === 14) console.log(seen, deep); //stop
}
function run() {
  const o = {};
  for (o.x of gen(1)) note(7);
  const it = gen(2);
  it.next();
  it.next();
  for (const z of it) note(z);
  for (let q of gen(0)) note(q);
  for (const [a] of (function* () { note(8); yield [1]; note(9); })()) { note(a); }
  for (const a of gen(1)) { for (const b of [1]) note(b); }
}
run();
`,
    [
      'lastChange(deep)',
      'lastChange(P1:deep)[-2]',
      'lastChange(P1:deep)[-4]',
      'lastChange(P1:deep)[-6]',
      'lastChange(P1:deep)[-9]',
      'lastChange(P1:deep)[-10]',
      'lastCondition(P1)',
    ],
  ],
};

/** A program that calls methods named as those of the language, by one of several functions first. */
const namedAsNatives = (first: string): AskedProgram => [
  `class Repo {
  async get(id) { await null; return this.make(id); }
  async find(id) { await null; await null; return this.make(id); }
  make(id) {
    return seen.push(id); //stop
  }
}
const seen = [];
const repo = new Repo();
const calls = {
  async awaited(id) { return await repo.get(id); },
  async returned(id) { return repo.find(id); },
  async returnedAtOnce(id) { return repo.get(id); },
  async held(id) { const p = repo.find(id); return await p; },
  given: (id) => repo.get(id),
};
async function main() { await calls.${first}(1); }
main();
`,
  ['lastChange(id)', 'lastChange(P1:seen)'],
];

describe('two providers, one answer: names, natives, and what waits', () => {
  for (const [name, program] of Object.entries(programs)) it(name, () => assertSameAnswers(program));
  for (const first of ['awaited', 'returned', 'returnedAtOnce', 'held', 'given'])
    it(`methods that are named as those of the language: ${first}`, () => assertSameAnswers(namedAsNatives(first)));
});
