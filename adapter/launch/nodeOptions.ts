import { basename } from 'node:path';

/** The variable from which Node takes options, before those of its command line. */
const variable = 'NODE_OPTIONS';

/** Options with one of ours before them: what is required before us may have its part in all texts that come after it. */
export function optionsWith(option: string, options: string | null | undefined): string {
  const others = options ?? '';
  if (others === '' || others.includes(option)) return others || option;
  return `${option} ${others}`;
}

/** Takes an option of ours out of the program's environment. */
export function forgetOption(option: string): void {
  const rest = (process.env[variable] ?? '').replace(option, '').trim();
  if (rest === '') Reflect.deleteProperty(process.env, variable);
  else process.env[variable] = rest;
}

/** A command that sets the variable itself (`env NODE_OPTIONS=… node`), alone or in the text for a shell, with an option of ours before others. */
export function commandWith(option: string, words: readonly string[]): readonly string[] {
  const name = basename(words[0] ?? '');
  const text = isShell.test(name) ? words.findIndex((word) => /^-[a-z]*c$/.test(word)) + 1 : 0;
  if (text > 0) return words.map((word, at) => (at === text ? shellTextWith(option, word) : word));
  if (name !== 'env') return words;
  const command = words.findIndex((word, at) => at > 0 && !/^-|^\w+=/.test(word));
  return words.map((word, at) =>
    at < command && word.startsWith(`${variable}=`) ? `${variable}=${optionsWith(option, word.slice(variable.length + 1))}` : word,
  );
}

const isShell = /^(?:ba|da|z|k)?sh$/;

/** A text for a shell, with an option of ours wherever it sets the variable, unless to what it is and more. An argument of a command stays. */
export function shellTextWith(option: string, text: string): string {
  if (!text.includes(`${variable}=`)) return text;
  const quoted = `'${option.replaceAll("'", "'\\''")} '`;
  return text.replace(parts, (part, word: string | undefined, at: number) => {
    if (word === undefined || !beforeAssignment.test(text.slice(0, at))) return part;
    const value = part.slice(word.length);
    return /\$\{?NODE_OPTIONS\b/.test(value) ? part : `${word}${quoted}${value}`;
  });
}

/** The text before an assignment: a command begins, or is one that sets variables, and others may be set before. */
const beforeAssignment = /(?:^|[;&|({`\n]|(?:^|\s)(?:export|env|cross-env(?:-shell)?|then|do|else)\s)\s*(?:\w+=\S*\s+)*$/;

/** A quoted or escaped part that sets nothing; or the variable where a word begins, and its value. */
const parts =
  /'[^']*'|"(?:[^"\\]|\\[\s\S])*"|\\[\s\S]|(?<![^\s;&|(`])(NODE_OPTIONS=)(?:'[^']*'|"(?:[^"\\]|\\[\s\S])*"|\\[\s\S]|[^\s;&|()'"\\])*/g;
