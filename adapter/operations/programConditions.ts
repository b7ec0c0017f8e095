import { existsSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import type { PauseCondition } from '../../server/check/pauseConditions.js';
import type { WatchedCondition } from '../instrument/plan.js';
import { brokenForm, namesOfPure, standardNames } from '../querypoints/text/pureCondition.js';
import type { AnalysisThread } from './analysisThread.js';
import type { ProgramToRun } from './programs.js';

/** What the analysis found of a program: conditions that every good run satisfies, and how each is held against a run. */
export interface ProgramConditions {
  readonly found: readonly (PauseCondition & { readonly file: string })[];
  /** Of each, in the same order. */
  readonly watched: readonly WatchedCondition[];
}

/** The conditions of a program's own files that evaluating changes nothing. Throws a sentence when the analysis cannot say. */
export async function conditionsOfProgram({ args, cwd }: ProgramToRun, thread: AnalysisThread): Promise<ProgramConditions> {
  const file = resolve(cwd, args[0] ?? '');
  const files = await thread.ask('programConditions', { file, cwd });
  if (files === null) throw new Error(`${args[0] ?? ''}: The analysis cannot say which conditions runs must satisfy.`);
  const found = files.flatMap((one) => one.conditions.map((condition) => ({ ...condition, file: one.file })));
  const pairs = found.flatMap((one) => {
    const watched = watchedOf(one);
    return watched === null ? [] : [{ one, watched }];
  });
  return { found: pairs.map(({ one }) => one), watched: pairs.map(({ watched }) => watched) };
}

function watchedOf({
  file,
  line,
  column,
  condition,
  isAssertion,
  isFromOutside,
}: ProgramConditions['found'][number]): WatchedCondition | null {
  const names = namesOfPure(condition);
  if (names === null) return null;
  return {
    paths: existsSync(file) ? [...new Set([file, realpathSync(file)])] : [file],
    line,
    column,
    condition,
    isAssertion,
    broken: brokenForm(condition, isAssertion),
    names: [...names].filter((name) => !standardNames.has(name)),
    isFromOutside,
  };
}
