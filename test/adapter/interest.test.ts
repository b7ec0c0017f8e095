import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { instrument } from '../../adapter/instrument/instrument.js';
import { emptyPlan, type Plan } from '../../adapter/instrument/plan.js';
import { parseSource } from '../../adapter/instrument/parse.js';
import { isFunction, walk, type SourceFormat } from '../../adapter/instrument/tree.js';
import { root } from '../tidy/files.js';

const behaviour = join(root, 'test/programs/behaviour');
const texts = [
  ...readdirSync(behaviour)
    .filter((name) => /\.[cm]js$/.test(name))
    .map((name) => join(behaviour, name)),
  join(root, 'node_modules/vscode-languageserver/lib/common/server.js'),
];

/** With a name that no text holds and any key may be, all of a text is walked through: that changes nothing else. */
function withAnyName(plan: Plan): Plan {
  return { ...plan, fields: [...plan.fields, ''] };
}

describe('a text of which only what may name a field is walked through', () => {
  for (const path of texts) {
    it(`gets the same probes as one that is walked through as a whole: ${path.slice(root.length)}`, () => {
      const text = readFileSync(path, 'utf8');
      const format: SourceFormat = path.endsWith('.mjs') ? 'module' : 'commonjs';
      const program = parseSource(text, format);
      const names = new Set<string>();
      const homes: number[] = [];
      walk(program, (node) => {
        if (node.type === 'MemberExpression' && node.property.type === 'Identifier') names.add(node.property.name);
        if (node.type === 'PrivateIdentifier') names.add(`#${node.name}`);
        if (isFunction(node)) homes.push(node.start);
      });
      const source = { path, text, format, mapping: null, preamble: '' };
      let probed = 0;
      for (const [index, name] of [...names].entries()) {
        if (index % Math.ceil(names.size / 10) > 0) continue;
        const forks = homes.slice(index % homes.length, (index % homes.length) + 1).map((offset) => ({ path, offset }));
        for (const plan of [
          { ...emptyPlan, fields: [name] },
          { ...emptyPlan, fields: [name], everywhere: true, forks },
        ]) {
          const [some, all] = [instrument(source, plan, 1), instrument(source, withAnyName(plan), 1)];
          assert.equal(some?.text, all?.text, name);
          assert.deepEqual(some?.sites, all?.sites, name);
          if (some !== undefined && some !== null) probed++;
        }
      }
      assert.ok(names.size === 0 || probed > 0);
    });
  }
});
