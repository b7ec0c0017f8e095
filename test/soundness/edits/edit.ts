import { readdirSync, readFileSync } from 'node:fs';
import { harnessProgram } from '../generator/program.js';
import type { Random } from '../random.js';

const root = new URL('../../../', import.meta.url);

/** Programs to start from: the examples, those of the paper on abstract debugging, and random ones; sometimes two in one file. */
export function startingText(random: Random): string {
  const one = (): string =>
    random.chance(0.4)
      ? readFileSync(new URL(random.choice(writtenPrograms()), root), 'utf8')
      : harnessProgram(random.between(1, 1_000_000));
  const first = one();
  return random.chance(0.2) ? `${first}\n{\n${one().replace(/^export (default )?/gm, '')}\n}\n` : first;
}

function writtenPrograms(): string[] {
  return ['examples', 'test/programs/syntox'].flatMap((folder) =>
    readdirSync(new URL(folder, root))
      .filter((name) => /\.(ts|mjs)$/.test(name))
      .map((name) => `${folder}/${name}`),
  );
}

/** One thing that a programmer does to a text. */
export function edited(text: string, random: Random, earlier: readonly string[]): string {
  const edit = random.choice(edits);
  return edit(text, random, earlier);
}

type Edit = (text: string, random: Random, earlier: readonly string[]) => string;

const edits: readonly Edit[] = [
  (text, random) => replaceOne(text, /\b\d+\b/g, random, () => String(random.between(0, 200))),
  (text, random) => replaceOne(text, /\b\d+\b/g, random, (found) => `${found}${random.below(10)}`),
  (text, random) => replaceOne(text, /[<>]=?|===|!==/g, random, () => random.choice(['<', '<=', '>', '>=', '===', '!=='])),
  (text, random) => replaceOne(text, / [-+*] /g, random, () => random.choice([' + ', ' - ', ' * '])),
  (text, random) => replaceOne(text, /\b[a-z]\w*\b/g, random, () => identifierOf(text, random)),
  (text, random) => replaceOne(text, /\bfunction\b/g, random, () => 'async function'),
  (text, random) => replaceOne(text, /\b(const|let)\b/g, random, (found) => (found === 'const' ? 'let' : 'const')),
  (text, random) => replaceOne(text, /\bexport /g, random, () => ''),
  (text, random) => insertLine(text, random, `if (${identifierOf(text, random)} > ${random.between(0, 99)}) throw new Error('edited');`),
  (text, random) => insertLine(text, random, `${identifierOf(text, random)} = ${identifierOf(text, random)};`),
  (text, random) => insertLine(text, random, `console.log(${identifierOf(text, random)});`),
  (text, random) => insertLine(text, random, `// @always ${identifierOf(text, random)} < ${random.between(0, 99)}`),
  (text, random) =>
    insertLine(text, random, `export function edited${random.below(100)}(n: number) { return ${identifierOf(text, random)}; }`),
  (text, random) => insertLine(text, random, ''),
  (text, random) => insertLine(text, random, `const fresh${random.below(100)} = [${identifierOf(text, random)}, ${random.below(9)}];`),
  (text) => `// a remark\n${text}`,
  (text, random) => withLines(text, (lines) => void lines.splice(random.below(lines.length), 1)),
  (text, random) => withLines(text, (lines) => void lines.splice(random.below(lines.length), 0, random.choice(lines))),
  (text, random) => text.slice(0, -1 - random.below(3)),
  (text, random, earlier) => (earlier.length === 0 ? text : random.choice(earlier)),
];

function replaceOne(text: string, pattern: RegExp, random: Random, by: (found: string) => string): string {
  const found = [...text.matchAll(pattern)];
  if (found.length === 0) return text;
  const { index, 0: word } = random.choice(found);
  return text.slice(0, index) + by(word) + text.slice(index + word.length);
}

function identifierOf(text: string, random: Random): string {
  const found = [...text.matchAll(/\b[a-z]\w*\b/g)]
    .map(([word]) => word)
    .filter((word) => !/^(if|for|let|const|return|function|while|do|of|in)$/.test(word));
  return found.length === 0 ? 'x' : random.choice(found);
}

function insertLine(text: string, random: Random, line: string): string {
  return withLines(text, (lines) => void lines.splice(random.below(lines.length), 0, line));
}

function withLines(text: string, change: (lines: string[]) => void): string {
  const lines = text.split('\n');
  change(lines);
  return lines.join('\n');
}
