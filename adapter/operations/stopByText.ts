import { relative, resolve } from 'node:path';
import { findSourceFiles } from '../../server/check/sourceFiles.js';
import { readIfThere } from '../../server/files/regularFile.js';

/** A line of a file. */
interface TextLine {
  /** Absolute. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
}

/** So many places are listed in a sentence. */
const mostListed = 5;

/** Larger files are no sources that people name lines of, in bytes. */
const maxBytes = 2_000_000;

/**
 * The one line that has this text: of the program's file; when it has none, of the source files below the working directory. A line that
 * is the text comes before lines that contain it. Throws one sentence, with the lines in question, when it is not one.
 */
export function lineWithText(text: string, { program, cwd }: { readonly program: string | null; readonly cwd: string }): TextLine {
  const wanted = text.trim();
  const own = program === null ? [] : linesWith(resolve(cwd, program), wanted);
  const found = own.length > 0 ? own : best(findSourceFiles(cwd, ['.']).files.flatMap((file) => linesWith(file, wanted)));
  const [first, second] = found;
  if (first === undefined)
    throw new Error(`--stop ${JSON.stringify(text)}: No line of the program or of a file here has this text; FILE:LINE names a line, too.`);
  if (second !== undefined) {
    const listed = found.slice(0, mostListed).map(({ file, line }) => `${relative(cwd, file)}:${line}`);
    const more = found.length > mostListed ? ` and ${found.length - mostListed} more` : '';
    throw new Error(`--stop ${JSON.stringify(text)}: ${found.length} lines have this text: ${listed.join(', ')}${more}.`);
  }
  return first;
}

interface Found extends TextLine {
  /** Whether the text is all that stands on the line. */
  readonly isWhole: boolean;
}

function linesWith(file: string, wanted: string): readonly Found[] {
  const lines = sourceOf(file).split(/\r\n|[\n\r\u2028\u2029]/);
  return best(lines.flatMap((line, index) => (line.includes(wanted) ? [{ file, line: index + 1, isWhole: line.trim() === wanted }] : [])));
}

function best(found: readonly Found[]): readonly Found[] {
  const whole = found.filter(({ isWhole }) => isWhole);
  return whole.length > 0 ? whole : found;
}

function sourceOf(file: string): string {
  try {
    return readIfThere(file, maxBytes) ?? '';
  } catch {
    return ''; // no regular file, or a bundle
  }
}
