import { dirname, resolve } from 'node:path';
import type { CheckedAssertion } from '../../server/rules/assertionProbes.js';
import type { RuleExpression } from '../../server/rules/ruleExpression.js';
import type { RulesFile, RuleText } from '../../server/rules/rulesFile.js';
import { eraseTypes } from '../../server/syntax/types/eraseTypes.js';
import { maxProgramBytes, readRegularFile } from '../../server/files/regularFile.js';
import { reportPath } from '../../server/findings/reportPath.js';
import type { WatchedAssertion } from '../instrument/rulesPlan.js';
import { namesOfPure } from '../querypoints/text/pureCondition.js';
import { namesOf, resolvedFile } from '../../server/rules/classFiles.js';

/** The assertion comments of a program as rules over its run. */
export interface AssertionRules {
  readonly files: readonly RulesFile[];
  /** Those that are looked at where they stand: `rule` counts the rules of `files`, from 0. */
  readonly watched: readonly WatchedAssertion[];
  /** Those that are not looked at, one sentence each. */
  readonly notes: readonly string[];
}

/** So many files of a program are read for their assertions. */
const mostFiles = 5000;

/** Reads the assertion comments of a program's file, and of the files that it loads by relative names. */
export async function assertionRules(entry: string, cwd: string): Promise<AssertionRules> {
  const { checkedText } = await import('../../server/syntax/rules/checkedText.js');
  const { readRules } = await import('../../server/syntax/rules/readRules.js');
  const files: RulesFile[] = [];
  const watched: WatchedAssertion[] = [];
  const notes: string[] = [];
  const pending = [entry];
  for (let at = 0; at < pending.length && at < mostFiles; at++) {
    const path = pending[at] ?? '';
    const text = textOf(path);
    if (text === null) continue;
    const { assertions, imports } = checkedText(text, path);
    // Where Node does not strip types itself it is given these texts: they keep comments.
    const erased = /\.[cm]?tsx?$/.test(path) && assertions.length > 0 ? await erasedTexts(text, path, checkedText) : [];
    for (const assertion of assertions) {
      const why = reasonAgainst(assertion);
      if (why !== null) {
        notes.push(`${reportPath(cwd, path)}:${assertion.line}: ${assertion.name} is not looked at: ${why}`);
        continue;
      }
      const { form } = assertion;
      if (form.kind === 'points') {
        const [rule, paths] = [files.length, namesOf(path)];
        watched.push({ rule, paths, length: text.length, points: form.points });
        for (const other of erased) {
          const same = sameAssertion(assertion, assertions, other.assertions);
          if (same?.form.kind === 'points') watched.push({ rule, paths, length: other.length, points: same.form.points });
          else
            notes.push(
              `${reportPath(cwd, path)}:${assertion.line}: ${assertion.name} is looked at only by a Node that strips types itself.`,
            );
        }
      }
      files.push(form.kind === 'field' ? fieldRule(assertion, form.rules, path, readRules) : pointRule(assertion, path));
    }
    for (const from of imports) {
      const file = /^[./]/.test(from) ? resolvedFile(resolve(dirname(path), from)) : null;
      if (file !== null && !pending.includes(file) && !/\.(json|node)$/.test(file)) pending.push(file);
    }
  }
  return { files, watched, notes: [...new Set(notes)] };
}

interface ErasedText {
  readonly length: number;
  readonly assertions: readonly CheckedAssertion[];
}

/** The assertions of a TypeScript text as they stand in what is made of it, as either kind of module. */
async function erasedTexts(
  text: string,
  path: string,
  checkedText: (text: string, path: string) => { readonly assertions: readonly CheckedAssertion[] },
): Promise<readonly ErasedText[]> {
  const found: ErasedText[] = [];
  for (const format of ['module', 'commonjs'] as const) {
    const erased = await eraseTypes(text, path, format);
    found.push({ length: erased.length, assertions: checkedText(erased, path.replace(/tsx?$/, 'js')).assertions });
  }
  return found;
}

/** The assertion in another form of its text; undefined where not all that are written alike are there. */
function sameAssertion(
  assertion: CheckedAssertion,
  all: readonly CheckedAssertion[],
  others: readonly CheckedAssertion[],
): CheckedAssertion | undefined {
  const alike = all.filter(({ name }) => name === assertion.name);
  const found = others.filter(({ name }) => name === assertion.name);
  return found.length === alike.length ? found[alike.indexOf(assertion)] : undefined;
}

function textOf(path: string): string | null {
  try {
    return readRegularFile(path, maxProgramBytes);
  } catch {
    return null; // Node says so when the program loads it
  }
}

/** The end of the sentence that says why an assertion is not looked at; null where it is. */
function reasonAgainst({ name, form }: CheckedAssertion): string | null {
  if (form.kind === 'unchecked') return form.why;
  const condition = name.replace(/^@\w+ /, '');
  const isRange = name.startsWith('@range ');
  return isRange || namesOfPure(condition) !== null ? null : 'to evaluate it may change something.';
}

const never: RuleExpression = { kind: 'literal', value: false };

const ruleOf = ({ name, line, column }: CheckedAssertion): Omit<RuleText, 'fault'> => ({
  name,
  line,
  column,
  variables: [],
  where: never,
  check: 'change',
  shown: [],
  patterns: [],
  problems: [],
  places: { rule: nowhere, domains: [], patterns: [] },
});

/** The rule of an assertion is written in no rules file. */
const nowhere = { start: 0, end: 0 };

/** The name of a file of rules that stands nowhere. */
const ruleFileName = (path: string, { line, column }: CheckedAssertion): string => `${path}:${line}:${column}`;

function pointRule(assertion: CheckedAssertion, path: string): RulesFile {
  return {
    path: ruleFileName(path, assertion),
    writtenIn: path,
    code: '',
    rules: [{ ...ruleOf(assertion), fault: null }],
    tracked: [],
    states: [],
  };
}

function fieldRule(
  assertion: CheckedAssertion,
  rules: string,
  path: string,
  readRules: (text: string, path: string) => RulesFile,
): RulesFile {
  const read = readRules(rules, `${ruleFileName(path, assertion)}.ts`);
  const { name, line, column } = assertion;
  return {
    ...read,
    writtenIn: path,
    code: `${read.code}\nexports[${JSON.stringify(name)}] = exports.held;`,
    rules: read.rules.map((rule) => ({ ...rule, name, line, column })),
  };
}
