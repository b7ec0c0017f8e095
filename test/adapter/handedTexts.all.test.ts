import assert from 'node:assert/strict';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { whence } from '../support/command.js';

/** A file that programs load as test runners do. */
const cart = `exports.Cart = class Cart {
  total = 0;
  add(price) {
    this.total += price;
  }
};
exports.check = (cart, wanted) => {
  if (cart.total !== wanted) {
    throw new (class AssertionError extends Error {})('no');
  }
};
`;

/** What loads the file, and fails with the cart. */
const program = (load: string): string => `const vm = require('node:vm');
const path = require('node:path');
const file = path.join(__dirname, 'cart.js');
const text = require('node:fs').readFileSync(file, 'utf8');
const made = {};
${load}
const { Cart, check } = made;
console.log(Cart.toString() === text.slice(text.indexOf('class'), text.indexOf(';\\nexports.check')), Object.keys(made));
const cart = new Cart();
const test = async () => {
  cart.add(2);
  cart.add(3);
  check(cart, 6);
};
test().catch((error) => console.log(error.message, /cart\\.js:\\d+/.exec(error.stack)?.[0]));
`;

/** In the context of the program, and in others, which have globals of their own. */
const ways: Readonly<Record<string, string>> = {
  runInThisContext: "vm.runInThisContext(`'use strict';(exports) => {${text}}`, { filename: file })(made);",
  'a Script in this context': 'new vm.Script(`(function (exports) {${text}})`, file).runInThisContext()(made);',
  'a Script in another context':
    'new vm.Script(`(function (exports) {${text}})`, { filename: file }).runInContext(vm.createContext({}))(made);',
  'a Script in a new context': 'new vm.Script(`(function (exports) {${text}})`, { filename: file }).runInNewContext()(made);',
  runInContext: 'vm.runInContext(`(function (exports) {${text}})`, vm.createContext({}), file)(made);',
  compileFunction: "vm.compileFunction(text, ['exports'], { filename: file })(made);",
  'compileFunction in another context':
    "vm.compileFunction(text, ['exports'], { filename: file, parsingContext: vm.createContext({}) })(made);",
};

describe('texts that a program hands to node:vm itself', function () {
  this.timeout(120_000);
  let cwd = '';

  before(() => {
    cwd = realpathSync(mkdtempSync(join(tmpdir(), 'whence-handed-')));
    writeFileSync(join(cwd, 'cart.js'), cart);
  });

  after(() => rmSync(cwd, { recursive: true, force: true }));

  for (const [name, load] of Object.entries(ways))
    it(`are the file's: ${name}`, () => {
      writeFileSync(join(cwd, 'main.js'), program(load));

      const { out, err } = whence(cwd, 'why', '--json', '--stop', 'failure', '--ask', 'lastChange(P1(1):cart.total)', '--', 'main.js');

      const [stop, write] = JSON.parse(out).points;
      assert.deepEqual([stop.file, stop.line, stop.exception.class], ['cart.js', 9, 'AssertionError'], err);
      assert.deepEqual([write.file, write.line, write.before, write.after], ['cart.js', 4, 2, 5]);
      assert.equal(err, "true [ 'Cart', 'check' ]\nno cart.js:9\n");
    });

  describe('of which only some need probes', () => {
    /** So long that a run which need not see all of it leaves it out; it writes under a key that only the run tells. */
    const long = `exports.set = (object, key, value) => {\n  object[key] = value;\n};\n//${'.'.repeat(2 ** 20)}\n`;

    const asked = (text: string) => {
      writeFileSync(join(cwd, 'long.js'), long);
      const load = "const file = path.join(__dirname, 'long.js');\nconst text = require('node:fs').readFileSync(file, 'utf8');";
      const handed = `{\n${load}\n${ways['compileFunction']}\n}\n${ways['compileFunction']}`;
      writeFileSync(join(cwd, 'main.js'), program(handed).replace('cart.add(3);', text));
      const { out } = whence(cwd, 'why', '--json', '--stop', 'failure', '--ask', 'lastChange(P1(1):cart.total)', '--', 'main.js');
      const { points, executions } = JSON.parse(out);
      return [points[1].status, points[1].file, points[1].line, executions];
    };

    it('are no code that may have written anything', () => {
      assert.deepEqual(asked('cart.add(3);'), ['located', 'cart.js', 4, 3]);
    });

    it('are seen where they have written what is asked about', () => {
      assert.deepEqual(asked("made.set(cart, 'total', 5);").slice(0, 3), ['located', 'long.js', 2]);
    });

    for (const written of ['box.total = 5;', "var other = 1;\nbox['to' + 'tal'] = 5;"])
      it(`are seen whatever their beginning says (${written.slice(0, 3)})`, () => {
        writeFileSync(join(cwd, 'written.js'), '');
        const script = `vm.runInThisContext(${JSON.stringify(`(0);\n${written}`)}, { filename: __dirname + '/written.js' });`;
        const lines = ["const vm = require('node:vm');", 'globalThis.box = { total: 0 };', 'box.total = 5;', script, 'throw box;', ''];
        writeFileSync(join(cwd, 'main.js'), lines.join('\n'));

        const { out } = whence(cwd, 'why', '--json', '--stop', 'uncaught', '--ask', 'lastChange(box.total)', '--', 'main.js');

        const { status, file, line } = JSON.parse(out).points[1];
        assert.deepEqual([status, file, line], ['located', 'written.js', written.split('\n').length + 1]);
      });

    it('are other code where the program gives them to eval, too', () => {
      writeFileSync(join(cwd, 'written.js'), '(n = 5)');
      const handed = "const vm = require('node:vm');\nvm.runInThisContext('(n = 5)', { filename: __dirname + '/written.js' });\n";
      writeFileSync(join(cwd, 'main.js'), `${handed}function f() {\n  let n = 1;\n  eval('(n = 5)');\n  throw n;\n}\nf();\n`);

      const { out } = whence(cwd, 'why', '--json', '--stop', 'uncaught', '--ask', 'lastChange(n)', '--', 'main.js');

      const { status, reason } = JSON.parse(out).points[1];
      assert.deepEqual([status, reason], ['not-found', 'Code that the program made of a text may have written it (line 5 of main.js).']);
    });
  });

  it('stop at a line, and a script that declares names is left to the realm', () => {
    writeFileSync(join(cwd, 'globals.js'), 'var shared = 1;\nfunction raise() {\n  shared += 1;\n}\n');
    const load = `vm.runInThisContext(require('node:fs').readFileSync('globals.js', 'utf8'), { filename: path.join(__dirname, 'globals.js') });`;
    writeFileSync(join(cwd, 'main.js'), `${program(ways['compileFunction'] ?? '')}${load}\nraise();\nconsole.log(shared);\n`);

    const { out } = whence(cwd, 'why', '--json', '--stop', 'cart.js:4', '--hit', '2', '--ask', 'lastChange(this.total)', '--', 'main.js');
    const { err } = whence(cwd, 'why', '--json', '--stop', 'main.js:100', '--ask', 'lastChange(shared)', '--', 'main.js');

    assert.deepEqual(
      JSON.parse(out).points.map(({ line, hit }: { line: number; hit: number }) => [line, hit]),
      [
        [4, 2],
        [4, 1],
      ],
    );
    assert.match(err, /^2$/m);
  });

  describe('that are scripts and declare names', () => {
    const script = `var total = 0;
class Item { constructor(p) { this.p = p; } }
const items = [2, 3, 5].map((p) => new Item(p));
function add(item) {
  total += item.p;
}
for (const item of items) {
  if (item.p === 3) continue;
  add(item);
}
items[1].p = 30;
out.push(total);
`;
    const ways = {
      'a Script in a context': 'new vm.Script(text, { filename: file }).runInContext(vm.createContext({ out: [] }));',
      runInContext: 'vm.runInContext(text, vm.createContext({ out: [] }), { filename: file });',
      'in two contexts':
        'const twice = new vm.Script(text, { filename: file });\ntwice.runInContext(vm.createContext({ out: [] }));\ntwice.runInNewContext({ out: [] });',
      runInThisContext: 'globalThis.out = [];\nvm.runInThisContext(text, file);',
    };
    const asks = ['lastChange(items[1].p)', 'lastChange(P1:total)', 'lastChange(P1:items)', 'lastCondition(P3)'].flatMap((ask) => [
      '--ask',
      ask,
    ]);
    const load = `const vm = require('node:vm');\nconst file = require('node:path').join(__dirname, 'script.js');
const text = require('node:fs').readFileSync(file, 'utf8');\n`;

    for (const [name, run] of Object.entries(ways))
      it(`answer as other texts do: ${name}`, () => {
        writeFileSync(join(cwd, 'script.js'), script);
        writeFileSync(join(cwd, 'main.js'), load + run);
        const hit = name === 'in two contexts' ? ['--hit', '2'] : [];

        const { out } = whence(cwd, 'why', '--json', '--stop', 'script.js:12', ...hit, ...asks, '--', 'main.js');

        const { points } = JSON.parse(out);
        assert.deepEqual(
          points.map(({ line, before, after }: { line: number; before: unknown; after: unknown }) => [line, before, after]).slice(0, 3),
          [
            [12, undefined, undefined],
            [11, 3, 30],
            [5, 2, 7],
          ],
        );
        assert.deepEqual([points[3].line, points[4].line], [3, 8]);
      });

    it('share their names with what the program has made the context of', () => {
      writeFileSync(join(cwd, 'script.js'), 'var total = 1;\n');
      writeFileSync(join(cwd, 'main.js'), `${load}const made = vm.createContext({});\nvm.runInContext(text, made, file);\nthrow made;\n`);

      const { out } = whence(cwd, 'why', '--json', '--stop', 'uncaught', '--ask', 'lastChange(made.total)', '--', 'main.js');

      const { file, line, after } = JSON.parse(out).points[1];
      assert.deepEqual([file, line, after], ['script.js', 1, 1]);
    });
  });
});
