import type { Files } from './projects.js';

const bad: Files = { 'bad.mjs': 'const rows = [{ n: 1 }];\nconsole.log(rows[1].n);\n' };
const rejected = `async function start() { throw new Error('no'); }\n`;

/** Programs of several files whose first one runs to its end. */
export const ending: readonly Files[] = [
  // Who loads it handles that.
  { 'main.mjs': `try { await import('./bad.mjs'); } catch {}`, ...bad },
  { 'main.mjs': `const it = import('./bad.mjs');\nit.catch(() => {});`, ...bad },
  { 'main.mjs': `import('./bad.mjs').then(() => {}, () => {});`, ...bad },
  { 'main.mjs': `const it = process.env.NOT_SET ? await import('./bad.mjs') : null;`, ...bad },
  { 'main.cjs': `let n;\ntry { n = require('./bad.cjs'); } catch { n = 2; }`, 'bad.cjs': `throw new Error('no');` },
  { 'main.cjs': `const n = require('./bad.cjs');\nfunction require() { return 1; }`, 'bad.cjs': `throw new Error('no');` },
  { 'main.cjs': `if (process.argv.length < 9) return;\nrequire('./bad.cjs');`, 'bad.cjs': `throw new Error('no');` },
  // The process ends before, or somebody listens.
  { 'main.mjs': `import './exits.mjs';\nimport './bad.mjs';`, 'exits.mjs': 'process.exit(0);', ...bad },
  { 'main.mjs': `import './exits.mjs';\nimport './bad.mjs';`, 'exits.mjs': `import { exit } from 'node:process';\nexit(0);`, ...bad },
  { 'main.mjs': `import './guard.mjs';\nimport './bad.mjs';`, 'guard.mjs': `process.on('uncaughtException', () => {});`, ...bad },
  {
    'main.mjs': `import './guard.mjs';\nimport './late.mjs';`,
    'guard.mjs': `const p = process;\np.on('unhandledRejection', () => {});`,
    'late.mjs': `${rejected}start();`,
  },
  // What is loaded before makes it end well.
  {
    'main.mjs': `import './patch.mjs';\nimport './late.mjs';`,
    'patch.mjs': `const extend = (o, more) => Object.assign(o, more);\nextend(JSON, { parse: () => ({}) });`,
    'late.mjs': `JSON.parse('{');`,
  },
  {
    'main.mjs': `import './patch.mjs';\nimport './late.mjs';`,
    'patch.mjs': `Object.assign(Array.prototype, { last() { return { x: 1 }; } });`,
    'late.mjs': `[1].last().x;`,
  },
  {
    'main.mjs': `import './fill.mjs';\nimport './late.mjs';`,
    'fill.mjs': `import { config } from './config.mjs';\nconfig.port = { n: 1 };`,
    'config.mjs': `export const config = { port: null };`,
    'late.mjs': `import { config } from './config.mjs';\nconsole.log(config.port.n);`,
  },
  {
    'main.mjs': `import './set.mjs';\nimport './late.mjs';`,
    'set.mjs': `globalThis.config = { port: 1 };`,
    'late.mjs': `console.log(globalThis.config.port);`,
  },
  // All that is taken is exported, or may be.
  {
    'main.mjs': `import d, { yes, p, r, star, whole, 'a b' as ab } from './lib.mjs';\nconsole.log(d, yes, p, r, star, whole, ab);`,
    'lib.mjs': `const n = 1;\nexport { n as yes, n as 'a b' };\nexport const { p, q: [r] } = { p: 1, q: [2] };\nexport * from './star.mjs';\nexport * as whole from './star.mjs';\nexport default 5;`,
    'star.mjs': `export let star = 1;\nexport * from './lib.mjs';`,
  },
  { 'main.mjs': `import { n } from './lib.mjs';\nconsole.log(n);`, 'lib.mjs': `export * from './lib.cjs';`, 'lib.cjs': `exports.n = 1;` },
  // In a circle it is evaluated at another time than by itself.
  {
    'main.mjs': `import './a.mjs';`,
    'a.mjs': `import './late.mjs';\nexport const a = 1;`,
    'late.mjs': `import { a } from './a.mjs';\nlet early = false;\ntry { a; } catch { early = true; }\nif (!early) throw new Error('not early');`,
  },
  // Whoever imports a promise may handle it.
  { 'main.mjs': `import { ready } from './late.mjs';\nready.catch(() => {});`, 'late.mjs': `${rejected}export const ready = start();` },
  { 'main.mjs': `import ready from './late.mjs';\nawait ready.catch(() => {});`, 'late.mjs': `${rejected}export default start();` },
  { 'main.mjs': `import { all } from './late.mjs';\nall[0].catch(() => {});`, 'late.mjs': `${rejected}export const all = [start()];` },
  {
    'main.mjs': `import { ready } from './late.mjs';\nready().catch(() => {});`,
    'late.mjs': `${rejected}const it = start();\nexport function ready() { return it; }`,
  },
  {
    'main.mjs': `import { Service } from './late.mjs';\nService.ready.catch(() => {});`,
    'late.mjs': `${rejected}export class Service { static ready = start(); }`,
  },
  { 'main.cjs': `require('./late.cjs').ready.catch(() => {});`, 'late.cjs': `${rejected}exports.ready = start();` },
  { 'main.cjs': `require('./late.cjs')().catch(() => {});`, 'late.cjs': `${rejected}const it = start();\nmodule.exports = () => it;` },
];

/** Programs whose first file fails as it loads another, and what is said of it. */
export const failing: readonly (readonly [Files, string])[] = [
  [
    { 'main.mjs': `import './bad.mjs';`, ...bad },
    `1: Loading './bad.mjs' always fails: rows[1].n is a property of undefined or null (bad.mjs:2).`,
  ],
  [
    { 'main.mjs': `\nimport * as n from './middle.mjs';\nconsole.log(n);`, 'middle.mjs': `export * from './bad.mjs';`, ...bad },
    `2: Loading './middle.mjs' always fails: rows[1].n is a property of undefined or null (bad.mjs:2).`,
  ],
  [
    { 'main.mjs': `import { nope } from './lib.mjs';`, 'lib.mjs': `export const yes = 1;\nexport * from './lib.mjs';` },
    `1: Loading './lib.mjs' always fails: ./lib.mjs has no export named nope.`,
  ],
  [
    { 'main.mjs': `import it from './lib.mjs';`, 'lib.mjs': `export * from './more.mjs';`, 'more.mjs': `export default 1;` },
    `1: Loading './lib.mjs' always fails: ./lib.mjs has no default export.`,
  ],
  [
    { 'main.mjs': `import './middle.mjs';`, 'middle.mjs': `export { nope } from './lib.mjs';`, 'lib.mjs': `export const yes = 1;` },
    `1: Loading './middle.mjs' always fails: ./lib.mjs has no export named nope.`,
  ],
  [
    { 'main.mjs': `import { v } from './wait.mjs';`, 'wait.mjs': `${rejected}export const v = await start();` },
    `1: Loading './wait.mjs' always fails: it throws new Error('no') (wait.mjs:1).`,
  ],
  [
    { 'main.mjs': `import './late.mjs';`, 'late.mjs': `${rejected}start();` },
    `1: Loading './late.mjs' always fails: it throws new Error('no') (late.mjs:1).`,
  ],
  [
    { 'main.mjs': `const it = await import('./bad.mjs');\nconsole.log(it);`, ...bad },
    `1: Loading './bad.mjs' always fails: rows[1].n is a property of undefined or null (bad.mjs:2).`,
  ],
  [
    { 'main.mjs': `import('./bad.mjs');`, ...bad },
    `1: Loading './bad.mjs' always fails: rows[1].n is a property of undefined or null (bad.mjs:2).`,
  ],
  [
    { 'main.cjs': `'use strict';\nconst { v } = require('./bad.cjs');`, 'bad.cjs': `throw new Error('no');` },
    `2: Loading './bad.cjs' always fails: it throws new Error('no') (bad.cjs:1).`,
  ],
  [
    { 'main.mjs': `import './a.mjs';\nimport './bad.mjs';`, 'a.mjs': `throw new Error('first');`, ...bad },
    `1: Loading './a.mjs' always fails: it throws new Error('first') (a.mjs:1).`,
  ],
];
