import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { isCommand } from '../launch/command.js';
import { tsxLoader } from '../launch/tsxLoader.js';
import type { ProgramStart } from '../launch/process.js';

// What a face gives to an operation that runs a program: its standard input, and what is done where it waits.
export { ReplayedInput } from '../launch/input.js';
export { reproduce, type WhenWaiting } from '../launch/reproduction.js';

/** How a program is started, again for each run. */
export type ProgramToRun = Pick<ProgramStart, 'node' | 'nodeArgs' | 'args' | 'cwd' | 'environment'>;

/** The words of a command as the start of a program. Throws a sentence when there is no such program. */
export function programOf(words: readonly string[], { node, cwd }: { readonly node: string; readonly cwd: string }): ProgramToRun {
  const loader = tsxLoader(resolve(cwd, words[0] ?? ''));
  const args = loader === null ? words : words.slice(1);
  const program = args[0] ?? '';
  if (program === '') throw new Error('The program has no name: its first word is empty.');
  if (!existsSync(resolve(cwd, program))) throw new Error(`${program}: There is no such file.`);
  return { node, nodeArgs: loader === null ? [] : ['--import', loader], args, cwd };
}

/** A command of the user's, which starts programs. */
export interface CommandToRun {
  readonly command: readonly string[];
  readonly cwd: string;
  /** Variables beside those of this process; null takes one away. */
  readonly environment?: Readonly<Record<string, string | null>>;
}

/** A file of JavaScript or TypeScript is a program; what is none, and can be run, a command. Throws a sentence when there is neither. */
export function programOrCommand(
  words: readonly string[],
  { node, cwd }: { readonly node: string; readonly cwd: string },
): ProgramToRun | CommandToRun {
  const [word = ''] = words;
  const isProgram = programName.test(word) || tsxLoader(resolve(cwd, word)) !== null;
  return isProgram || !isCommand(word, cwd) ? programOf(words, { node, cwd }) : { command: words, cwd };
}

const programName = /\.[cm]?[jt]sx?$/;

/** Whether a word of a command is a file of JavaScript or TypeScript. */
export function isProgramFile(word: string, cwd: string): boolean {
  return programName.test(word) && existsSync(resolve(cwd, word));
}
