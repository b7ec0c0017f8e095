import { check } from '../support/querying.js';

describe('a program that has frozen what stack traces are made by', () => {
  it('is answered about what it and the natives that it calls have written', () =>
    check(
      `'use strict';
Object.freeze(Error);
const o = { x: 1, y: [1] };
function assign(v) { Object.assign(o, { x: v }); } //P2
function add(v) { o.y[1] = v; } //P3
assign(2); add(5); assign(3);
console.log(o.x, o.y); //stop`,
      ['lastChange(o.x)', 'lastChange(P1:o.y[1])'],
      {
        P2: { after: 3, before: 2, function: 'assign', hit: 2 },
        P3: { after: 5, function: 'add', hit: 1 },
      },
    ));
});
