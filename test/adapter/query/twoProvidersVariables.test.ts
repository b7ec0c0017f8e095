import { assertSameAnswers } from '../../support/sameAnswers.js';

const variables: Readonly<Record<string, readonly [text: string, ask: readonly string[]]>> = {
  'of a function and of a top level': [
    `var first = 3;
function go(a) { var x = a + 1; if (a) var later = x; for (var i = 0; i < 1; i++); later = 5;
  return x + later; //stop
}
go(first);
`,
    ['lastChange(P1:x)', 'lastChange(P1:later)', 'lastChange(P1:later)[-2]', 'lastChange(P1:i)[-2]', 'lastChange(P1:first)'],
  ],
  'that a loop or a pattern writes, or that is a parameter, too': [
    `function go(a) { for (var v of [3]); for (var k in { r: 1 }); var { e } = { e: 3 }, a = 4; let y; y = 2;
  return [v, k, e, a, y]; //stop
}
go(1);
`,
    ['lastChange(P1:v)', 'lastChange(P1:k)', 'lastChange(P1:e)', 'lastChange(P1:a)', 'lastChange(P1:y)'],
  ],
};

describe('a variable that is declared with var has been undefined before, live and recorded', () => {
  for (const [name, asked] of Object.entries(variables)) it(name, async () => assertSameAnswers(asked));
});
