import { check } from '../support/querying.js';

/** ECMA-262, B.3.3: in sloppy mode a function that is declared in a block is stored in a variable of the function around. */
describe('functions that are declared in blocks', () => {
  it('are stored outside where control comes to them', () =>
    check(
      `
function h() { return 1; }
function f(x) {
  if (x) {
    function inner() { return 2; } //P3
  }
  if (x) function alone() {} //P4
  switch (x) {
    case 1:
      function cased() {} //P5
  }
  for (let i = 0; i < 2; i++) {
    function looped() { return i; } //P6
  }
  try { throw 1; } catch (caught) { { function caught() {} } } //P7
  console.log(h, inner, alone, cased, looped, caught); //stop
}
{
  function h() { return 2; } //P2 P8
}
f(1);
`,
      ['h', 'inner', 'alone', 'cased', 'looped', 'caught'].map((name) => `lastChange(P1:${name})`).concat('created(P1:h)'),
      { P2: { column: 12 }, P6: { hit: 2 }, P8: { column: 3 } },
    ));

  it('are not where control did not come to them, nor in what is written otherwise', () =>
    check(
      `
function f(x, parameter) { //P6
  var before = 1; //P3
  if (x) { function before() {} function never() {} }
  {
    inside = 5;
    function inside() {} //P4
    inside = 6;
  }
  let kept = 3; //P5
  { let hidden = 1; { function hidden() {} } }
  { function kept() {} function parameter() {} }
  { async function later() {} }
  console.log(before, never, inside, kept, parameter); //stop
}
f(false, 1);
`,
      ['never', 'before', 'inside', 'kept', 'parameter'].map((name) => `lastChange(P1:${name})`),
      { P2: { status: 'initial' }, P3: { after: 1 }, P4: { after: 5 }, P5: { after: 3 }, P6: { after: 1 } },
    ));

  it('are no variables outside in strict mode', () =>
    check(
      `'use strict';
function h() { return 1; }
{ function h() { return 2; } }
console.log(h); //stop
`,
      ['lastChange(h)'],
      { P2: { status: 'initial', line: 2 } },
    ));
});
