import { basename, dirname, resolve } from 'node:path';
import { LineMap, type Span } from '../../base/span.js';
import { resolvedFile } from '../../rules/classFiles.js';
import { ruleAsInvariant } from '../../rules/ruleAsInvariant.js';
import type { RuleText } from '../../rules/rulesFile.js';
import { declarationOfField, fieldAssertions, type FieldAssertion } from '../../syntax/rules/fieldAssertions.js';
import { freeName, mergedImports } from '../../syntax/rules/mergedImports.js';
import { readRules } from '../../syntax/rules/readRules.js';
import type { ReadText } from './rulesCheck.js';

/** An assertion that says the same as a rule, and where the field is declared that it belongs before. */
export interface PlacedAssertion {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly column: number;
  readonly className: string;
  readonly field: string;
  readonly assertion: string;
}

/** The assertion that says the same as a rule of a rules file; else a sentence why it stays a rule. */
export function assertionOf(rule: RuleText, path: string, read: ReadText): PlacedAssertion | { readonly stays: string } {
  const told = ruleAsInvariant(rule);
  if ('stays' in told) return told;
  const file = resolvedFile(resolve(dirname(path), told.from));
  const text = file === null ? undefined : read(file);
  if (file === null || text === undefined) return { stays: `${told.from} is no file.` };
  const place = declarationOfField(text, file, told.className, told.field);
  if ('missing' in place) return { stays: `${place.missing}.` };
  const { className, field, assertion } = told;
  return { file, ...place, className, field, assertion };
}

/** An assertion, and the module that a rules file imports its class from. */
export interface ImportedAssertion {
  readonly from: string;
  readonly assertion: FieldAssertion;
}

/** A rules file that says what assertions say. */
export function rulesText(found: readonly ImportedAssertion[]): string {
  const needsField = found.some(({ assertion }) => assertion.field.startsWith('#'));
  const local = new Map<string, string>();
  const imports: string[] = [];
  for (const { from, assertion } of found) {
    const key = `${from} ${assertion.className}`;
    if (local.has(key)) continue;
    const same = [...local.values()].filter((name) => name.replace(/\d+$/, '') === assertion.className).length;
    const name = same === 0 ? assertion.className : `${assertion.className}${same + 1}`;
    local.set(key, name);
    const named = assertion.exported === name ? name : `${assertion.exported ?? ''} as ${name}`;
    imports.push(`import { ${named} } from '${from}';`);
  }
  const names = new Set<string>();
  const rules = found.map(({ from, assertion }) => {
    const owner = local.get(`${from} ${assertion.className}`) ?? assertion.className;
    const name = freeName(ruleName(owner, assertion.field), names);
    names.add(name);
    return ruleTextOf({ name, className: owner, broken: assertion.broken, rule: 'rule', extent: 'extent' });
  });
  const words = needsField ? 'extent, field, rule' : 'extent, rule';
  return [`import { ${words} } from 'whence/rules';\n${imports.join('\n')}\n`, ...rules].join('\n');
}

const capital = (text: string): string => `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}`;

/** A text that is put into a file, at a place from 1. */
export interface Insertion {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly text: string;
}

/** A rule of a rules file in its other form: where the assertion is put; else why it stays a rule. */
export type OtherForm = { readonly rule: string } & (
  { readonly assertion: string; readonly of: string; readonly insertion: Insertion } | { readonly stays: string }
);

/** The other forms of the rules that touch a part of a rules file. */
export function otherForms(text: string, path: string, span: Span, read: ReadText): readonly OtherForm[] {
  let rules: readonly RuleText[];
  try {
    ({ rules } = readRules(text, path));
  } catch {
    return []; // what is wrong with the file is said elsewhere
  }
  const touched = rules.filter(({ places: { rule } }) => rule.start <= span.end && span.start <= rule.end);
  return touched.map((rule): OtherForm => {
    const told = assertionOf(rule, path, read);
    if ('stays' in told) return { rule: rule.name, stays: told.stays };
    const { file, line, column, className, field, assertion } = told;
    const before = new LineMap(read(file) ?? '').lineText(line).slice(0, column - 1);
    const inserted = before.trim() === '' ? `// ${assertion}\n${before}` : `/** ${assertion} */ `;
    return { rule: rule.name, assertion, of: `${className}.${field}`, insertion: { file, line, column, text: inserted } };
  });
}

/** A rule that says what an assertion says, as it is added to the rules file beside the program. */
export type AddedRule =
  | { readonly kind: 'added'; readonly file: string; readonly isNew: boolean; readonly insertions: readonly Insertion[] }
  /** No rule says it: one sentence. */
  | { readonly kind: 'stays'; readonly tag: string; readonly reason: string };

/** The rule for the assertion on a line of a program; null where there is none. */
export function addedRule(text: string, path: string, line: number, read: ReadText): AddedRule | null {
  const found = fieldAssertions(text, path);
  const other = found?.others.find((one) => one.line === line);
  if (other !== undefined) return { kind: 'stays', tag: other.tag, reason: staysAssertion };
  const assertion = found?.fields.find((one) => one.line === line);
  if (assertion === undefined) return null;
  if (assertion.exported === null) return { kind: 'stays', tag: 'invariant', reason: `the class ${assertion.className} is not exported.` };
  const file = `${path.replace(/\.[cm]?[jt]sx?$/, '')}.rules.ts`;
  const from = `./${basename(path)}`.replace(/\.([cm]?)tsx?$/, '.$1js');
  const known = read(file);
  if (known === undefined)
    return { kind: 'added', file, isNew: true, insertions: [{ file, line: 1, column: 1, text: rulesText([{ from, assertion }]) }] };
  const words = ['extent', 'rule', ...(assertion.field.startsWith('#') ? ['field'] : [])];
  const isSame = (other: string): boolean => /^[./]/.test(other) && resolvedFile(resolve(dirname(file), other)) === path;
  const merged = mergedImports(known, file, { words, of: { from, exported: assertion.exported, name: assertion.className, isSame } });
  if (merged === null) return { kind: 'stays', tag: 'invariant', reason: `${basename(file)} does not parse.` };
  const lines = new LineMap(known);
  const at = (offset: number, inserted: string): Insertion => ({ file, ...lines.positionOf(offset), text: inserted });
  const name = freeName(ruleName(merged.className, assertion.field), merged.taken);
  const broken =
    merged.words.get('field') === undefined
      ? assertion.broken
      : assertion.broken.replaceAll('field(', `${merged.words.get('field') ?? 'field'}(`);
  const rule = ruleTextOf({
    name,
    className: merged.className,
    broken,
    rule: merged.words.get('rule') ?? 'rule',
    extent: merged.words.get('extent') ?? 'extent',
  });
  const separator = known.endsWith('\n') ? '\n' : '\n\n';
  return {
    kind: 'added',
    file,
    isNew: false,
    insertions: [...merged.edits.map((edit) => at(edit.offset, edit.text)), at(known.length, separator + rule)],
  };
}

/** Why assertions of other things than fields stay what they are. */
export const staysAssertion = 'it speaks of variables, and not of the objects of a class.';

const ruleName = (className: string, field: string): string =>
  `${className[0]?.toLowerCase() ?? ''}${className.slice(1)}${capital(field.replace('#', ''))}`;

interface RuleParts {
  readonly name: string;
  readonly className: string;
  readonly broken: string;
  readonly rule: string;
  readonly extent: string;
}

const ruleTextOf = ({ name, className, broken, rule, extent }: RuleParts): string =>
  `export const ${name} = ${rule}({\n  foreach: { n: ${extent}(${className}) },\n  where: ({ n }) => ${broken},\n  check: 'change',\n});\n`;
