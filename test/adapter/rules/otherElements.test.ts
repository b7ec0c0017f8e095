import assert from 'node:assert/strict';
import { recorded } from '../../support/recorded.js';
import { overRecording, watched } from '../../support/watching.js';

const words = "import { extent, report, rule } from 'whence/rules';\n";

/** What rules find live and over a recording: it must be the same. */
async function both(
  program: string,
  rules: string,
): Promise<{ readonly told: readonly string[]; readonly open: readonly string[]; readonly notes: readonly string[] }> {
  const live = await watched(program, rules, { options: { isSwept: false } });
  const recording = await recorded({ 'prog.js': program, 'r.rules.ts': rules });
  try {
    const found = await overRecording(recording);
    const saidOf = ({ findings, rules: all }: Pick<typeof live, 'findings' | 'rules'>): readonly (readonly string[])[] => [
      findings.map(({ rule, message, position }) => `${rule}: ${message.replace(/#\d+/g, '#')} @ ${position?.line ?? '?'}`),
      all.flatMap(({ name, complete, fault }) => (complete ? [] : [`${name}${fault === null ? '' : `: ${fault}`}`])),
    ];
    const said = saidOf(live);
    assert.deepEqual(saidOf(found), said);
    const own = found.notes.filter((note) => !note.startsWith('A recording does not tell which'));
    assert.deepEqual(own, live.notes);
    return { told: said[0] ?? [], open: said[1] ?? [], notes: live.notes };
  } finally {
    recording.dispose();
  }
}

describe('what rules range over', function () {
  this.timeout(300_000);

  it('are the signs of a text', async () => {
    const { told, open, notes } = await both(
      `class Word { constructor(text) { this.text = text; this.parts = [text]; } }
const word = (globalThis.word = new Word('abc'));
word.text = 'xyz';
word.text = '';
word.text = 'a\u{1f600}';
word.parts.push('q', 7);
globalThis.other = new Word('z');
`,
      `${words}import { Word } from './prog.js';
export const sign = rule({ check: 'change', foreach: { w: extent(Word), s: ({ w }) => w.text }, where: ({ s }) => s === 'z' || s === '\u{1f600}', found: ({ s }) => report(s) });
export const half = rule({ check: 'change', foreach: { w: extent(Word), s: ({ w }) => w.text }, where: ({ s }) => s === '\\ud83d' });
export const two = rule({ check: 'change', foreach: { w: extent(Word), v: extent(Word), s: ({ w }) => w.text }, where: ({ w, v, s }) => w !== v && v.text === s, found: ({ s }) => report(s) });
`,
    );
    assert.deepEqual(told, ['sign: z @ 3', 'sign: \u{1f600} @ 5', 'sign: z @ 7']);
    assert.deepEqual([open, notes], [[], []]);
  });

  it('leaves a rule open where it is something else with elements', async () => {
    const kinds: readonly (readonly [field: string, value: string, shown: string])[] = [
      ['bytes', 'new Uint8Array([1, 9])', 'Uint8Array'],
      ['plain', '{ a: 9 }', 'Object'],
      ['own', 'new Own()', 'Own'],
      ['given', '(function () { return arguments; })(9)', 'Object'],
      ['like', '{ length: 1, 0: 9 }', 'Object'],
      ['weak', 'new WeakSet()', 'WeakSet'],
      ['late', '[]', 'Uint8Array'],
      ['number', '9', 'a number'],
    ];
    const { told, open, notes } = await both(
      `class Own { size = 5; *[Symbol.iterator]() { yield 9; } }
class Node { constructor() { ${kinds.map(([field, value]) => `this.${field} = ${value};`).join(' ')} this.none = undefined; this.nil = null; this.few = []; this.all = new Map([[1, 2]]); } }
const node = (globalThis.node = new Node());
node.late = new Uint8Array([9]);
node.late = [];
globalThis.own = new Own();
`,
      `${words}import { Node, Own } from './prog.js';
${[...kinds.map(([field]) => field), 'none', 'nil', 'few', 'all'].map((field) => `export const ${field} = rule({ foreach: { n: extent(Node), e: ({ n }) => n.${field} }, where: ({ e }) => e > 5 });`).join('\n')}
export const self = rule({ foreach: { o: extent(Own), e: ({ o }) => o }, where: ({ e }) => e > 5 });
export const view = rule({ foreach: { n: extent(Node), e: ({ n }) => [...n.bytes] }, where: ({ e }) => e > 5 });
export const values = rule({ foreach: { n: extent(Node), e: ({ n }) => n.own.values() }, where: ({ e }) => e > 5 });
export const inner = rule({ foreach: { n: extent(Node), k: ({ n }) => [...n.few], e: ({ k }) => k }, where: ({ e }) => e > 5 });
export const size = rule({ foreach: { o: extent(Own) }, where: ({ o }) => o.size > 5 });
`,
    );
    assert.deepEqual(told, []);
    assert.deepEqual(open, [...kinds.map(([field]) => field), 'self', 'view', 'values']);
    assert.deepEqual(
      [...notes].sort(),
      [...new Set(kinds.map(([, , shown]) => shown))]
        .map((shown) => `Elements of ${shown} are not followed: it is no array, Set or Map.`)
        .sort(),
    );
  });

  it('says nothing of the elements of what only has a size of its own', async () => {
    const { open, notes } = await both(
      `class Own { size = 5; length = 2; *[Symbol.iterator]() { yield 9; } }
globalThis.own = new Own();
`,
      `${words}import { Own } from './prog.js';
export const size = rule({ foreach: { o: extent(Own) }, where: ({ o }) => o.size > 5 || o.length > 5 });
`,
    );
    assert.deepEqual([open, notes], [[], []]);
  });

  it('knows an element of an element that is none', async () => {
    const { open } = await both(
      `class Node { rows = [[1]]; }
const node = (globalThis.node = new Node());
node.rows.push(new Uint8Array(1));
`,
      `${words}import { Node } from './prog.js';
export const inner = rule({ foreach: { n: extent(Node), r: ({ n }) => n.rows, e: ({ r }) => r }, where: ({ e }) => e > 5 });
export const outer = rule({ foreach: { n: extent(Node), r: ({ n }) => n.rows }, where: ({ r }) => r.length > 5 });
`,
    );
    assert.deepEqual(open, ['inner']);
  });
});

describe('conditions over texts', () => {
  it('may call methods without effects, also those that give a list of their own', async () => {
    const { told } = await both(
      `class Path { constructor(text) { this.text = text; } }
const path = (globalThis.path = new Path('a>b'));
path.text = '7>b';
path.text = 'a>b>c';
path.text = 'x>b>c>d';
path.text = '';
path.text = ' A ';
path.text = 'q.q';
`,
      `${words}import { Path } from './prog.js';
export const first = rule({ check: 'change', foreach: { p: extent(Path) }, where: ({ p }) => String(p.text).split('')[0] === '7' });
export const many = rule({ check: 'change', foreach: { p: extent(Path) }, where: ({ p }) => p.text.split('>').length === 3 });
export const some = rule({ check: 'change', foreach: { p: extent(Path) }, where: ({ p }) => p.text.split('>').some((part) => part === 'd') });
export const has = rule({ check: 'change', foreach: { p: extent(Path) }, where: ({ p }) => p.text.split('>').includes('x') && p.text.split('>').at(-1) === 'd' });
export const empty = rule({ check: 'change', foreach: { p: extent(Path) }, where: ({ p }) => p.text.split('').length === 0 });
export const trimmed = rule({ check: 'change', foreach: { p: extent(Path) }, where: ({ p }) => p.text.trimEnd() === ' A' && p.text.concat('!') === ' A !' });
export const replaced = rule({ check: 'change', foreach: { p: extent(Path) }, where: ({ p }) => p.text.replaceAll('q', 'r') === 'r.r' });
export const ranged = rule({ check: 'change', foreach: { p: extent(Path), s: ({ p }) => p.text.split('>') }, where: ({ s }) => s === 'c', found: ({ s }) => report(s) });
export const spread = rule({ check: 'change', foreach: { p: extent(Path) }, where: ({ p }) => [...p.text.split('>')].every((s) => s === 'q.q') });
`,
    );
    assert.deepEqual(told, [
      'first: p = Path# @ 3',
      'many: p = Path# @ 4',
      'ranged: c @ 4',
      'some: p = Path# @ 5',
      'has: p = Path# @ 5',
      'empty: p = Path# @ 6',
      'trimmed: p = Path# @ 7',
      'replaced: p = Path# @ 8',
      'spread: p = Path# @ 8',
    ]);
  });
});
