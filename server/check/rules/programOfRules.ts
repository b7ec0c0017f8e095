import { dirname, resolve } from 'node:path';
import { resolvedFile } from '../../rules/classFiles.js';
import { isRulesFile, type PatternShape, type PatternText } from '../../rules/rulesFile.js';
import { patternMatches, type PatternMatch } from '../../syntax/rules/patternMatches.js';
import { handsOnModules, usesAsValue } from '../../syntax/rules/usesAsValue.js';
import { readRules, RulesFileError } from '../../syntax/rules/readRules.js';
import type { ReadText, RulesCheck } from './rulesCheck.js';

/** What the program is asked for a rules file. */
export interface AskedOfProgram {
  readonly classes: readonly AskedClass[];
  readonly patterns: readonly PatternText[];
  /** The names of the rules. */
  readonly rules: readonly string[];
}

/** A class that rules range over, and the file that the rules file imports it from. */
export interface AskedClass {
  /** As the rules file imports it. */
  readonly from: string;
  readonly file: string;
  readonly name: string;
}

/** What the sources of the workspace say to that. */
export interface ProgramOfRules {
  /** For each class whether some source may make an object of it; null where texts do not tell. */
  readonly made: readonly (boolean | null)[];
  /** For each pattern where it matches. */
  readonly matches: readonly (readonly MatchPlace[])[];
  /** For each rule another rules file that has one of its name; null where none does. */
  readonly alike: readonly (string | null)[];
}

export interface MatchPlace extends PatternMatch {
  readonly file: string;
}

/** Where more text is to be read than this, in UTF-16 units, the workspace is not looked through. */
const mostText = 30_000_000;

/** Reading for a question that may be given up. */
export interface ProgramReading {
  readonly readText: ReadText;
  cancelled(): boolean;
}

/** What is to be asked for the rules of a file. */
export function askedOf({ rules }: RulesCheck, path: string): AskedOfProgram {
  const sound = rules.filter(({ isFaulty }) => !isFaulty);
  const classes = new Map<string, AskedClass>();
  for (const { from, name } of sound.flatMap((rule) => rule.classes)) {
    const file = /^[./]/.test(from) ? resolvedFile(resolve(dirname(path), from)) : null;
    if (file !== null) classes.set(`${from} ${name}`, { from, file, name });
  }
  return {
    classes: [...classes.values()],
    patterns: sound.flatMap((rule) => rule.patterns.map(({ text }) => text)),
    rules: rules.map(({ name }) => name),
  };
}

/** Looks through the sources of the workspace for the rules file `path`. Null: cancelled, or there is too much to read. */
export function programOfRules(
  { classes, patterns, rules }: AskedOfProgram,
  path: string,
  files: readonly string[],
  { readText, cancelled }: ProgramReading,
): ProgramOfRules | null {
  // What is not among the sources may be made by others that are not.
  const known = new Set(files);
  const made: (boolean | null)[] = classes.map(({ file, name }) => (name === 'default' || !known.has(file) ? null : false));
  const matches: MatchPlace[][] = patterns.map(() => []);
  const wanted = patterns.map(({ shape }) => namesOf(shape));
  let length = 0;
  for (const file of files) {
    if (cancelled()) return null;
    const text = isRulesFile(file) ? undefined : readText(file);
    if (text === undefined) continue;
    length += text.length;
    if (length > mostText) return null;
    classes.forEach(({ name }, index) => {
      if (made[index] === false && text.includes(name) && usesAsValue(text, file, name)) made[index] = true;
    });
    const possible = [...patterns.keys()].filter((index) => wanted[index]?.every((name) => text.includes(name)));
    const chosen = possible.flatMap((index) => patterns[index] ?? []);
    if (chosen.length === 0) continue;
    const found = patternMatches(text, file, chosen);
    possible.forEach((index, at) => matches[index]?.push(...(found[at] ?? []).map((place) => ({ ...place, file }))));
  }
  const isOpen = made.includes(false) && files.some((file) => !isRulesFile(file) && handsOnModules(readText(file) ?? '', file));
  const others = files.filter((file) => file !== path && isRulesFile(file)).map((file) => ({ file, text: readText(file) ?? '' }));
  const alike = rules.map((name) => others.find(({ file, text }) => text.includes(name) && hasRule(text, file, name))?.file ?? null);
  return { made: made.map((isMade) => (isMade === false && isOpen ? null : isMade)), matches, alike };
}

function hasRule(text: string, file: string, name: string): boolean {
  try {
    return readRules(text, file).rules.some((rule) => rule.name === name);
  } catch (fault) {
    if (!(fault instanceof RulesFileError)) throw fault;
    return false;
  }
}

/** The names that a text must hold for a pattern to match in it. */
function namesOf(shape: PatternShape): readonly string[] {
  switch (shape.kind) {
    case 'metavariable':
    case 'literal':
    case 'this':
      return [];
    case 'name':
      return [shape.name];
    case 'member':
      return [...namesOf(shape.of), shape.name.replace('#', '')];
    case 'element':
      return [...namesOf(shape.of), ...namesOf(shape.index)];
    case 'call':
    case 'new':
      return [shape.callee, ...shape.operands].flatMap(namesOf);
    case 'assign':
      return [...namesOf(shape.target), ...namesOf(shape.value)];
    case 'binary':
      return [...namesOf(shape.left), ...namesOf(shape.right)];
    case 'unary':
      return namesOf(shape.operand);
  }
}
