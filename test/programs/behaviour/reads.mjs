// What reads files, and modules that Node's loader reads, fails to read, or gets from a loader of the program's own.
import fs from 'node:fs';
import * as promised from 'node:fs/promises';
import Module, * as namespace from 'node:module';

const own = new URL(import.meta.url);
console.log(fs.promises.readFile === promised.readFile, fs.promises.readFile.name, fs.promises.readFile.length);
console.log((await fs.promises.readFile(own, 'utf8')) === (await promised.readFile(own, 'utf8')));
console.log(Module.register === namespace.register, Module.register.name, Module.register.length, String(Module.register).length > 20);

const told = [];
const loaded = import('./imported/exported.mjs').then(() => told.push('module'));
setImmediate(() => told.push('immediate'));
process.nextTick(() => told.push('tick'));
await loaded;
console.log(told);

for (const name of ['./missing.mjs', './names.json', '.', 'no-such-package']) {
  await import(name).catch(({ code, message }) => console.log(code, message));
}
const { readFile } = fs.promises;
fs.promises.readFile = async (...values) => {
  if (String(values[0]).endsWith('flow.cjs')) console.log('replaced');
  return readFile(...values);
};
console.log(Object.keys(fs.promises).includes('readFile'), (await fs.promises.readFile(new URL('flow.cjs', own))).length);
fs.promises.readFile = readFile;

const hooks = `export const load = (url, context, next) =>
  url.endsWith('#made') ? { format: 'module', shortCircuit: true, source: 'export default class Made { size = 1 }' } : next(url, context);`;
Module.register(`data:text/javascript,${encodeURIComponent(hooks)}`);
const { default: Made } = await import('./imported/exported.mjs#made');
console.log(new Made(), String(Made));
