import { check } from '../support/querying.js';

/** Stores that few programs do: what they have written is told, or that it is not known. */
describe('lastChange, of unusual stores,', () => {
  it('knows keys that are lists, and those that the program converts', () =>
    check(
      `
const seen = {}, at = [1, 2], own = { k: 4 }, other = { k: 5 };
const key = { toString() { return 'k'; } };
seen[[1, 2]] = 'x'; //P2 P3
seen[[3]] = 1;
own[key] = 4; //P4
other[key] = 5;
other.k = 5; //P5
delete other[[9]];
const made = { [key]: 6 }; //P6
console.log(seen, at, own, other, made); //stop
`,
      ["lastChange(seen['1,2'])", 'lastChange(P1:seen[at])', 'lastChange(P1:own.k)', 'lastChange(P1:other.k)', 'lastChange(P1:made.k)'],
      { P4: { after: 4 }, P6: { after: 6 } },
    ));

  it('says so where a function of the language threw half-way', () =>
    check(
      `
const t = {}, u = {}, xs = [3, 1], f = Object.freeze([5]);
try { Object.assign(t, { a: 1 }, { get b() { throw 1; } }); } catch {}
try { Object.assign(u, { a: 1 }, { get b() { throw 1; } }); } catch {}
u.a = 1; //P3
xs[0] = 2; //P4
try { xs.sort(() => { throw 1; }); } catch {}
try { f.push(6); } catch {}
console.log(t, u, xs, f); //stop
`,
      ['lastChange(t.a)', 'lastChange(P1:u.a)', 'lastChange(P1:xs[0])', 'lastChange(P1:f[0])'],
      { P2: { reason: 'A call that threw may have written it (line 3 of program.js).' }, P5: { status: 'located', line: 2 } },
    ));

  it('tells what typed arrays make of values', () =>
    check(
      `
const t = new Uint8Array(4), b = new BigInt64Array(1);
t[0] = '5'; //P2
t[1] = true; //P3
t[2] = 300; //P4
b[0] = 3n; //P5
try { b[0] = 4; } catch {}
console.log(t, b); //stop
`,
      ['lastChange(t[0])', 'lastChange(P1:t[1])', 'lastChange(P1:t[2])', 'lastChange(P1:b[0])'],
      { P2: { after: 5 }, P3: { after: 1 }, P4: { after: 44 }, P5: { after: { bigint: '3' } } },
    ));

  it('follows where a regular expression looks next', () =>
    check(
      `
const a = /a/g, b = /a/g, c = /a/, d = /b/g, e = /b/y;
a.lastIndex = 0;
a.exec('bbb'); //P2
'banana'.replace(b, 'b'); //P3
c.lastIndex = 2; //P4
c.exec('banana');
d.lastIndex = 2;
'banana'.search(d); //P5
e.test('banana'); //P6
console.log(a, b, c, d, e); //stop
`,
      ['a', 'b', 'c', 'd', 'e'].map((name) => `lastChange(P1:${name}.lastIndex)`),
      { P2: { before: 0, after: 0 }, P3: { after: 0 }, P4: { after: 2 }, P5: { after: 2 }, P6: { after: 1 } },
    ));

  it('tells definitions that give a value from those that do not', () =>
    check(
      `
const o = {};
o.a = 4; //P2
Object.defineProperty(o, 'a', { enumerable: false });
Object.defineProperty(o, 'b', { enumerable: true }); //P3
const t = { get c() { return 3; } };
Object.defineProperty(t, 'c', { writable: true }); //P4
console.log(o, t); //stop
`,
      ['lastChange(o.a)', 'lastChange(P1:o.b)', 'lastChange(P1:t.c)'],
      { P2: { after: 4 }, P3: { after: { undefined: true } }, P4: { after: { undefined: true } } },
    ));

  it('sees super in patterns and heads of loops', () =>
    check(
      `
class A {}
class B extends A {
  take(o) {
    ({ v: super.v } = o); //P2
  }
  takeAll(list, k) {
    for (super[k] of list); //P3
  }
}
const b = new B();
b.v = b.w = 1;
b.take({ v: 1 });
b.takeAll([2, 1], 'w');
console.log(b); //stop
`,
      ['lastChange(b.v)', 'lastChange(P1:b.w)'],
      { P2: { column: 11 }, P3: { before: 2, after: 1 } },
    ));

  it('passes over stores that what is inherited refuses without a word', () =>
    check(
      `
const child = Object.create(Object.freeze({ ro: 1 })); //P2
child.ro = 2;
child.ro = 3;
child.own = 4; //P3
const base = { v: 1 };
const heir = Object.create(base);
heir.v = 2;
delete heir.v; //P4
Object.freeze(base);
heir.v = 3;
const all = [child.ro, heir.v];
console.log(all); //stop
`,
      ['lastChange(child.ro)', 'lastChange(P1:child.own)', 'lastChange(P1:heir.v)', 'origin(P1:all[0])'],
      { P2: { after: 1 }, P3: { after: 4 }, P4: { before: 2 }, P5: { line: 2, after: 1 } },
    ));
});
