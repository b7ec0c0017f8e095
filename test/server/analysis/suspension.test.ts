import { claims } from './running.js';

describe('async functions', () => {
  it('fail when their promise rejects', () =>
    claims(`export async function main(n: number) { if (n > 5) throw new Error('n'); }`, { refuses: [6, 10] }));

  it('ask nothing after await', () =>
    claims(`export async function main(n: number) { if (n > 5) throw new Error('n'); await null; if (n < 0) throw new Error('n'); }`, {
      refuses: [6, 10],
    }));

  it('hand rejections to the one who awaits', () =>
    claims(
      `async function f(n: number) { if (n > 5) throw new Error('n'); }
       export async function main(n: number) { await f(n); }`,
      { refuses: [6, 10] },
    ));

  it('may be caught where they are awaited', () =>
    claims(
      `async function f(n: number) { if (n > 5) throw new Error('n'); }
       export async function main(n: number) { try { await f(n); } catch { return 1; } return 0; }`,
    ));

  it('that nobody awaits fail nobody', () =>
    claims(
      `async function f(n: number) { if (n > 5) throw new Error('n'); }
       export function main(n: number) { f(n).catch(() => 0); return n; }`,
    ));

  it('may never settle', () => claims(`export async function main(n: number) { if (n > 1e9) await new Promise(() => {}); return n; }`));
});

describe('generators', () => {
  it('do not run when they are called', () =>
    claims(
      `function* numbers(n: number) { if (n > 5) throw new Error('n'); yield 1; }
       export function main(n: number) { numbers(n); return n; }`,
    ));

  it('run when they are iterated', () =>
    claims(
      `function* numbers(n: number) { yield 1; yield 2; if (n > 5) throw new Error('n'); }
       export function main(n: number) { let sum = 0; for (const x of numbers(n)) sum += x; if (sum !== 3) throw new Error('sum'); }`,
    ));

  it('may be left before their end', () =>
    claims(
      `function* numbers() { let i = 0; for (;;) yield i++; }
       export function main(n: number) { for (const x of numbers()) { if (x > 3) break; } return n; }`,
    ));
});
