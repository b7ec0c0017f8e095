import { dirname, resolve } from 'node:path';
import type { Span } from '../../base/span.js';
import { classPlace, resolvedFile } from '../../rules/classFiles.js';
import { unindexedPair } from '../../rules/joins.js';
import { isRulesFile, type ClassReference, type PatternText, type RuleText } from '../../rules/rulesFile.js';
import { exportedAs } from '../../syntax/rules/exportedName.js';
import { isProvedByText } from '../../syntax/rules/provedByText.js';
import { runsByItself } from '../../syntax/rules/runsByItself.js';
import { noRule, readRules, RulesFileError } from '../../syntax/rules/readRules.js';
import { parse, syntaxErrors } from '../../syntax/source.js';

/** Texts of the workspace: of an open document its buffer, else the file. Undefined: there is none, or it cannot be read. */
export type ReadText = (file: string) => string | undefined;

/** What is wrong, or costs much, in a rules file. */
export interface RulesProblem {
  /** `rule-refused`: `whence watch` refuses it, in these words. */
  readonly code: 'rule-refused' | 'rule-class' | 'rule-join';
  readonly message: string;
  readonly span: Span;
}

/** What the editor says of the text of a rules file, without a look at the program but for the classes that it imports. */
export interface RulesCheck {
  readonly problems: readonly RulesProblem[];
  readonly rules: readonly CheckedRule[];
  /** Why the text cannot be read; the rest is empty then. */
  readonly syntaxError: string | null;
}

/** A rule, as far as the editor asks of it. */
export interface CheckedRule {
  readonly name: string;
  readonly span: Span;
  readonly isFaulty: boolean;
  /** Whether the text of its class proves that it finds nothing in any run. */
  readonly isProved: boolean;
  /** The classes that its variables range over. */
  readonly classes: readonly CheckedClass[];
  /** The modules that classes of it are imported from, as the rules file names them. */
  readonly modules: readonly string[];
  /** The patterns of its `at` that can be looked for in a text. */
  readonly patterns: readonly CheckedPattern[];
}

export interface CheckedClass {
  readonly from: string;
  readonly name: string;
  readonly span: Span;
}

export interface CheckedPattern {
  readonly text: PatternText;
  readonly span: Span;
}

/** Checks the text of a rules file. */
export function checkRules(text: string, path: string, read: ReadText): RulesCheck {
  const nothing = { problems: [], rules: [], syntaxError: null };
  const source = parse(text, path);
  const [error] = syntaxErrors(source);
  if (error !== undefined) return { ...nothing, syntaxError: error.message };
  let rules: readonly RuleText[];
  try {
    ({ rules } = readRules(text, path));
  } catch (fault) {
    if (!(fault instanceof RulesFileError)) throw fault;
    return { ...nothing, problems: [{ code: 'rule-refused', message: noRule, span: firstLine(text) }] };
  }
  const places = new ImportedClasses(path, read);
  return {
    problems: rules.flatMap((rule) => problemsOf(rule, places)),
    rules: rules.map((rule) => checkedRule(rule, isProvedByText(rule, path, read))),
    syntaxError: null,
  };
}

function checkedRule({ name, places, fault, variables, patterns }: RuleText, isProved: boolean): CheckedRule {
  return {
    name,
    span: places.rule,
    isFaulty: fault !== null,
    isProved,
    classes: variables.flatMap(({ domain }, index) => {
      const span = places.domains[index];
      return domain.kind === 'extent' && domain.of.kind === 'imported' && span !== undefined ? [{ ...domain.of, span }] : [];
    }),
    modules: modulesOf(variables, patterns),
    patterns: patterns.flatMap((pattern) => {
      const span = places.patterns[pattern.index];
      return pattern.kind === 'match' && span !== undefined ? [{ text: pattern, span }] : [];
    }),
  };
}

function modulesOf(variables: RuleText['variables'], patterns: RuleText['patterns']): readonly string[] {
  const ofVariables = variables.map(({ domain }) => (domain.kind === 'extent' ? domain.of : null));
  const ofPatterns = patterns.flatMap(({ metavariables }) => metavariables.map(({ of }) => of));
  return [...new Set([...ofVariables, ...ofPatterns].flatMap((of) => (of?.kind === 'imported' ? [of.from] : [])))];
}

/** The files that a rule's classes come from, and those of them that do something when they are run by themselves. */
export function sourcesOfRule(
  { modules }: CheckedRule,
  path: string,
  read: ReadText,
): { readonly sources: readonly string[]; readonly programs: readonly string[] } {
  const sources = modules.flatMap((from) => (/^[./]/.test(from) ? (resolvedFile(resolve(dirname(path), from)) ?? []) : []));
  return { sources, programs: sources.filter((file) => runsByItself(read(file) ?? '', file)) };
}

function problemsOf(rule: RuleText, classes: ImportedClasses): readonly RulesProblem[] {
  const { problems, places, variables, patterns } = rule;
  const found: RulesProblem[] = problems.map((problem) => ({ ...problem, code: 'rule-refused' }));
  const ofClass = (of: ClassReference, span: Span | undefined): void => {
    const problem = of.kind === 'imported' ? classes.problemOf(of.from, of.name) : null;
    if (problem !== null && !found.some(({ message }) => message === problem.message))
      found.push({ ...problem, span: span ?? places.rule });
  };
  variables.forEach(({ domain }, index) => {
    if (domain.kind === 'extent') ofClass(domain.of, places.domains[index]);
  });
  for (const { index, metavariables } of patterns) for (const { of } of metavariables) if (of !== null) ofClass(of, places.patterns[index]);
  const pair = unindexedPair(rule);
  if (pair === null) return found;
  const { known, sought } = pair;
  const message = `Every pair of ${known} and ${sought} is looked at: no ===, has or includes of the condition leads from one to the other.`;
  const at = variables.findIndex(({ name }) => name === sought);
  return [...found, { code: 'rule-join', message, span: places.domains[at] ?? places.rule }];
}

/** More modules than these hand on no class. */
const mostFollowed = 20;

/** The classes that a rules file imports, by the texts of their modules. */
class ImportedClasses {
  constructor(
    private readonly path: string,
    private readonly read: ReadText,
  ) {}

  /** What is wrong with a class; null where nothing is known to be. */
  problemOf(from: string, name: string): Omit<RulesProblem, 'span'> | null {
    try {
      classPlace(from, name, this.path);
    } catch (error) {
      return { code: 'rule-refused', message: error instanceof Error ? error.message : String(error) };
    }
    if (!/^[./]/.test(from)) return null;
    const file = resolvedFile(resolve(dirname(this.path), from));
    const found = file === null ? null : this.exported(file, name, mostFollowed);
    if (found === null) return null;
    const message =
      found.kind === 'none' ? `"${from}" exports no ${name}.` : `${name} of "${from}" is ${found.what}: no object is made of it.`;
    return { code: 'rule-class', message };
  }

  /** What is known to be no class; null: it is one, or may be. */
  private exported(
    file: string,
    name: string,
    steps: number,
  ): { readonly kind: 'none' } | { readonly kind: 'other'; readonly what: string } | null {
    const text = steps === 0 ? undefined : this.read(file);
    if (text === undefined || isRulesFile(file) || !/\.[cm]?[jt]sx?$/.test(file)) return null;
    const found = exportedAs(text, file, name);
    const next = (from: string): string | null => (/^\./.test(from) ? resolvedFile(resolve(dirname(file), from)) : null);
    switch (found.kind) {
      case 'class':
      case 'unknown':
        return null;
      case 'other':
        return found;
      case 'elsewhere': {
        const other = next(found.from);
        return other === null ? null : this.exported(other, found.name, steps - 1);
      }
      case 'none': {
        // An export of everything of a module hands on no default.
        const others = name === 'default' ? [] : found.among.map(next);
        for (const other of others) if (other === null || this.exported(other, name, steps - 1)?.kind !== 'none') return null;
        return { kind: 'none' };
      }
    }
  }
}

/** The first line of a text that says something. */
function firstLine(text: string): Span {
  const start = Math.max(0, text.search(/\S/));
  const end = text.indexOf('\n', start);
  return { start, end: end < 0 ? text.length : end };
}
