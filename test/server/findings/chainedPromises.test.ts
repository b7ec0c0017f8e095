import assert from 'node:assert/strict';
import { checkText } from '../../support/checking.js';

const before = `declare function ext(...given: any[]): any;
async function load(n: number) { await null; if (n > 3) throw new RangeError('n'); return n; }
`;

/** What a function asks of its parameters. */
function required(text: string): string | null {
  const { functions } = checkText(before + text, { gate: true, unknownCalls: 'return-or-throw' });
  return functions.find(({ name }) => name === 'f')?.requires ?? null;
}

/** The same of an async function with this body. */
const ofBody = (body: string): string | null => required(`export async function f(n: number, p: any) { ${body} }`);

describe('a promise that the program makes', () => {
  it('is settled by the first call of what settles it', () => {
    const made = (executor: string): string | null => ofBody(`const v: any = await new Promise(${executor}); return v.x;`);
    assert.equal(made('(resolve, reject) => { if (n > 3) reject(new Error("n")); else resolve({ x: 1 }); }'), '!(n > 3)');
    assert.equal(made('(resolve) => { if (n > 3) throw new Error("n"); resolve({ x: 1 }); }'), '!(n > 3)');
    assert.equal(made('(resolve) => resolve(null)'), 'false');
    assert.equal(made('(resolve) => resolve(new Promise((inner) => inner(null)))'), 'false');
    assert.equal(made('(resolve, reject) => { resolve({ x: 1 }); reject(new Error("late")); }'), null);
    assert.equal(made('(resolve) => { resolve({ x: 1 }); throw new Error("late"); }'), null);
    assert.equal(made('(resolve) => resolve({ then(set: any) { set({ x: 1 }); } })'), null);
    assert.equal(made('async (resolve) => { await null; resolve(null); }'), null);
    assert.equal(made('() => {}'), null);
  });

  it('is settled by whoever may call what settles it', () => {
    const made = (executor: string): string | null => ofBody(`const v: any = await new Promise(${executor}); return v.x;`);
    assert.equal(made('(resolve) => { ext(n); resolve(null); }'), 'false');
    assert.equal(made('(resolve) => { ext(resolve); resolve(null); }'), null);
    assert.equal(made('(resolve) => { ext(() => resolve({ x: 1 })); ext(); resolve(null); }'), null);
    assert.equal(made('(resolve) => { p(resolve); resolve(null); }'), 'p != null');
    const kept = 'let done: any; const v = new Promise<any>((resolve) => { done = resolve; });';
    assert.equal(ofBody(`${kept} done(null); return (await v).x;`), 'false');
    assert.equal(ofBody(`${kept} ext(done); done(null); return (await v).x;`), null);
  });

  it('is waited for, should an input be one', () => {
    assert.equal(
      ofBody(`const v: any = await new Promise((resolve) => resolve(p)); if (typeof v === 'object' && v) throw new Error('p');`),
      null,
    );
    assert.equal(
      required(`async function same(p: any) { return p; }
        export async function f(p: any) { const v = await same(p); if (typeof v === 'object' && v) throw new Error('p'); }`),
      null,
    );
    assert.equal(ofBody(`const v = await load(1).then(() => p); if (typeof v === 'object' && v) throw new Error('p');`), null);
  });
});

describe('a chain of promises', () => {
  it('fails as its first one does, unless that is handled', () => {
    assert.equal(ofBody('return load(n).then((v) => v + 1);'), '!(n > 3)');
    assert.equal(ofBody('await load(n).finally(() => { ext(); });'), '!(n > 3)');
    assert.equal(ofBody('await load(n).then(null as any, null as any);'), '!(n > 3)');
    assert.equal(ofBody('await load(n).catch(() => 0);'), null);
    assert.equal(ofBody('await load(n).then((v) => v, () => 0);'), null);
    assert.equal(ofBody('try { await load(n).then((v) => v); } catch { return 0; }'), null);
    assert.equal(ofBody('const later = async () => { ext(); throw new Error("x"); }; return later().catch(() => null);'), null);
  });

  it('fails as its functions do', () => {
    assert.equal(ofBody('return load(1).then(() => null as any).then((v) => v.id);'), 'false');
    assert.equal(ofBody('const v: any = await load(n).catch(() => null); if (n > 3) return v.x;'), '!(n > 3)');
    assert.equal(ofBody('await load(1).then(async (v) => { await null; if (v < n) throw new Error("v"); });'), '!(n > 1)');
    assert.equal(ofBody('await load(n).catch(() => { throw new Error("again"); });'), '!(n > 3)');
    assert.equal(ofBody('await load(1).finally(() => Promise.reject(new Error("x")));'), 'false');
    const plain = 'function later(n: number) { return load(n).then((v) => ({ v })); }';
    assert.equal(required(`${plain} export async function f(n: number) { return (await later(n)).v; }`), '!(n > 3)');
  });

  it('runs its functions later, where something is done before it is waited for', () => {
    const late = 'let seen = false; const chain = load(1).then(() => { seen = true; });';
    assert.equal(ofBody(`${late} if (seen) throw new Error('early'); await chain;`), null);
    const own = 'let seen = false; const go = () => load(1).then(() => { seen = true; }); const chain = go();';
    assert.equal(ofBody(`${own} if (seen) throw new Error('early'); await chain;`), null);
    assert.equal(ofBody(`let a = 1; await load(1).then(() => { a = 2; }); if (a === 2) return (null as any).x;`), 'false');
  });

  it('is no failure of a plain function that hands it out, nor does that go on for ever', () => {
    assert.equal(required('export function f(n: number) { return load(n).then((v) => v); }'), null);
    assert.equal(required('export function f(n: number) { return load(n).then((v) => { while (v > 0) v += 1; }); }'), null);
  });
});
