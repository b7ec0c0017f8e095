'use strict';
// A JavaScript parser reads a compiler's text.
const { tellCost } = require('./cost.cjs');
const { readFileSync } = require('node:fs');
const { Parser } = require('acorn');

const text = readFileSync(require.resolve('typescript').replace('typescript.js', '_tsc.js'), 'utf8');
let parser;
for (let round = 0; round < 1; round++) {
  parser = new Parser({ ecmaVersion: 'latest', sourceType: 'script' }, text);
  parser.parse();
}
tellCost();
console.error(parser.pos); // stop
