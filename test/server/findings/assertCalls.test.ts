import assert from 'node:assert/strict';
import { Script } from 'node:vm';
import { createRequire } from 'node:module';
import { checkText } from '../../support/checking.js';

const require = createRequire(import.meta.url);

const results = (text: string, file = 'program.ts') => checkText(text, { gate: true }, [], file);

/** What the functions ask of their parameters, by name. */
const required = (text: string, file?: string): Readonly<Record<string, string | null>> =>
  Object.fromEntries(results(text, file).functions.map(({ name, requires }) => [name, requires]));

const functions = [
  'assert',
  'assert.ok',
  'assert.equal',
  'assert.notEqual',
  'assert.strictEqual',
  'assert.notStrictEqual',
  'assert.ifError',
];
const values = ['undefined', 'null', '0', '-0', 'NaN', "'1'", '1n', '[]'];
const requirements = ["require('assert')", "require('node:assert').strict"];

describe('calls of node:assert', function () {
  this.timeout(60_000);

  for (const requirement of requirements)
    it(`are decided as Node decides them: ${requirement}`, () => {
      const calls = functions.flatMap((name) =>
        values.flatMap((left) => values.map((right) => `${name}(${left}, ${right})`)).filter((call) => !/NaN.*\[\]|\[\].*\[\]/.test(call)),
      );
      const isThrown = (call: string): boolean => {
        try {
          new Script(`(require) => { const assert = ${requirement}; ${call}; }`).runInThisContext()(require);
          return false;
        } catch {
          return true;
        }
      };
      const text = calls.map((call, index) => `exports.f${index} = function f${index}() { ${call}; };`).join('\n');

      const told = required(`const assert = ${requirement};\n${text}`, 'program.cjs');

      const wrong = calls.filter((call, index) => (told[`f${index}`] === 'false') !== isThrown(call));
      assert.deepEqual(wrong, []);
    });

  it('are conditions of what calls them', () => {
    const text = `import check, { ok as holds, strictEqual } from 'node:assert';
      import * as all from 'assert/strict';
      export function whole(n: number) { check(n > 3 && n < 9, \`\${n} is not it\`); return n; }
      export function named(n: number) { holds(n > 3); return n; }
      export function same(a: number) { strictEqual(a, 4, 'other'); return a; }
      export function ofAll(a: string) { all.equal(a, 'x'); return a; }
      export function strict(a: string) { check.strict.equal(a, 'x'); return a; }
      export function failing(kind: string) { if (kind === 'c') check.fail('never'); return kind; }
      export function behind(rows: unknown[]) { check(rows.length > 2); return rows[0].id; }`;

    assert.deepEqual(required(text), {
      whole: 'n > 3 && n < 9',
      named: 'n > 3',
      same: 'a === 4',
      ofAll: 'a === "x"',
      strict: 'a === "x"',
      failing: 'kind !== "c"',
      behind: 'rows.length > 2 && rows[0] != null',
    });
  });

  it('are told by their text, and where they are called', () => {
    const text = `const assert = require('assert');
function half(n) { assert(n % 2 === 0, 'odd'); return n / 2; }
exports.run = () => half(3);`;

    const [finding] = results(text, 'program.cjs').findings;

    assert.equal(finding?.message, "run always fails: assert(n % 2 === 0, 'odd') fails (line 2).");
    assert.equal(finding.because.at(-1)?.message, 'this assertion fails, and nothing catches what it throws');
  });

  it('may be caught, and their messages are made', () => {
    const text = `import assert from 'node:assert';
      let made = 0;
      export function caught() { try { assert(false); } catch (error) { return error.code.length; } throw 1; }
      export function told(n: number) { assert(n > 1, (made++, 'no')); assert(made < 2, 'again'); }`;

    assert.deepEqual(required(text), { caught: null, told: 'n > 1' });
  });

  it('are unknown where the name is no longer what Node has, or another', () => {
    const program = (head: string, rest = ''): string => `${head}\nexport function f(n: number) { assert(n > 3); }\n${rest}`;
    for (const text of [
      program("import assert from './assert.js';"),
      program("import assert from 'chai';"),
      program("import assert from 'node:assert';", 'assert.ok = print;'),
      program("import assert from 'node:assert';", 'replace(assert);'),
      program("import assert from 'node:assert';", 'Object.assign(assert, { ok: print });'),
      program("let assert = (await import('node:assert')).default;"),
      program("import assert from 'node:assert';").replace('f(n: number) {', 'f(n: number, assert: (is: boolean) => void) {'),
    ])
      assert.deepEqual(required(text), { f: null }, text);
    const own = 'const require = () => () => {};\nconst assert = require("assert");\nexports.f = function f(n: number) { assert(n > 3); };';
    assert.deepEqual(required(own, 'program.cjs'), { f: null });
  });

  it('say nothing of functions that compare in depth, call what they get, or take a list', () => {
    const text = `import assert from 'node:assert';
      export function deep(a) { assert.deepEqual(a, { b: 1 }); }
      export function throwing(f) { assert.throws(f); }
      export function list(a: [number]) { assert.equal(...a, a); }
      export function none() { assert.equal(1); }`;

    assert.deepEqual(required(text), { deep: null, throwing: null, list: null, none: null });
  });
});
