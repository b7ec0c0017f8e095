import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { promisedFunctions } from '../../../server/syntax/names/promisedNames.js';
import { checkText } from '../../support/checking.js';

const require = createRequire(import.meta.url);

/** The functions that always fail. */
const failing = (text: string): readonly string[] =>
  checkText(text, { gate: true }, [], 'program.cjs')
    .functions.filter(({ requires }) => requires === 'false')
    .map(({ name }) => name);

describe('promises of Node that are not awaited', () => {
  it('are given by the functions that are said to', async () => {
    const wrong: string[] = [];
    for (const [module = '', ...path] of promisedFunctions) {
      let called: unknown = require(`node:${module}`);
      for (const member of path) called = Reflect.get(called as object, member);
      // Older versions of Node have no `statfs`.
      if (called === undefined) continue;
      assert.equal(typeof called, 'function', path.join('.'));
      try {
        const given: unknown = (called as (what: unknown) => unknown)(Symbol('nothing that it takes'));
        if (!(given instanceof Promise)) wrong.push([module, ...path].join('.'));
        else await Promise.race([given.catch(() => undefined), new Promise((resolve) => setTimeout(resolve, 10))]);
      } catch {
        // It refuses at once what it is given.
      }
    }
    assert.deepEqual(wrong, []);
  });

  it('have no members of what they are promises of', () => {
    const text = `const fs = require('node:fs');
      const { readFile, stat } = require('fs/promises');
      const { promises: files } = require('fs');
      const own = fs.promises;
      const { rmdir } = fs.promises;
      const { setTimeout: sleep } = require('node:timers/promises');
      exports.a = async function a(path) { return fs.promises.readFile(path, 'utf8').split('x'); };
      exports.b = async function b(path) { const text = readFile(path); return text.trim(); };
      exports.c = async function c(path) { return stat(path).size.toFixed(); };
      exports.d = async function d(path) { for (const name of files.readdir(path)) console.log(name); };
      exports.e = async function e(url) { const response = fetch(url); return response.json(); };
      exports.f = async function f() { return sleep(1).unref(); };
      exports.g = async function g(path) { return own.readFile(path).split('x'); };
      exports.h = async function h(path) { return rmdir(path).split('x'); };`;
    assert.deepEqual(failing(text), ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']);
  });

  it('are awaited, or used as promises, as they should be', () => {
    const text = `const fs = require('node:fs');
      const { readFile } = require('fs/promises');
      exports.a = async function a(path) { return (await readFile(path, 'utf8')).split('x'); };
      exports.b = async function b(path) { return readFile(path, 'utf8').then((text) => text.split('x')); };
      exports.c = async function c(path) { return fs.readFileSync(path, 'utf8').split('x'); };
      exports.d = async function d(url) { const response = await fetch(url); return response.json(); };
      exports.e = async function e(path) { const read = readFile(path); const [text] = await Promise.all([read]); return text.length; };
      exports.f = async function f(path, readFile) { return readFile(path).split('x'); };
      exports.g = async function g(path) { return fs.promises.watch(path).next(); };`;
    assert.deepEqual(failing(text), []);
  });

  it('may be something else where the name was given away or written', () => {
    for (const change of [
      'fs.promises.readFile = other;',
      'const own = fs.promises; own.readFile = other;',
      'mock(fs);',
      'Object.assign(fs.promises, { readFile: other });',
      'x = [fs];',
    ])
      assert.deepEqual(
        failing(`const fs = require('node:fs');\n${change}\nexports.a = (path) => fs.promises.readFile(path).split('x');`),
        [],
      );
    assert.deepEqual(failing("globalThis.fetch = (url) => url;\nexports.a = (url) => fetch(url).split('x');"), []);
    assert.deepEqual(failing("fetch = (url) => url;\nexports.a = (url) => fetch(url).split('x');"), []);
  });
});
