import type { WatchResult } from '../../../../adapter/operations/watchRules.js';

/** A program and its rules. Behind each line of the program that a finding must name stands `//!` and its message. */
export interface RuledCase {
  readonly name: string;
  /** Of the program's file: `.mjs` where it is left out. */
  readonly extension?: '.cjs' | '.mjs';
  readonly program: string;
  /** `@A, B` on a line of its own imports classes of the program. */
  readonly rules: string;
  /** What the sentences of its faults say, one each. */
  readonly faults?: readonly string[];
}

const words = `import { rule, extent, site, tracked, state, perCall, field, call, match, of, changes, placeOf, here, report, stop } from 'whence/rules';`;

/** The files of cases that one process runs one after another. */
export function filesOf(cases: readonly RuledCase[]): { readonly main: string; readonly files: Readonly<Record<string, string>> } {
  const files: Record<string, string> = {};
  for (const [at, one] of cases.entries()) {
    const file = fileOf(one, at);
    files[file] = one.program;
    files[`p${at}.rules.ts`] = [
      words,
      one.rules
        .replace(/^@(.*)$/gm, `import { $1 } from './${file}';`)
        .replace(/(?<=['"])p(?=\.[cm]js)/g, `p${at}`)
        .replaceAll('./p.mjs', `./${file}`),
    ].join('\n');
  }
  return { main: `(async () => { for (const file of ${JSON.stringify(cases.map(fileOf))}) await import('./' + file); })();\n`, files };
}

/** What is wrong of what was found: one sentence for each difference. */
export function differences(cases: readonly RuledCase[], { findings, rules, exit }: WatchResult): readonly string[] {
  const wrong = exit?.code === 0 ? [] : [`the program ended with ${JSON.stringify(exit)}`];
  for (const [at, one] of cases.entries()) {
    const count = new Map<string, number>();
    const add = (text: string, by: number): unknown => count.set(text, (count.get(text) ?? 0) + by);
    for (const [line, text] of one.program.split('\n').entries())
      for (const message of text.split('//!').slice(1)) add(`${line + 1} ${message.trim()}`, 1);
    const mine = rules.filter(({ file }) => file.endsWith(`p${at}.rules.ts`));
    for (const { rule, message, position } of findings)
      if ((position === null || position.path.endsWith(`/${fileOf(one, at)}`)) && mine.some(({ name }) => name === rule))
        add(`${position?.line ?? 'nowhere'} ${message}`, -1);
    for (const [text, left] of count)
      if (left !== 0) wrong.push(`${one.name}: ${text} is told ${left > 0 ? `${left} times too rarely` : `${-left} times too often`}`);
    const faults = mine.flatMap(({ fault }) => (fault === null ? [] : [fault]));
    const expected = one.faults ?? [];
    for (const fault of faults) if (!expected.some((part) => fault.includes(part))) wrong.push(`${one.name}: ${fault}`);
    for (const part of expected) if (!faults.some((fault) => fault.includes(part))) wrong.push(`${one.name} is not at fault: ${part}`);
  }
  return wrong;
}

const fileOf = ({ extension = '.mjs' }: RuledCase, at: number): string => `p${at}${extension}`;
