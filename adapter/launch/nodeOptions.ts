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
  const isShell = /^(?:ba|da|z|k)?sh$/.test(basename(words[0] ?? ''));
  const text = isShell ? words.findIndex((word) => /^-[a-z]*c$/.test(word)) + 1 : 0;
  return words.map((word, at) => {
    if (text > 0) return at === text ? shellTextWith(option, word) : word;
    return at > 0 && word.startsWith(`${variable}=`) ? `${variable}=${optionsWith(option, word.slice(variable.length + 1))}` : word;
  });
}

/** A text for a shell, with an option of ours wherever it sets the variable, unless to what it is and more. */
export function shellTextWith(option: string, text: string): string {
  if (!text.includes(`${variable}=`)) return text;
  const quoted = `'${option.replaceAll("'", "'\\''")} '`;
  return text.replace(parts, (part, word: string | undefined) => {
    if (word === undefined) return part;
    const value = part.slice(word.length);
    return /\$\{?NODE_OPTIONS\b/.test(value) ? part : `${word}${quoted}${value}`;
  });
}

/** A quoted or escaped part that sets nothing; or the variable where a word begins, and its value. */
const parts =
  /'[^']*'|"(?:[^"\\]|\\[\s\S])*"|\\[\s\S]|(?<![^\s;&|(`])(NODE_OPTIONS=)(?:'[^']*'|"(?:[^"\\]|\\[\s\S])*"|\\[\s\S]|[^\s;&|()'"\\])*/g;
