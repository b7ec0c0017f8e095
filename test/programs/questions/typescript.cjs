'use strict';
// The TypeScript compiler checks and emits a project.
const { tellCost } = require('./cost.cjs');
const { dirname, join } = require('node:path');
const ts = require('typescript');

const options = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  strict: true,
  skipLibCheck: true,
  types: [],
};
const program = ts.createProgram([join(dirname(require.resolve('rxjs/package.json')), 'src/internal/Observable.ts')], options);
const diagnostics = ts.getPreEmitDiagnostics(program);
let written = 0;
program.emit(undefined, (_name, text) => (written += text.length));
const file = program.getSourceFiles().at(-1);
const node = file.statements.at(-1);
tellCost();
console.error(written, diagnostics.length, node.flags); // stop
