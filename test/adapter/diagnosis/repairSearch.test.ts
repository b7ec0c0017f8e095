import assert from 'node:assert/strict';
import { searchRepairs, type RepairSearch } from '../../../adapter/diagnosis/repairSearch.js';
import type { TestedProgram } from '../../../adapter/diagnosis/testedProgram.js';
import type { InstalledRunner } from '../../../adapter/diagnosis/runner.js';
import type { TestWorker, Tried } from '../../../adapter/tests/workerProcess.js';
import { SuspectText } from '../../../server/syntax/diagnosis/suspectText.js';
import { typedFiles } from '../../../server/syntax/diagnosis/typedFiles.js';

const path = '/p.ts';
const text = `export function f(all: number[], k: number): number | undefined {
  const below = all.filter((value) => value < k);
  const above = all.filter((value) => value > k);
  if (k < below.length) return f(below, k);
  if (k > below.length) return f(above, k);
  return k;
}
`;

/** A search in which the first change of all passes every test. */
async function searched(isTyped: boolean): Promise<RepairSearch> {
  const files = typedFiles([path], (each) => (each === path ? text : undefined));
  const file = files.fileOf(path);
  assert.ok(file);
  let texts = 0;
  const worker = {
    workMs: 0,
    load: () => Promise.resolve(void texts++),
    try: (switches: readonly { readonly number: number }[], _: unknown, __: unknown, told: (tried: Tried) => void) => {
      for (const { number } of switches) told({ number, failedBy: texts === 1 && number === 1 ? null : 'a test', passed: 0 });
      return Promise.resolve(switches.length);
    },
  };
  return searchRepairs(worker as unknown as TestWorker, {
    program: {
      modules: new Map([[path, { path, text, own: {}, specifiers: [], packages: {}, mocks: {}, made: null }]]),
      tests: [],
      configured: null,
    } as unknown as TestedProgram,
    runner: { name: 'node', manifest: null } as unknown as InstalledRunner,
    suspects: [new SuspectText(path, file, files, 0)],
    isWanted: () => true,
    evidence: { differences: [], fields: new Map(), wantedCalls: new Set() },
    suspicion: () => 1,
    isTyped: () => isTyped,
    trial: { order: [], fuel: 1, idleMs: 1, hangsMs: 1 },
    timeoutMs: 1,
    until: Date.now() + 60_000,
    signal: new AbortController().signal,
    onLoading: () => {},
  });
}

describe('the search for repairs', () => {
  it('tries larger changes, too, as long as the compiler refuses what was found', async () => {
    const [typed, untyped] = [await searched(true), await searched(false)];
    assert.equal(typed.survivors.length, 1);
    assert.equal(untyped.survivors.length, 1);
    assert.ok(typed.tried < typed.of, `${typed.tried} of ${typed.of}`);
    assert.equal(untyped.tried, untyped.of);
  });
});
