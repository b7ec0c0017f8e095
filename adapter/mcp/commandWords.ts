import { Refused } from './tool.js';

/**
 * The words of a command as a shell has them: quotes hold words together. What only a shell does is refused in one sentence, as the command runs
 * without one.
 */
export function wordsOf(command: string): readonly string[] {
  const words: string[] = [];
  let word: string | null = null;
  for (let at = 0; at < command.length;) {
    const part = partAt(command, at);
    at += part.length;
    if (part.kind !== 'space') word = `${word ?? ''}${part.text}`;
    else if (word !== null) {
      words.push(word);
      word = null;
    }
  }
  return word === null ? words : [...words, word];
}

interface Part {
  readonly kind: 'space' | 'text';
  /** In the command. */
  readonly length: number;
  readonly text: string;
}

const form =
  /(?<space>\s+)|'(?<single>[^']*)'|"(?<double>(?:[^"\\]|\\[^])*)"|\\(?<escaped>["'\\\s$&|;<>`()])|(?<shell>[&|;<>`()]+|\$[\w({])|(?<plain>[^])/y;

function partAt(command: string, at: number): Part {
  form.lastIndex = at;
  const { 0: whole = '', groups: { space, single, double, escaped, shell, plain } = {} } = form.exec(command) ?? {};
  const { length } = whole;
  if (space !== undefined) return { kind: 'space', length, text: '' };
  if (single !== undefined) return { kind: 'text', length, text: single };
  const inShell = shell ?? /(?<!\\)(?:`|\$[\w({])/.exec(double ?? '')?.[0];
  if (inShell !== undefined)
    throw new Refused(`${inShell} in the command needs a shell, and it runs without one: write sh -c '…' around what a shell shall do.`);
  if (plain === '"' || plain === "'") throw new Refused(`A quote (${plain}) in the command has no end.`);
  return { kind: 'text', length, text: double?.replace(/\\(["\\$`])/g, '$1') ?? escaped ?? plain ?? '' };
}
