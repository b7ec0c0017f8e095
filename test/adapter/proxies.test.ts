import { check } from '../support/querying.js';

describe('what a Proxy shows is its target’s', () => {
  it('also when it is written through the Proxy, by statements and by functions of the language', () =>
    check(
      `
const raw = JSON.parse('{"n": 1, "m": 1, "gone": 1}');
const plain = new Proxy(raw, {});
plain.n = 5; //P2 P3
plain.m = 2;
Object.assign(plain, { m: 3 }); //P4
delete plain.gone; //P5
const { proxy } = Proxy.revocable([1, 2], {});
proxy.push(3);
proxy.length = 2; //P6
proxy.sort((a, b) => b - a); //P7
console.log(raw, plain, proxy); //stop
`,
      [
        'lastChange(raw.n)',
        'lastChange(P1:plain.n)',
        'lastChange(P1:raw.m)',
        'lastChange(P1:plain.gone)',
        'lastChange(P1:proxy.length)',
        'lastChange(P1:proxy[0])',
      ],
      {
        P2: { before: 1, after: 5 },
        P3: { before: 1, after: 5 },
        P4: { before: 2, after: 3, column: 8 },
        P5: { before: 1, after: undefined },
        P6: { before: 3, after: 2 },
        P7: { before: 1, after: 2 },
      },
    ));

  it('and is changed where a trap writes it', () =>
    check(
      `
const doubling = { set(target, key, value, receiver) {
  return Reflect.set(target, key, value * 2, receiver); //P2
} };
const checking = { set(target, key, value) {
  if (value < 0) throw new RangeError(key);
  target[key] = value; //P3
  return true;
} };
const doubled = new Proxy({ n: 1 }, doubling);
const checked = new Proxy({ n: 1 }, checking);
doubled.n = 5;
checked.n = 3;
try {
  checked.n = -1;
} catch {}
console.log(doubled.n, checked.n); //stop
`,
      ['lastChange(doubled.n)', 'lastChange(P1:checked.n)'],
      { P2: { before: 1, after: 10 }, P3: { before: 1, after: 3 } },
    ));

  it('is not decided where a trap makes something else of it', () =>
    check(
      `
const tens = new Proxy({ a: 1 }, { get: (target, key) => (key === 'a' ? target.a * 10 : target[key]) });
tens.a = 7;
console.log(tens.a); //stop
`,
      ['lastChange(tens.a)'],
      { P2: { status: 'not-found' } },
    ));

  it('runs none of its traps to tell what holds it', () =>
    check(
      `
const reads = [];
const list = new Proxy([1, 2], { get: (target, key) => { reads.push(String(key)); return target[key]; } });
const o = { list, v: 0 };
function set(target, key, value) { //P3
  target[key] = value; //P2
}
set({}, 'w', 1);
set(o, 'v', 5);
console.log(o, reads.length); //stop
`,
      ['lastChange(o.v)', 'lastChange(P2:value)', 'lastChange(P1:reads.length)'],
      { P2: { before: 0, after: 5, hit: 2 }, P4: { status: 'initial', after: 0 } },
    ));
});
