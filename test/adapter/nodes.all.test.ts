import { testedNodes } from '../support/nodes.js';
import { check, type Asked } from '../support/querying.js';

const box = `export class Box {
  #seen = 0;
  constructor(value) { this.value = value; }
  add(amount) {
    this.value += amount; //P2
    if (amount > 2) return this.value;
    this.#seen++; //P4
  }
}
`;

const asked = ['lastChange(box.value)', 'lastCondition(P2)', 'lastChange(P2:this.#seen)'];
const main = `const box = new Box(1);
for (const amount of [2, 3]) { //P3
  box.add(amount);
}
console.log(box.value); //stop
`;

const typed = box
  .replace('constructor(value)', 'value: number;\n  constructor(value: number)')
  .replace('add(amount)', 'add(amount: number): number | undefined');

/** By how the program is written: what is run first. */
const programs: Readonly<Record<string, Asked['files']>> = {
  CommonJS: {
    'program.cjs': `const { Box } = require('./box.cjs');\n${main}`,
    'box.cjs': box.replace('export class Box', 'exports.Box = class Box'),
  },
  'ES modules': { 'program.mjs': `import { Box } from './box.mjs';\n${main}`, 'box.mjs': box },
  'an ES module that imports CommonJS': {
    'program.mjs': `import { Box } from './box.cjs';\n${main}`,
    'box.cjs': box.replace('export class Box', 'exports.Box = class Box'),
  },
  'ES modules that are known by their syntax': { 'program.js': `import { Box } from './box.js';\n${main}`, 'box.js': box },
  'ES modules in a package that says so': {
    'program.js': `import { Box } from './box.js';\n${main}`,
    'box.js': box,
    'package.json': '{ "type": "module" }',
  },
  'an ES module that CommonJS imports when it runs': {
    'program.cjs': `import('./box.mjs').then(({ Box }) => {\n${main}});`,
    'box.mjs': box,
  },
  'ES modules, of which the program loads one through hooks of its own': {
    'program.mjs': `import { register } from 'node:module';\nregister('./hooks.mjs', import.meta.url);\nconst { Box } = await import('./box.mjs');\n${main}`,
    'hooks.mjs': 'export const load = (url, context, next) => next(url, context);',
    'box.mjs': box,
  },
  'types in ES modules': { 'program.mts': `import { Box } from './box.mts';\n${main}`, 'box.mts': typed },
  'types in CommonJS': {
    'program.cts': `const { Box } = require('./box.cts');\n${main}`,
    'box.cts': typed.replace('export class Box', 'exports.Box = class Box'),
  },
  'types where the package says that all are ES modules': {
    'program.ts': `import { Box } from './box.ts';\n${main}`,
    'box.ts': typed,
    'package.json': '{ "type": "module" }',
  },
};

for (const { name, path } of testedNodes) {
  describe(`${name} runs the program`, () => {
    for (const [kind, files] of Object.entries(programs)) {
      it(`of ${kind}`, () =>
        check(
          '',
          asked,
          { P2: { before: 3, after: 6, hit: 2 }, P3: { taken: 'again', hit: 2 }, P4: { after: 1 } },
          { files, node: path() },
        ));
    }

    it('that loads a module whose text is its URL, which may have written', () =>
      check(
        `
import 'data:text/javascript,globalThis.cfg = { v: 1 };';
const o = { w: 1 }; //P3
cfg.v = 1;
await import('data:text/javascript;base64,' + Buffer.from('cfg.v = 1').toString('base64'));
console.log(cfg, o); //stop
`,
        ['lastChange(cfg.v)', 'lastChange(P1:o.w)'],
        { P2: { reason: 'Code that is not seen changed it, by no call that is known.' } },
        { node: path() },
      ));
  });
}
