import assert from 'node:assert/strict';
import { linkModules } from '../../../server/ir/link.js';
import type { PreludeMember } from '../../../server/ir/link.js';
import type { FunctionIr, ModuleIr } from '../../../server/ir/program.js';
import { showModule } from '../../../server/ir/show.js';
import { validateModule } from '../../../server/ir/validate.js';
import { preludeMembers, preludeText } from '../../../server/builtins/arrays/prelude.js';
import { lowerModule } from '../../../server/syntax/lower/lower.js';

function lower(text: string, file = 'main.js'): ModuleIr {
  const result = lowerModule(text, { file, assertions: true });
  assert.ok(result.kind === 'module');
  return result.module;
}

const members: readonly PreludeMember[] = [{ name: 'Array.prototype.map', member: 'map', least: 1, most: 1 }];
const prelude = lower(
  `'use strict';
function Array_prototype_map(callback) {
  const result = [];
  for (let i = 0; i < 99; i++) result[i] = callback(this[i]);
  return result;
}`,
  'prelude.js',
);

const link = (text: string): { main: ModuleIr; linked: ModuleIr; copies: readonly FunctionIr[] } => {
  const main = lower(text);
  const linked = linkModules(main, prelude, members);
  return { main, linked, copies: linked.functions.slice(linked.linked?.first) };
};

describe('linking descriptions of built-ins', () => {
  it('makes a copy for each call, also of calls inside callbacks', () => {
    const { copies } = link('export const f = (rows) => rows.map((row) => row.map((cell) => cell + 1));');
    assert.deepEqual(
      copies.map(({ name }) => name),
      ['Array.prototype.map', 'Array.prototype.map'],
    );
  });

  it('finds the copy by the site of the call', () => {
    const { linked, copies } = link('export const f = (a, b) => [a.map(b), a.filter(b)];');
    const calls = linked.functions.flatMap(({ edges }) => edges).map(({ instruction }) => instruction);
    const map = calls.find((instruction) => instruction.kind === 'call' && instruction.text.includes('map'));
    assert.ok(map?.kind === 'call');
    assert.equal(linked.linked?.descriptions.get(map.site)?.get('Array.prototype.map'), copies[0]?.id);
    assert.equal(linked.linked?.descriptions.size, 1);
  });

  it('leaves calls alone whose arguments it does not describe', () => {
    const { copies } = link(
      'export const f = (a, b, c) => [a.map(), a.map(b, c), a.map(...b), new a.map(b), map(b)];\nfunction map(g) { return g; }',
    );
    assert.deepEqual(copies, []);
  });

  it('keeps every number of the module, and numbers the copies after them', () => {
    const { main, linked } = link(
      'let y = 0;\nexport function f(a) {\n  // @always y === 0\n  return a.map((x) => x + y).map((x) => x - y);\n}',
    );
    assert.deepEqual(linked.functions.slice(0, main.functions.length), main.functions);
    assert.deepEqual(linked.variables.slice(0, main.variables.length), main.variables);
    assert.deepEqual(linked.sites.slice(0, main.sites.length), main.sites);
    assert.deepEqual(linked.assertions, main.assertions);
    assert.deepEqual(validateModule(linked), []);
  });

  it('has one module function, and gives copies neither a parent nor accesses', () => {
    const { linked, copies } = link('export const f = (a, g) => a.map(g);');
    assert.equal(linked.functions.filter(({ kind }) => kind === 'module').length, 1);
    assert.deepEqual(
      copies.map(({ parent, accesses }) => [parent, accesses]),
      [[null, []]],
    );
  });

  it('places everything of a copy at the call', () => {
    const text = 'export const f = (a, g) => a.map(g);';
    const { copies } = link(text);
    const places = copies.flatMap(({ nodes }) => nodes).map(({ span, point }) => `${point.file}: ${text.slice(span.start, span.end)}`);
    assert.deepEqual([...new Set(places)], ['main.js: a.map(g)']);
  });

  it('hands over the thresholds', () => {
    const { linked, copies } = link('export const f = (a, g) => a.map(g);');
    assert.ok(linked.thresholds.get(copies[0]?.id ?? -1)?.includes(99));
  });

  it('shares instructions between the two edges of a copy as in the original', () => {
    const { copies } = link('export const f = (a, g) => a.map(g);');
    const edges = copies[0]?.edges ?? [];
    for (const edge of edges.filter(({ outcome, instruction }) => outcome === 'throw' && instruction.kind !== 'throw')) {
      assert.ok(edges.some((twin) => twin.outcome === 'normal' && twin.instruction === edge.instruction));
    }
  });

  it('refuses a prelude whose functions share variables', () => {
    const shared = lower('let count = 0;\nfunction Array_prototype_map(callback) { count++; return callback(count); }', 'prelude.js');
    assert.throws(() => linkModules(lower('export const f = (a, g) => a.map(g);'), shared, members), /uses variable/);
  });

  it('links the prelude of Whence', () => {
    const calls = preludeMembers.map(({ member, most }) => `a.${member}(${['b', 'c'].slice(0, most).join(', ')})`);
    const linked = linkModules(
      lower(`export const f = (a, b, c) => [${calls.join(', ')}];`),
      lower(preludeText, 'prelude.js'),
      preludeMembers,
    );
    assert.deepEqual(validateModule(linked), []);
    assert.deepEqual(
      linked.functions.slice(linked.linked?.first).map(({ name }) => name),
      preludeMembers.map(({ name }) => name),
    );
    assert.ok(showModule(linked).includes('Array.prototype.reduce'));
  });
});
