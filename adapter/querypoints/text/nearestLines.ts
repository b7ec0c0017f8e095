import { stoppable } from '../../instrument/stoppable.js';
import type { AnyNode } from '../../instrument/tree.js';
import { UnparsedText, type RunTexts } from './texts.js';

/** So many lines are offered on either side. */
const mostOffered = 1;

/**
 * The lines of a file, from 1, on which statements start that are nearest to a line: the last before and the first behind. `paths` are the
 * texts that may hold parts of the file.
 */
export function nearestLines(texts: RunTexts, paths: Iterable<string>, isFile: (path: string) => boolean, line: number): readonly number[] {
  const lines = new Set<number>();
  for (const path of new Set(paths)) {
    const text = texts.text(path);
    const program = text === undefined ? null : programOf(text);
    if (text === undefined || program === null) continue;
    for (const { node, kind } of stoppable(program)) {
      if (kind !== 'statement' && kind !== 'arrow' && kind !== 'initializer') continue;
      const position = text.userPosition(node.start);
      if (position !== null && isFile(position.path)) lines.add(position.line);
    }
  }
  const sorted = [...lines].sort((a, b) => a - b);
  return [...sorted.filter((one) => one < line).slice(-mostOffered), ...sorted.filter((one) => one > line).slice(0, mostOffered)];
}

/** A file that was not loaded may be no JavaScript: null then. */
function programOf(text: { readonly program: AnyNode }): AnyNode | null {
  try {
    return text.program;
  } catch (error) {
    if (error instanceof UnparsedText) return null;
    throw error;
  }
}

/** The lines as the end of a sentence about a line on which nothing starts; empty when there is none. */
export function offered(lines: readonly number[]): string {
  if (lines.length === 0) return '';
  return `; the nearest ${lines.length === 1 ? 'one starts on line' : 'ones start on lines'} ${lines.join(' and ')}`;
}
