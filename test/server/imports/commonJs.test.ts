import assert from 'node:assert/strict';
import { checkFiles, type Files } from './projects.js';

/** What `main.js` needs of the argument of `main`, held against runs of the files: no number that succeeds lies outside. */
function claimed(files: Files, fails: readonly number[] = []): string | null {
  const { result } = checkFiles(files, ['main.js']);
  assert.deepEqual(result.errors, []);
  const found = result.functions.find(({ name, file }) => name === 'main' && file === 'main.js');
  const requires = found?.requires ?? null;
  for (const given of [NaN, -1, 0, 0.5, 1, 5, 99, 100, 1000, ...fails]) {
    const inside = requires === null || Boolean(new Function('n', `return (${requires});`)(given));
    const { main } = load(files, 'main.js', new Map()) as { main(n: number): unknown };
    let failure: unknown = null;
    try {
      main(given);
    } catch (error) {
      failure = error;
    }
    if (failure === null) assert.ok(inside, `main(${given}) succeeds, outside of ${requires ?? ''}`);
    if (fails.includes(given)) assert.ok(failure !== null && !inside, `main(${given}) fails, inside of ${requires ?? ''}`);
  }
  return requires;
}

/** What a file exports, as Node's `require` gives it. */
function load(files: Files, file: string, loaded: Map<string, { exports: unknown }>): unknown {
  const known = loaded.get(file);
  if (known !== undefined) return known.exports;
  const module: { exports: unknown } = { exports: {} };
  loaded.set(file, module);
  const require = (specifier: string): unknown => load(files, `${specifier.replace(/^\.\//, '')}.js`, loaded);
  new Function('exports', 'require', 'module', files[file] ?? '').call(module.exports, module.exports, require, module);
  return module.exports;
}

const requireB = 'require("./b")';
const requireC = 'require("./c")';
const requireMain = 'require("./main")';
const check = 'function check(n) {\n  if (typeof n === "number" && n > 99) throw new RangeError("too big");\n  return n;\n}\n';
const arrow = '(n) => { if (typeof n === "number" && n > 99) throw new RangeError("too big"); return n; }';
const needs = 'typeof n !== "number" || !(n > 99)';
const main = 'const { check } = require("./b");\nfunction main(n) { return check(n); }\nmodule.exports = { main };\n';

/** A way to export and to require: what the text of `b.js` and that of `main.js` are. */
type Way = readonly [name: string, exporting: string, requiring: string];

const requiring = (value: string, call: string): string =>
  `const ${value};\nfunction main(n) { return ${call}(n); }\nmodule.exports = { main };\n`;

const ways: readonly Way[] = [
  ['an object of exports', `${check}module.exports = { check };`, main],
  ['an object with functions in it', `module.exports = { check: ${arrow}, other: 1 };`, main],
  ['a method', 'module.exports = { check(n) { if (typeof n === "number" && n > 99) throw new Error(); } };', main],
  ['a frozen object', `${check}module.exports = Object.freeze({ check });`, main],
  ['a named object', `${check}const api = {};\napi.check = check;\nmodule.exports = api;`, main],
  ['exports', `exports.check = ${arrow};`, main],
  ['exports of a declared function, before it', `exports.check = check;\n${check}`, main],
  ['module.exports by name', `${check}module.exports.check = check;`, main],
  ['exports and module.exports', `${check}exports = module.exports = {};\nexports.check = check;`, main],
  [
    'what a compiler writes',
    `"use strict";\nObject.defineProperty(exports, "__esModule", { value: true });\nexports.check = void 0;\n${check}exports.check = check;`,
    main,
  ],
  ['a module that is required whole', `${check}module.exports = { check };`, requiring('b = require("./b")', 'b.check')],
  ['a member of a call', `${check}module.exports = { check };`, requiring('run = require("./b").check', 'run')],
  ['another name', `${check}module.exports = { check };`, requiring('{ check: run } = require("./b")', 'run')],
  ['a call in the function', `${check}module.exports = { check };`, requiring('one = 1', 'require("./b").check')],
  ['a function as the module', `module.exports = ${arrow};`, requiring('run = require("./b")', 'run')],
  ['a declared function as the module', `${check}module.exports = check;`, requiring('run = require("./b")', 'run')],
];

describe('what CommonJS modules give each other', () => {
  for (const [name, exporting, importing] of ways)
    it(`is known: ${name}`, () => assert.equal(claimed({ 'b.js': exporting, 'main.js': importing }, [100, 1000]), needs));

  it('has methods where it is a class', () => {
    const counter =
      'class Counter {\n  constructor(max) { this.max = max; }\n  add(n) { if (n > this.max) throw new Error("full"); return n; }\n}\n';
    const use =
      'const Counter = require("./b");\nfunction main(n) { return typeof n === "number" ? new Counter(99).add(n) : 0; }\nmodule.exports = { main };\n';
    assert.equal(claimed({ 'b.js': `${counter}module.exports = Counter;\n`, 'main.js': use }, [100]), needs);
  });

  it('is taken from a third module', () => {
    const through = [
      'module.exports = require("./b");',
      'exports.check = require("./b").check;',
      'const b = require("./b");\nmodule.exports = { check: b.check };',
      'const { check } = require("./b");\nmodule.exports = { check };',
    ];
    for (const text of through) {
      const files = { 'b.js': `${check}module.exports = { check };`, 'c.js': text, 'main.js': main.replace('./b', './c') };
      assert.equal(claimed(files, [100]), needs);
    }
  });

  it('is imported by name and as the default', () => {
    const imports = ['import { check } from "./b";', 'import b from "./b";\nconst check = (n: number) => b.check(n);'];
    for (const text of imports) {
      const files = {
        'b.js': `${check}module.exports = { check };`,
        'main.ts': `${text}\nexport function main(n: number) { return check(n); }`,
      };
      assert.equal(checkFiles(files, ['main.ts']).result.functions.find(({ name }) => name === 'main')?.requires, '!(n > 99)');
    }
  });

  it('says where a caller breaks it', () => {
    const files = { 'b.js': `${check}module.exports = { check };`, 'main.js': 'const { check } = require("./b");\ncheck(200);\n' };
    const { findings } = checkFiles(files, ['main.js']).result;
    assert.deepEqual(
      findings.map(({ severity, because }) => `${severity} ${because[0]?.file ?? ''}`),
      ['error b.js'],
    );
  });
});

describe('what CommonJS modules may give each other otherwise', () => {
  /** Nothing is known of `check`: it succeeds with 100 in some run. */
  const loose = '() => 0';
  const unknown: readonly Way[] = [
    ['written twice', `exports.check = ${arrow};\nexports.check = ${loose};`, main],
    ['written where it may not pass', `exports.check = ${loose};\nif (Date.now() > 5) exports.check = ${arrow};`, main],
    ['replaced as a whole', `exports.check = ${arrow};\nmodule.exports = { check: ${loose} };`, main],
    ['replaced twice', `module.exports = { check: ${arrow} };\nmodule.exports = { check: ${loose} };`, main],
    ['replaced by a function that is called', `exports.check = ${arrow};\nfunction set() { exports.check = ${loose}; }\nset();`, main],
    ['given to a function', `exports.check = ${arrow};\nfunction set(o) { o.check = ${loose}; }\nset(exports);`, main],
    [
      'given to a function as module',
      `exports.check = ${arrow};\nfunction set(o) { o.exports = { check: ${loose} }; }\nset(module);`,
      main,
    ],
    ['assigned from another object', `exports.check = ${arrow};\nObject.assign(exports, { check: ${loose} });`, main],
    ['defined', `exports.check = ${arrow};\nObject.defineProperty(exports, "check", { value: ${loose} });`, main],
    ['under another name', `const e = exports;\ne.check = ${arrow};\nmodule.exports.check = ${loose};`, main],
    ['under a computed name', `exports.check = ${arrow};\nfor (const k of ["check"]) exports[k] = ${loose};`, main],
    ['by `this`', `exports.check = ${arrow};\nthis.check = ${loose};`, main],
    ['by `this` of a member', `exports.check = ${arrow};\nexports.set = function () { this.check = ${loose}; };\nexports.set();`, main],
    ['spread over', `module.exports = { check: ${arrow}, ...{ check: ${loose} } };`, main],
    ['a getter', `module.exports = { get check() { return ${loose}; } };`, main],
    ['returned early', `if (Date.now() > 5) { exports.check = ${loose}; return; }\nexports.check = ${arrow};`, main],
    ['by eval', `exports.check = ${arrow};\neval("exports.check = ${loose}");`, main],
    ['a variable that is assigned later', `let check = ${arrow};\ncheck = ${loose};\nmodule.exports = { check };`, main],
    ['written by who requires it', `${check}module.exports = { check };`, `const b = ${requireB};\nb.check = ${loose};\n${main}`],
    ['written by who requires it, directly', `${check}module.exports = { check };`, `${requireB}.check = ${loose};\n${main}`],
    [
      'a name that is assigned again',
      `${check}module.exports = { check };`,
      main.replace('const', 'let').replace('function', `check = ${loose};\nfunction`),
    ],
    ['an own `require`', `${check}module.exports = { check };`, `function require() { return { check: ${loose} }; }\n${main}`],
  ];
  for (const [name, exporting, importing] of unknown)
    it(`is not known: ${name}`, () => assert.equal(claimed({ 'b.js': exporting, 'main.js': importing }), null));

  it('is not known where a third module writes it', () => {
    const writer = `const b = ${requireB};\nb.check = ${loose};\n`;
    assert.equal(claimed({ 'b.js': `${check}module.exports = { check };`, 'c.js': writer, 'main.js': `${requireC};\n${main}` }), null);
  });

  it('is not known in a circle', () => {
    const files: Files = {
      'b.js': `const { main } = ${requireMain};\n${check}module.exports = { check, main };`,
      'main.js': 'let ran = 0;\nconst b = require("./b");\nfunction main(n) { return ran ? b.check(n) : 0; }\nmodule.exports = { main };\n',
    };
    assert.equal(claimed(files), null);
  });

  it('may be read before it is there, where the name is a `var`', () => {
    const text = `let kind = "none";\nfunction ask() { try { return b.check; } catch { kind = "early"; } }\nask();\nvar b = ${requireB};\n
function main(n) { if (kind === "none") throw new Error(); return n; }\nmodule.exports = { main };\n`;
    assert.equal(claimed({ 'b.js': `${check}module.exports = { check };`, 'main.js': text }), null);
  });
});
