import { check } from '../support/querying.js';

describe('keys that look like numbers', () => {
  it('are names unless they are written as the language writes an index', () =>
    check(
      `
const list = [1, 2];
list['01'] = 'x'; //P2
list['1'] = 'y';
list[1.0] = 'z'; //P3
list['1.0'] = 'u'; //P4
list['-0'] = 'v'; //P5
list[-0] = 'w'; //P6
list[-1] = 's'; //P7
list['1e3'] = 't'; //P8
list[1e3] = 'r';
console.log(list); //stop
`,
      [
        "lastChange(list['01'])",
        "lastChange(P1: list['1'])",
        "lastChange(P1: list['1.0'])",
        "lastChange(P1: list['-0'])",
        'lastChange(P1: list[-0])',
        "lastChange(P1: list['-1'])",
        "lastChange(P1: list['1e3'])",
      ],
    ));

  it('are followed by an origin under the name that they are', () =>
    check(
      `
const list = [[]];
list['01'] = 'a' + 1; //P2
const o = { 'content-type': { '007': 2 + 3 } }; //P3
const { 'content-type': type } = o;
const seven = type['007'];
console.log(list, seven); //stop
`,
      ["origin(list['01'])", 'origin(P1: seven)'],
    ));
});
