import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { planRules } from '../../../adapter/rules/planRules.js';
import { instrument } from '../../../adapter/instrument/instrument.js';
import { emptyPlan } from '../../../adapter/instrument/plan.js';
import { readRules } from '../../../server/syntax/rules/readRules.js';
import { patternMatches } from '../../../server/syntax/rules/patternMatches.js';
import { everyForm, patternsOfEveryForm } from '../../adapter/rules/everyForm.js';

const path = '/program/prog.mjs';

function rulesOf(pattern: string, actions = ''): ReturnType<typeof readRules> {
  return readRules(
    `import { match, rule } from 'whence/rules';\nexport const it = rule({ at: match(${pattern}, { ${actions} }) });\n`,
    '/x.rules.ts',
  );
}

/** The texts that `whence watch` probes for a pattern, in the order of the program. */
function probed(text: string, pattern: string, actions?: string): readonly string[] {
  const { plan } = planRules([rulesOf(pattern, actions)], {
    cwd: '/',
    isFirst: true,
    isSwept: true,
    isRecomputed: false,
    sweepPauseMs: 1000,
  });
  const source = { path, text, format: 'module' as const, mapping: null, preamble: '' };
  const sites = instrument(source, { ...emptyPlan, everywhere: true, rules: plan }, 0)?.sites ?? [];
  return sites.flatMap(({ kind, offset, end }) => (kind === 'passage' ? [text.slice(offset, end)] : []));
}

function matched(text: string, pattern: string, actions?: string, name = path): readonly string[] {
  const patterns = rulesOf(pattern, actions).rules.flatMap((rule) => rule.patterns);
  return (patternMatches(text, name, patterns)[0] ?? []).map(({ span }) => text.slice(span.start, span.end));
}

describe('where a pattern matches, in the editor', () => {
  const sorted = (texts: readonly string[]): readonly string[] => [...texts].sort();

  for (const pattern of patternsOfEveryForm)
    it(`is where it is probed: ${pattern}`, () => {
      assert.deepEqual(sorted(matched(everyForm, pattern)), sorted(probed(everyForm, pattern)));
    });

  it('is where it is probed in programs of the examples', () => {
    for (const name of ['cause.cjs', 'document.cjs', 'orderedTree.cjs', 'transfer.cjs']) {
      const text = readFileSync(new URL(`../../../examples/rules/${name}`, import.meta.url), 'utf8');
      for (const pattern of patternsOfEveryForm) assert.deepEqual(sorted(matched(text, pattern)), sorted(probed(text, pattern)), pattern);
    }
  });

  it('is inside of the places that `in` names', () => {
    const text = `class A {\n  go(x) { x.run(); }\n  #p() { this.x.run(); }\n  f = (y) => y.run();\n}\nconst later = (z) => z.run();\nfunction all(w) { return [1].map(() => w.run()); }\nw.run();\n`;
    for (const place of [
      "class: 'A'",
      "function: 'go'",
      "function: '#p'",
      "function: 'f'",
      "function: 'later'",
      "function: ''",
      'line: 2',
      "file: 'prog.mjs'",
      "file: 'x.js'",
    ])
      assert.deepEqual(matched(text, '(x) => x.run()', `in: { ${place} }`), probed(text, '(x) => x.run()', `in: { ${place} }`), place);
  });

  it('is no type, and goes through what is there for types alone', () => {
    const text = `interface I extends a.b { c: typeof x.b }\nlet n = (o as any).b!.c as number; declare const d: { b: 1 };\nclass B extends a.b<string> implements i.b {}\n`;
    assert.deepEqual(matched(text, '(x) => x.b', '', '/p.ts'), ['(o as any).b', 'a.b']);
    assert.deepEqual(matched('f<number>(x!, (y as Y));', '(x, y) => f(x, y)', '', '/p.ts'), ['f<number>(x!, (y as Y))']);
  });
});
