import { parseArgs } from 'node:util';
import { ensureInstalled } from './install.mjs';
import { runNode } from './process.mjs';

/**
 * `npm run nightly`: every test with new seeds and stress counts, then what takes long: random programs and calls, the packages' own tests,
 * the corpus, the bench, and with `--test262 CHECKOUT` the tests of the language. `--seed N` repeats a night; `--only NAME` (of those
 * printed) runs one part of it.
 */
const { values } = parseArgs({
  options: { seed: { type: 'string' }, only: { type: 'string', multiple: true }, test262: { type: 'string' } },
});
const seed = values.seed ?? String(1 + Math.floor(Math.random() * 1_000_000_000));

ensureInstalled();
console.log(`seed ${seed}: npm run nightly -- --seed ${seed}`);
process.env.WHENCE_SEED = seed;
process.env.WHENCE_TIER = 'nightly';

const typed = ['--import', 'tsx'];
const bundled = ['scripts/bundled.mjs'];
const soundness = (distribution) => [
  ...bundled,
  'test/soundness/run.ts',
  '--distribution',
  distribution,
  '--programs',
  '5000',
  '--seed',
  seed,
];
const parts = {
  build: ['scripts/build.mjs'],
  tests: ['scripts/test.mjs', '--all'],
  ...Object.fromEntries(['harness', 'objects', 'indexing', 'language', 'reference'].map((name) => [name, soundness(name)])),
  reasons: [...soundness('harness'), '--reasons'],
  conformance: [...bundled, 'test/soundness/conformance/run.ts', '--seed', seed],
  queries: [...bundled, 'test/soundness/queries/run.ts', '--seed', seed],
  pruned: [...bundled, 'test/soundness/queries/run.ts', '--pruned', '--seed', seed],
  unknown: [...bundled, 'test/soundness/unknownCode/run.ts', '--seed', seed],
  providers: [...typed, 'test/soundness/providers/run.ts'],
  randomProviders: [...typed, 'test/soundness/providers/run.ts', '--random', '1000', '--seed', seed],
  recorded: [...typed, 'test/soundness/recorded/run.ts', '--programs', '500', '--seed', seed],
  recordedEntries: [...typed, 'test/soundness/recorded/run.ts', '--entries', '--programs', '500', '--seed', seed],
  rules: [...typed, 'test/soundness/rules/run.ts', '--programs', '1000', '--seed', seed],
  rulesOfPackages: [...typed, 'test/soundness/rules/packages.ts'],
  diagnosis: [...bundled, 'test/soundness/diagnosis/run.ts', '--seed', seed],
  engines: ['scripts/engines.mjs'],
  onEngines: [...typed, 'test/engines/run.ts', '--seed', seed],
  faults: [...typed, 'test/faults/run.ts', '--seed', seed],
  packages: [...typed, 'test/soundness/packages/run.ts'],
  corpus: [...typed, 'test/bench/corpus.ts'],
  bench: ['--stack-size=8000', ...typed, 'test/bench/bench.ts'],
  ...(values.test262 === undefined ? {} : { test262: [...typed, 'test/soundness/test262/run.ts', values.test262] }),
};
if (values.test262 === undefined) console.log('Without --test262 CHECKOUT the tests of the language are left out.');

const chosen = Object.keys(parts).filter((name) => values.only === undefined || ['build', ...values.only].includes(name));
const lines = [];
for (const name of chosen) {
  console.log(`\n== ${name}: node ${parts[name].join(' ')}`);
  const startedAt = Date.now();
  const { code } = await runNode(parts[name]);
  lines.push(`${code === 0 ? 'good  ' : 'FAILED'}  ${name}  ${Math.round((Date.now() - startedAt) / 1000)} s`);
  if (code !== 0) process.exitCode = 1;
}
console.log(`\n${lines.join('\n')}\nseed ${seed}`);
