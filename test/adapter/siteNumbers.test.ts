import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { instrument, type Instrumented } from '../../adapter/instrument/instrument.js';
import { emptyPlan, type Plan } from '../../adapter/instrument/plan.js';
import type { SourceFormat } from '../../adapter/instrument/tree.js';
import { markedNumbers, renumbered } from '../../adapter/launch/siteNumbers.js';
import { inFolder, whenceWith } from '../support/command.js';
import { planOfTexts, plansOfStops } from '../support/planOfEverything.js';
import { root } from '../tidy/files.js';

const behaviour = join(root, 'test/programs/behaviour');

/** All that recordings ask of a text, and all that rules over objects of any class do. */
const wholePlans: readonly Plan[] = [
  {
    ...emptyPlan,
    recording: { include: [], exclude: [], values: 'all', budget: 10, keepsSecrets: false, strings: 1_000 },
  },
  {
    ...emptyPlan,
    rules: {
      classes: [{ id: 0, paths: [], folder: behaviour, name: null, supers: [], mayExtendAny: false }],
      ...{
        sites: [],
        isUnpruned: true,
        isPruningChecked: true,
        privates: [],
        methods: true,
        patterns: [],
        pruned: [],
        assertions: [],
        isDebugged: false,
      },
    },
  },
];

describe('a text whose sites have marked numbers', () => {
  /** How many plans gave probes. */
  function examine(path: string, text: string, plans: readonly Plan[]): number {
    const format: SourceFormat = path.endsWith('.mjs') ? 'module' : 'commonjs';
    const source = { path, text, format, mapping: null, preamble: '' };
    let probed = 0;
    for (const plan of plans) {
      const marked = markedNumbers(text, JSON.stringify([path, plan]));
      const numbered = (first: number): Instrumented | null => instrument(source, plan, first) ?? null;
      const made = numbered(marked);
      for (const first of [1, 3_000, 1_999_999]) {
        const expected = numbered(first);
        assert.equal(made === null ? null : renumbered(made.text, marked, first), expected?.text ?? null, path);
        assert.deepEqual(made?.sites, expected?.sites, path);
      }
      if (made !== null && made.text !== text) probed++;
    }
    return probed;
  }

  it('is the same as one with the numbers of a run, once it is given them', () => {
    let probed = 0;
    for (const name of readdirSync(behaviour).filter((each) => /\.[cm]js$/.test(each))) {
      const path = join(behaviour, name);
      const text = readFileSync(path, 'utf8');
      probed += examine(path, text, [planOfTexts(new Map([[path, text]])), ...plansOfStops(path, text, 3), ...wholePlans]);
    }
    assert.ok(probed > 80, String(probed));
  });

  it('may hold such numbers of its own', () => {
    const path = '/numbers.cjs';
    const text =
      'const box = { a: 6000000010000001 };\nbox.a = 6000000020000002;\nbox.b = "6000000010000000 600000003 6000000040000000";\n';
    assert.equal(examine(path, text, [planOfTexts(new Map([[path, text]]))]), 1);
  });
});

describe('texts with probes that are kept', () => {
  it('are used again when those that come before them have others', () => {
    const files = {
      'main.cjs': "require('./first.cjs');\nconst box = require('./second.cjs');\nbox.n += 2;\nconsole.log(box.n);\n",
      'first.cjs': 'exports.n = 1;\n',
      'second.cjs': 'const box = { n: 1 };\nfor (let i = 0; i < 3; i++) box.n++;\nmodule.exports = box;\n',
    };
    inFolder(files, (folder) => {
      const kept = join(folder, 'kept');
      mkdirSync(kept);
      const ask = (): void => {
        const args = [
          'why',
          '--stop',
          'main.cjs:4',
          '--ask',
          'lastChange(box.n)',
          '--ask',
          'lastChange(P2:box.n)',
          '--',
          'node',
          'main.cjs',
        ];
        const { out, err } = whenceWith({ TMPDIR: kept, TMP: kept, TEMP: kept }, folder, ...args);
        assert.match(out, /main\.cjs:3/, err);
        assert.match(out, /second\.cjs:2/);
      };
      const filesOf = (path: string): number => {
        const texts = readdirSync(kept, { recursive: true, encoding: 'utf8' }).filter((name) => /whence-texts-[^/\\]*[/\\]/.test(name));
        return texts.filter((name) => readFileSync(join(kept, name), 'utf8').includes(JSON.stringify(join(folder, path)).slice(1, -1)))
          .length;
      };
      ask();
      const before = filesOf('second.cjs');
      writeFileSync(join(folder, 'first.cjs'), 'exports.n = 1;\nexports.n = 2;\nexports.n = 3;\n');
      ask();
      assert.ok(before > 0);
      assert.equal(filesOf('second.cjs'), before);
      assert.ok(filesOf('first.cjs') > 0);
    });
  });
});
