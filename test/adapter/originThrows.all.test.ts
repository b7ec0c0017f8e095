import { check } from '../support/querying.js';

/** A primitive that was caught came from where it was thrown, and from there on. */
describe('origin, of what was caught,', () => {
  it('follows throws in functions that were called, also again', () =>
    check(
      `
function f(n) {
  const m = 'a' + n; //P3
  if (n > 1) throw m;
  throw 'b' + n; //P2 P4
}
function g() {
  try { f(1); } catch (e) { throw e; }
}
let x, y, z;
try { f(1); } catch (e) { x = e; }
try { f(2); } catch (e) { y = e; }
try { g(); } catch (e) { z = e; }
console.log(x, y, z); //stop
`,
      ['origin(x)', 'origin(P1:y)', 'origin(P1:z)'],
      { P2: { column: 9, after: 'b1' }, P3: { after: 'a2' } },
    ));

  it('follows parts of what was thrown, and messages', () =>
    check(
      `
class Failure extends Error {
  constructor(code) { super('failed'); this.code = code; }
}
function f(n) {
  const m = 'a' + n; //P2 P3 P4
  if (n === 1) throw { m };
  if (n === 2) throw new Error(m);
  throw new Failure(m);
}
let x, y, z;
try { f(1); } catch ({ m }) { x = m; }
try { f(2); } catch (e) { y = e.message; }
try { f(3); } catch (e) { z = e.code; }
console.log(x, y, z); //stop
`,
      ['origin(x)', 'origin(P1:y)', 'origin(P1:z)'],
      { P2: { after: 'a1' }, P3: { after: 'a2' }, P4: { after: 'a3' } },
    ));

  it('knows where an object was made that allSettled, any or a kept resolve has handed on', () =>
    check(
      `
const load = async (k) => {
  if (k > 2) throw new Error('bad' + k); //P2 P3
  return k;
};
let resolve;
const kept = new Promise((r) => { resolve = r; });
setTimeout(() => resolve({ t: 1 }), 1); //P4
(async () => {
  const settled = await Promise.allSettled([load(1), load(3)]);
  const failed = await Promise.any([load(5), load(6)]).catch((e) => e);
  const [why, other, late] = [settled[1].reason, failed.errors[1], await kept];
  console.log(why, other, late); //stop
})();
`,
      ['origin(why)', 'origin(P1:other)', 'origin(P1:late)'],
      { P2: { column: 20 }, P3: { column: 20 }, P4: { column: 26 } },
    ));

  it('follows rejections, and says where there were several of one value', () =>
    check(
      `
async function late(n) {
  await null;
  throw 'l' + n; //P2
}
const seed = 'r' + 1; //P3
let a, b, c, d;
(async () => {
  try { await late(1); } catch (one) { a = one; }
  try { await Promise.reject(seed); } catch (one) { b = one; }
  await new Promise((_, no) => no('n' + seed)).catch((one) => { c = one; }); //P5
  await Promise.reject('same').catch(() => {});
  await Promise.reject('same').catch((one) => { d = one; });
  console.log(a, b, c, d); //stop
})();
`,
      ['origin(a)', 'origin(P1:b)', 'origin(P1:d)', 'origin(P1:c)'],
      {
        P2: { after: 'l1' },
        P3: { after: 'r1' },
        P4: { status: 'not-found', reason: 'It was followed to line 13 of program.js; but it was thrown, and where cannot be told.' },
      },
    ));
});
