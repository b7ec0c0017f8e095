import assert from 'node:assert/strict';
import { countOf, seedOf } from '../../support/counts.js';
import { watched } from '../../support/watching.js';
import { ruledProgram } from './randomRules.js';
import { expectedOf, programText, rulesText } from './randomTexts.js';

/** Programs that run in one process, one after another. */
const together = 25;

describe('random programs under random rules', function () {
  this.timeout(1_800_000);

  it('fire as a checker that recomputes everything after each operation', async () => {
    const first = seedOf(2101);
    const end = first + countOf('rules');
    for (let from = first; from < end; from += together)
      await hold(
        Array.from({ length: Math.min(together, end - from) }, (_, at) => from + at),
        {},
      );
  });

  it('find the same when what exists is asked each time', async () => {
    const first = seedOf(3301);
    for (let at = 0; at < Math.ceil(countOf('rules') / 25); at++) await hold([first + at], { sweepPauseMs: 0 });
  });

  it('keep the tuples that hold, after every update', async () => {
    const first = seedOf(4201);
    for (let at = 0; at < Math.ceil(countOf('rules') / 10); at++) await hold([first + at], { isRecomputed: true });
  });
});

/**
 * Holds what is found in programs of these seeds against what the checker finds. What is told and not confirmed may have been gone before: the
 * checker does not find it then.
 */
async function hold(seeds: readonly number[], options: { readonly isRecomputed?: boolean; readonly sweepPauseMs?: number }): Promise<void> {
  const programs = seeds.map(ruledProgram);
  const files: Record<string, string> = {};
  const expected: string[] = [];
  for (const [at, program] of programs.entries()) {
    const first = at * program.conditions.length;
    files[`p${at}.cjs`] = programText(program);
    files[`p${at}.rules.ts`] = rulesText(program, `./p${at}.cjs`, first);
    for (const one of await expectedOf(program, first)) expected.push(`seed ${seeds[at] ?? 0} ${one}`);
  }
  const main = `process.on('unhandledRejection', () => {});\n(async () => { for (let at = 0; at < ${seeds.length}; at++) await require('./p' + at + '.cjs').run(); })();\n`;
  const { findings, rules, exit, notes } = await watched(main, null, {
    files,
    options: { isRecomputed: false, timeoutMs: 900_000, ...options },
  });
  const perProgram = programs[0]?.conditions.length ?? 1;
  const told = findings.map(({ rule, message, position, confirmed }) => {
    const seed = seeds[Math.floor(Number(rule.slice('rule'.length)) / perProgram)] ?? 0;
    return { text: `seed ${seed} ${rule}: ${message} @ ${position?.line ?? '?'}`, confirmed };
  });
  const left = new Map<string, number>();
  for (const one of expected) left.set(one, (left.get(one) ?? 0) + 1);
  for (const { text } of told) left.set(text, (left.get(text) ?? 0) - 1);
  const maybeGone = new Set(told.flatMap(({ text, confirmed }) => (confirmed ? [] : [text])));
  const different = [...left].filter(([text, count]) => count > 0 || (count < 0 && !maybeGone.has(text)));
  assert.deepEqual(
    rules
      .filter(({ fault }) => fault !== null)
      .map(({ name, fault }) => `seed ${seeds[Math.floor(Number(name.slice(4)) / perProgram)] ?? 0} ${name}: ${fault ?? ''}`),
    [],
  );
  assert.deepEqual(exit, { code: 0, signal: null });
  assert.deepEqual(notes, []);
  assert.deepEqual(different, []);
}
