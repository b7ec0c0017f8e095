import { claims } from './running.js';

describe('exceptions', () => {
  it('fail a run that nothing catches', () =>
    claims(`export function main(n: number) { if (n > 5) throw new Error('x'); }`, { refuses: [6, 1000, Infinity] }));

  it('ask nothing when they are caught', () =>
    claims(`export function main(n: number) { try { if (n > 5) throw new Error('x'); } catch { return 1; } return 0; }`));

  it('of a callee fail only the call that nothing protects', () =>
    claims(
      `function f(n: number) { if (n > 5) throw new Error('x'); }
       export function main(n: number) { try { f(n); } catch { n = n - 0; } f(n - 1); }`,
      { refuses: [10, 11] },
    ));

  it('that are thrown again are those that arrived', () =>
    claims(
      `export function main(n: number) {
         try { if (n > 5) throw 1; if (n < 0) throw 'y'; } catch (e) { if (e !== 1) throw e; }
       }`,
      { refuses: [-1, -7.5] },
    ));

  it("of a user's class are instances of it", () =>
    claims(
      `class Late extends Error {}
       export function main(n: number) {
         try { if (n > 5) throw new Late('x'); if (n < 0) throw new Error('y'); } catch (e) { if (!(e instanceof Late)) throw e; }
       }`,
    ));

  it('of the language are caught like others', () =>
    claims(
      `export function main(n: number) {
         let o: { v: number } | null = null;
         if (n > 3) o = { v: n };
         try { return o!.v; } catch { if (n < 0) throw new Error('n'); return 0; }
       }`,
    ));
});

describe('finally', () => {
  it('overrides an exception with a return', () =>
    claims(`export function main(n: number) { try { if (n > 5) throw new Error('x'); } finally { return 1; } }`));

  it('overrides an exception with a break', () =>
    claims(
      `export function main(n: number) { for (;;) { try { if (n > 5) throw new Error('x'); return 1; } finally { break; } } return 2; }`,
    ));

  it('overrides a return with an exception', () =>
    claims(
      `export function main(n: number) {
         try { if (n > 5) return 1; } finally { if (n > 7) throw new Error('y'); }
         return 2;
       }`,
      { refuses: [10, Infinity] },
    ));

  it('lets an exception through when it ends by itself', () =>
    claims(
      `export function main(n: number) {
         let done = false;
         try { if (n > 5) throw new Error('x'); } finally { done = true; }
         return done;
       }`,
      { refuses: [6, 10] },
    ));

  it('sees what happened before the exception', () =>
    claims(
      `export function main(n: number) {
         let step = 0;
         try { step = 1; if (n > 5) throw new Error('x'); step = 2; } catch { if (step !== 1) throw new Error('step'); }
         if (step === 0) throw new Error('never');
       }`,
    ));

  it('runs for continue, in every round', () =>
    claims(
      `export function main(n: number) {
         let rounds = 0;
         for (let i = 0; i < 3; i++) { try { if (i === n) continue; } finally { rounds++; } }
         if (rounds !== 3) throw new Error('rounds');
       }`,
    ));
});
