import { assertSameAnswers, type AskedProgram } from '../../support/sameAnswers.js';

/** Programs with the line of their stop, and what is asked there. */
const programs: Readonly<Record<string, AskedProgram>> = {
  'conditions and calls in the fields of classes': [
    `class F { a = 1; b = this.a > 0
  ? make(this) : 0; }
function make(f) {
  return f.a + 1; //stop
}
const flag = 3;
if (flag > 2) console.log(new F().b);
`,
    ['lastCondition(P1)', 'lastCondition(P2)', 'lastChange(P1:f.a)', 'lastChange(P1(1):this.a)'],
  ],
  'objects that are made of others in their fields': [
    `class Log {
  n = 1;
  constructor(x) { this.x = x; }
  tell() {
    return this.n; //stop
  }
}
class Part { log = new Log(2); told = this.log.tell(); }
class Whole { part = new Part(); static made = 0; static { if (true) Whole.made++; } }
function build(x) { if (x > 1) return new Whole(); }
build(2);
`,
    ['lastCondition(P1)', 'lastCondition(P2)', 'lastChange(P1:this.n)'],
  ],
  'fields of what extends, without a constructor': [
    `function note(o) {
  return o.base; //stop
}
class Base { base = 1; }
class Sub extends Base { own = note(this); }
function make() { if (1) new Sub(); }
make();
`,
    ['lastCondition(P1)', 'lastChange(P1:o.base)'],
  ],
  'a handler whose pattern has a default': [
    `function f() { const e = new Error('a'); e.code = 5; throw e; }
try { f(); } catch ({ code, message, rest = 4 }) {
  console.log(code); //stop
}
`,
    ['lastChange(code)', 'lastCondition(P1)', 'origin(P1:code)', 'lastChange(P1:message)', 'lastChange(P1:rest)'],
  ],
  'a handler whose pattern calls, and one whose pattern throws': [
    `let seen = 0;
const key = () => 'message';
function boom(x) { if (x) throw new TypeError('in default'); }
function go(x) {
  try {
    boom(!x);
    throw new Error('one');
  } catch ({ [key()]: said, code = boom(x), more: [a] = [said] }) {
    seen = a;
  } finally { key(); }
}
go(false);
try { go(true); } catch ({ message }) { seen += message; }
console.log(seen); //stop
`,
    ['lastChange(seen)', 'lastChange(seen)[-2]', 'lastCondition(P2)', 'lastCondition(P1)'],
  ],
};

describe('two providers, one answer: fields of classes, and handlers with patterns', () => {
  for (const [name, program] of Object.entries(programs)) it(name, () => assertSameAnswers(program));
});
