import { DiagnosisError } from './request.js';
import type { EnvironmentOfTests } from '../tests/testMessages.js';

/** The environment of some files of tests: as their first comment names it, else as settings do. Throws a `DiagnosisError` where they have two. */
export function environmentOf(texts: readonly string[], usual: EnvironmentOfTests): EnvironmentOfTests {
  const all = texts.map((text) => namedIn(text, usual) ?? usual);
  const names = [...new Set(all.map(({ name }) => name))];
  if (names.length > 1)
    throw new DiagnosisError(`The tests run in two environments (${names.sort().join(', ')}): name the files of one with --tests.`);
  return all[0] ?? usual;
}

function namedIn(text: string, { options: usual }: EnvironmentOfTests): EnvironmentOfTests | null {
  const name = /@(?:vitest|jest)-environment\s+([\w./@-]+)/.exec(text)?.[1];
  if (name === undefined) return null;
  const given = /@(?:vitest|jest)-environment-options\s+(\{.*\})/.exec(text)?.[1];
  return { name, options: given === undefined ? usual : { ...usual, ...parsed(given) } };
}

function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(text) as Readonly<Record<string, unknown>>;
  } catch {
    return {};
  }
}
