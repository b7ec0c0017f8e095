import assert from 'node:assert/strict';
import { checkText } from '../../support/checking.js';

/** What is required of `f`, and of what else has a condition, in a text. */
function required(text: string): string | null {
  const header = `declare const ext: (...given: any[]) => any;
async function plain(id: number) { return { id, name: 'Ada' }; }
async function waiting(id: number) { await ext(id); return { id, name: 'Ada' }; }
`;
  const { functions } = checkText(header + text, { unknownCalls: 'return-or-throw' });
  return functions.find(({ name }) => name === 'f')?.requires ?? null;
}

describe('a promise that nobody awaits', () => {
  const failing = [
    'export async function f(id: number) { const user: any = plain(id); return user.name.length; }',
    'export function f(id: number) { const user: any = waiting(id); return user.name.length; }',
    'export async function f(id: number) { const { name }: any = waiting(id); return name.toUpperCase(); }',
    'export async function f(id: number) { const list: any = waiting(id); return list.map((x: any) => x); }',
    'export async function f() { const given: any = new Promise((resolve) => ext(resolve)); return given.body.json; }',
    'export const f = async (id: number) => { ext(); const user: any = waiting(id); ext(); return `${user.name.first}`; };',
  ];
  for (const text of failing) it(`has no other members: ${text}`, () => assert.equal(required(text), 'false'));

  const good = [
    'export async function f(id: number) { const user: any = await waiting(id); return user.name.length; }',
    'export async function f(id: number) { return waiting(id).then((user) => user.name).catch(() => 1); }',
    'export async function f(id: number) { const user: any = waiting(id); return (await user).name.length; }',
    'export async function f(id: number) { const [a, b]: any = await Promise.all([waiting(id), plain(id)]); return a.name + b.name; }',
    'export async function f(id: number) { const user: any = waiting(id); user.name = { first: 1 }; return user.name.first; }',
    'export async function f(id: number) { const user: any = waiting(id); ext(user); return user.name; }',
    'export async function f(id: number) { const user: any = ext(id); return user.name.length; }',
    'export function f(id: number) { if (waiting(id)) return 1; throw new Error(); }',
    `export function f(id: number) { return Object.assign(waiting(id), { name: { first: 1 } }).name.first; }`,
    'export function f(id: number) { return String(waiting(id)).length + waiting(id).toString().length; }',
  ];
  for (const text of good) it(`may be good: ${text}`, () => assert.equal(required(text), null));
});

describe('a generator that is left', () => {
  it('asks nothing behind its first yield, in finally neither', () => {
    for (const body of [
      'try { yield 1; } finally { if (n > 3) throw new Error(); }',
      'try { ext(); yield 1; } finally { ext(); throw new Error(); }',
      'for (const x of [1, 2]) { try { yield x; } finally { if (n > 3) throw new Error(); } }',
    ])
      assert.equal(required(`export function* f(n: number) { ${body} }`), null, body);
    assert.equal(required('export function* f(n: number) { try { yield n; } finally { ext(); } }'), null);
    assert.equal(
      required('export function* f(n: number) { if (n > 3) throw new Error(); try { yield n; } finally { ext(); } }'),
      '!(n > 3)',
    );
  });
});

describe('a promise that settles by way of unknown code', () => {
  const header = `import * as fs from 'node:fs';
declare const log: (given: unknown) => void;
const kept: unknown[] = [];
class Queue { all: unknown[] = []; later(f: unknown) { this.all.push(f); } }
const queue = new Queue();
`;
  const bodyOf = (wait: string): string =>
    `export async function f(x: any, n: number) { ${wait} if (n === 3) throw new Error('bad'); return n; }`;
  const settling = [
    'await new Promise((resolve) => [1, 2].forEach(resolve));',
    "await new Promise((resolve, reject) => fs.readFile('a', (e: any, d: any) => (e ? reject(e) : resolve(d))));",
    "await new Promise((resolve, reject) => { fs.readFile('a', (e, d) => { if (e) return reject(e); resolve(JSON.parse(String(d))); }); });",
    "await new Promise((resolve) => x.once('end', resolve));",
    "await new Promise<void>((resolve, reject) => { x.on('data', log); x.on('end', () => resolve()); x.on('error', reject); });",
    'await new Promise<void>((resolve) => x.listen(80, resolve));',
    'await new Promise((resolve) => process.nextTick(resolve));',
    'await new Promise((resolve, reject) => { x.load().then(resolve, reject); });',
    'await new Promise((resolve, reject) => { x.load().then((v: any) => resolve(v)).catch(reject); });',
    'await new Promise((resolve) => { x.load().then(resolve); });',
    'await new Promise((resolve) => { x.load().finally(resolve); });',
    'await new Promise((resolve, reject) => { x.onload = () => resolve(x); x.onerror = reject; });',
    'await new Promise((resolve) => { const done = () => resolve(1); x.run(done); });',
    'await Promise.race([x.load(), x.other()]);',
    'await Promise.race([x.load(), new Promise((_, reject) => setTimeout(() => reject(new Error()), 9))]);',
    'await Promise.race([x.load(), new Promise(() => {})]);',
  ];
  for (const wait of settling)
    it(`is behind what is asked: ${wait}`, () => assert.match(required(header + bodyOf(wait)) ?? '', /\bn !== 3$/));

  const open = [
    'await new Promise((resolve) => kept.push(resolve));',
    'await new Promise((resolve) => x.push(resolve));',
    'await new Promise((resolve) => queue.later(resolve));',
    'await new Promise((resolve) => x.later(resolve));',
    'await new Promise((resolve) => { x.resolve = resolve; });',
    "await new Promise((resolve) => x.on('data', (c: any) => { if (c === 1) resolve(c); }));",
    "await new Promise((resolve) => { if (x.isOpen) x.once('end', resolve); });",
    'await new Promise((resolve) => { x.load().then(resolve).catch(log); });',
    'await new Promise((resolve) => { x.load().catch(resolve); });',
    'await new Promise((resolve) => { new Promise(() => {}).then(resolve, resolve); });',
    'await new Promise((resolve) => { x.onload = resolve; if (x.ready) x.onload(); });',
    'await new Promise((resolve) => { const timer = setTimeout(resolve, 9); x.cancel = () => clearTimeout(timer); });',
    'await Promise.race([new Promise(() => {}), new Promise(() => {})]);',
    'await Promise.race(x.all);',
    'await Promise.race([]);',
  ];
  for (const wait of open) it(`may stay open: ${wait}`, () => assert.doesNotMatch(required(header + bodyOf(wait)) ?? '', /\bn\b/));
});
