import { check } from '../support/querying.js';

/** Names that a text declares nowhere are properties of the global object. */
describe('lastChange of globals', () => {
  it('by their bare name and as properties, in every form', () =>
    check(
      `
a = 1;
a = 2; //P2
globalThis.b = 1;
b += 3; //P3
c = 1;
global.c = 9; //P4
d = 0;
const old = d++; //P5
e = 0;
--e; //P6
({ f, g: [g] } = { f: 6, g: [7] }); //P7 P8
for (h of [1, 2]); //P9
for (i in { x: 1 }) { } //P10
globalThis.j = null;
j ??= 'j'; //P11 P12
globalThis.k = 1;
delete k; //P13
console.log(a, b, c, d, e, f, g, h, i, j, typeof k, old); //stop
`,
      [
        'lastChange(a)',
        'lastChange(P1:b)',
        'lastChange(P1:globalThis.c)',
        'lastChange(P1:d)',
        'lastChange(P1:e)',
        'lastChange(P1:f)',
        'lastChange(P1:g)',
        'lastChange(P1:h)',
        'lastChange(P1:i)',
        'lastChange(P1:globalThis.j)',
        'lastChange(P1:j)',
        'lastChange(P1:globalThis.k)',
      ],
      { P3: { before: 1, after: 4 }, P5: { before: 0, after: 1 }, P6: { after: -1 }, P9: { after: 2 } },
    ));

  it('from other modules, and of functions and module scopes that hide them', () =>
    check(
      '',
      ['lastChange(level)', 'lastChange(P1:hidden)', 'origin(P1:level)'],
      { P2: { before: 1, after: 3 }, P4: { after: 3 } },
      {
        files: {
          'program.mjs': `globalThis.level = 1;
globalThis.hidden = 1; //P3
import('./lib.mjs').then(({ raise }) => {
  raise();
  console.log(level, hidden); //stop
});
`,
          'lib.mjs': `export function raise() {
  let hidden = 0;
  hidden = 5;
  const next = hidden - 2; //P4
  level = next; //P2
}
`,
        },
      },
    ));

  it('says that a name is no variable when it is no property either', () =>
    check(`console.log(1); //stop\n`, ['lastChange(nowhere)'], { P2: { status: 'not-found', reason: 'nowhere is no variable here.' } }));

  /** What Node loads takes longer than the start of most programs, and each question starts some. */
  it('among them no module of Node that the program has not asked for', () =>
    check(
      `
var loaded = 'nothing';
loaded = process.moduleLoadList.filter((name) => /^NativeModule (child_process|crypto|http|inspector|net|perf_hooks)$/.test(name)).join(); //P2
console.log(loaded); //stop
`,
      ['lastChange(loaded)'],
      { P2: { after: '' } },
    ));
});
