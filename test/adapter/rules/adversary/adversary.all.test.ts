import assert from 'node:assert/strict';
import { watched } from '../../../support/watching.js';
import { containerCases } from './containerCases.js';
import { existenceCases } from './existenceCases.js';
import { objectCases } from './objectCases.js';
import { differences, filesOf } from './ruledCases.js';
import { storeCases } from './storeCases.js';
import { timeCases } from './timeCases.js';

describe('rules over programs of which the findings were worked out by hand', () => {
  for (const [subject, cases] of Object.entries({
    objects: objectCases,
    containers: containerCases,
    stores: storeCases,
    times: timeCases,
  })) {
    it(`find that and no more: ${subject}`, async () => {
      const { main, files } = filesOf(cases);
      const result = await watched(main, null, { files, options: { isRecomputed: false, timeoutMs: 200_000 } });
      assert.deepEqual(differences(cases, result), []);
    });
  }

  it('say that names in a statement `with` are not seen', async () => {
    const { notes, findings } = await watched(
      `exports.N = class N { v = 0; };\nconst a = globalThis.kept = new exports.N();\nwith (a) { v = -1; }\n`,
      `import { rule, extent, report } from 'whence/rules';
import { N } from './prog.js';
export const low = rule({ foreach: { n: extent(N) }, where: ({ n }) => n.v < 0, found: () => report('low') });
`,
    );
    assert.deepEqual(findings, []);
    assert.deepEqual(notes, ['Names in a statement `with` may be fields of its object: what was written by them is not seen.']);
  });

  it('find that and no more: what exists is asked each time', async () => {
    const { main, files } = filesOf(existenceCases);
    const result = await watched(main, null, { files, options: { isRecomputed: false, sweepPauseMs: 0 } });
    assert.deepEqual(differences(existenceCases, result), []);
  });
});
