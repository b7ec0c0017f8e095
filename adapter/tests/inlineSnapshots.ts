import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import type { Expect, MatcherResult } from './expectTest.js';
import { foundThrough } from './packageFiles.js';

/** What a runner writes snapshots with. */
export interface SnapshotWriter {
  readonly format: (value: unknown, options: object) => string;
  /** Those that the program has added count, too. */
  readonly plugins: () => readonly unknown[];
  /** Of an error that was thrown, what is written. */
  readonly ofError: (error: unknown) => unknown;
}

/** What jest writes snapshots with; null where it is not found. */
export function jestSnapshots(manifest: string): SnapshotWriter | null {
  try {
    const through = ['@jest/core', 'jest-config', 'jest-circus', 'jest-snapshot'];
    const { getSerializers } = foundThrough(manifest, through) as { getSerializers(): readonly unknown[] };
    const { format } = foundThrough(manifest, [...through, 'pretty-format']) as Pick<SnapshotWriter, 'format'>;
    return { format, plugins: getSerializers, ofError: messageOf };
  } catch {
    return null;
  }
}

/** What vitest writes snapshots with; null where it is not found. */
export async function vitestSnapshots(manifest: string): Promise<SnapshotWriter | null> {
  const load = (name: string): Promise<unknown> => import(pathToFileURL(createRequire(manifest).resolve(name)).href);
  try {
    const { getSerializers } = (await load('@vitest/snapshot')) as { getSerializers(): readonly unknown[] };
    const { format } = (await load('@vitest/pretty-format')) as Pick<SnapshotWriter, 'format'>;
    return { format, plugins: getSerializers, ofError: (error) => error };
  } catch {
    return null;
  }
}

function messageOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'message' in error ? error.message : error;
}

/** A matcher is called with what says whether a promise was waited for: then it is given the error itself. */
interface MatcherState {
  readonly promise?: string;
}

const fits: MatcherResult = { pass: true, message: () => '' };

/**
 * Snapshots in files are compared by the runner itself, at the end: here they fit, and so do those in the test where `writer` is null, or
 * where something else than the text is said of them.
 */
export function compareSnapshots(expect: Expect, writer: SnapshotWriter | null): void {
  const fit = (): MatcherResult => fits;
  const inFiles = ['toMatchSnapshot', 'toMatchFileSnapshot', 'toThrowErrorMatchingSnapshot'];
  expect.extend({
    ...Object.fromEntries(inFiles.map((name) => [name, fit])),
    toMatchInlineSnapshot: (received: unknown, snapshot?: unknown) => compared(received, snapshot, writer),
    toThrowErrorMatchingInlineSnapshot(this: MatcherState, received: unknown, snapshot?: unknown): MatcherResult {
      if (writer === null) return fits;
      if (this.promise !== undefined && this.promise !== '') return compared(writer.ofError(received), snapshot, writer);
      if (typeof received !== 'function') return fits;
      try {
        (received as () => unknown)();
      } catch (error) {
        return compared(writer.ofError(error), snapshot, writer);
      }
      return { pass: false, message: () => 'The function did not throw.' };
    },
  });
}

/** Throws an `AssertionError`, as each runner gives one on as it is. */
function compared(received: unknown, snapshot: unknown, writer: SnapshotWriter | null): MatcherResult {
  if (writer === null || typeof snapshot !== 'string') return fits;
  const expected = withoutIndentation(snapshot).trim();
  const actual = writer
    .format(received, { ...usual, plugins: writer.plugins() })
    .replaceAll(/\r\n?/g, '\n')
    .trim();
  if (actual === expected) return fits;
  throw Object.assign(new Error('The snapshot in the test does not match.'), { name: 'AssertionError', expected, actual });
}

/** As both runners write them, where settings say nothing else. */
const usual = { escapeRegex: true, escapeString: false, indent: 2, printBasicPrototype: false, printFunctionName: false };

/** Without what the lines of a text between two blank ones have in common before them. */
function withoutIndentation(text: string): string {
  const lines = text.split('\n');
  const inner = lines.slice(1, -1);
  const indentation = /^([^\S\n]*)\S/m.exec(text)?.[1] ?? '';
  const isIndented =
    inner.length > 0 &&
    lines[0]?.trim() === '' &&
    lines.at(-1)?.trim() === '' &&
    inner.every((line) => line.trim() === '' || line.startsWith(indentation));
  return isIndented ? inner.map((line) => line.slice(indentation.length)).join('\n') : text;
}
