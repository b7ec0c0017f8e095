import { relative, resolve } from 'node:path';
import { linesLike, type TextLine, type WrittenLine } from './linesLike.js';
import { findSourceFiles } from '../../server/check/sourceFiles.js';
import { readIfThere } from '../../server/files/regularFile.js';

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
  const files = own.length > 0 ? [] : findSourceFiles(cwd, ['.']).files;
  const found = own.length > 0 ? own : best(files.flatMap((file) => linesWith(file, wanted)));
  const [first, second] = found;
  if (first === undefined) {
    const inProgram = program === null ? [] : linesLike(textLines(resolve(cwd, program)), wanted);
    const alike = (inProgram.length > 0 ? inProgram : linesLike(files.flatMap(textLines), wanted)).map(
      (line) => `${relative(cwd, line.file)}:${line.line} (${line.text})`,
    );
    const hint = alike.length === 0 ? 'FILE:LINE names a line, too' : `most alike ${alike.length === 1 ? 'is' : 'are'} ${alike.join(', ')}`;
    throw new Error(`--stop ${JSON.stringify(text)}: No line of the program or of a file here has this text; ${hint}.`);
  }
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
  return best(textLines(file).flatMap(({ line, text }) => (text.includes(wanted) ? [{ file, line, isWhole: text === wanted }] : [])));
}

function textLines(file: string): readonly WrittenLine[] {
  return sourceOf(file)
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((text, index) => ({ file, line: index + 1, text: text.trim() }));
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
