import { existsSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { readRegularFile } from '../../server/files/regularFile.js';
import { reportPath } from '../../server/findings/reportPath.js';
import { ruleAsInvariant } from '../../server/rules/ruleAsInvariant.js';
import { declarationOfField, fieldAssertions, type FieldAssertion } from '../../server/syntax/rules/fieldAssertions.js';
import { readRules } from '../../server/syntax/rules/readRules.js';

/** Assertions that say the same as rules, and the rules that stay rules. */
export interface ExportedRules {
  readonly assertions: readonly {
    readonly rule: string;
    /** Where the field is declared that the assertion belongs before. */
    readonly file: string;
    readonly line: number;
    readonly column: number;
    readonly assertion: string;
  }[];
  readonly stays: readonly Staying[];
}

/** Something that has no other form, and why. */
export interface Staying {
  readonly file: string;
  readonly line: number;
  readonly name: string;
  readonly reason: string;
}

/** A rules file that says the same as assertions, and the assertions that stay what they are. */
export interface ImportedRules {
  readonly text: string;
  readonly rules: number;
  readonly stays: readonly Staying[];
}

/** Throws one sentence, with the name of the file, where it cannot be read. */
function textOf(path: string, shown: string): string {
  try {
    return readRegularFile(path);
  } catch (error) {
    throw new Error(`${shown}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Rules over one field of a class as assertions. Throws one sentence where a file cannot be read, or is no rules file. */
export function exportRules(files: readonly string[], cwd: string): ExportedRules {
  const assertions: ExportedRules['assertions'][number][] = [];
  const stays: Staying[] = [];
  for (const file of files) {
    const path = resolve(cwd, file);
    const shown = reportPath(cwd, path);
    for (const rule of readRules(textOf(path, shown), path, shown).rules) {
      const told = ruleAsInvariant(rule);
      const stay = (reason: string): void => void stays.push({ file: shown, line: rule.line, name: rule.name, reason });
      if ('stays' in told) stay(told.stays);
      else {
        const owner = sourceOf(told.from, path);
        const place = owner === null ? null : declarationOfField(readRegularFile(owner), owner, told.className, told.field);
        if (owner === null || place === null) stay(`${told.from} is no file.`);
        else if ('missing' in place) stay(`${place.missing}.`);
        else assertions.push({ rule: rule.name, file: reportPath(cwd, owner), ...place, assertion: told.assertion });
      }
    }
  }
  return { assertions, stays };
}

/** Assertions at fields of exported classes as a rules file in `cwd`. Throws one sentence where a file cannot be read. */
export function importRules(files: readonly string[], cwd: string): ImportedRules {
  const found: { readonly from: string; readonly assertion: FieldAssertion }[] = [];
  const stays: Staying[] = [];
  for (const file of files) {
    const path = resolve(cwd, file);
    const shown = reportPath(cwd, path);
    const read = fieldAssertions(textOf(path, shown), path);
    if (read === null) throw new Error(`${shown}: The program has a syntax error.`);
    const from = relative(cwd, path).replaceAll('\\', '/');
    for (const { tag, line } of read.others)
      stays.push({ file: shown, line, name: `@${tag}`, reason: 'it speaks of variables, and not of the objects of a class.' });
    for (const assertion of read.fields) {
      if (assertion.exported === null)
        stays.push({ file: shown, line: assertion.line, name: assertion.className, reason: 'the class is not exported.' });
      else found.push({ from: from.startsWith('.') ? from : `./${from}`, assertion });
    }
  }
  return { text: rulesText(found), rules: found.length, stays };
}

function rulesText(found: readonly { readonly from: string; readonly assertion: FieldAssertion }[]): string {
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
    const base = `${owner[0]?.toLowerCase() ?? ''}${owner.slice(1)}${capital(assertion.field.replace('#', ''))}`;
    let name = base;
    for (let number = 2; names.has(name); number++) name = `${base}${number}`;
    names.add(name);
    return `export const ${name} = rule({\n  foreach: { n: extent(${owner}) },\n  where: ({ n }) => ${assertion.broken},\n  check: 'change',\n});\n`;
  });
  const words = needsField ? 'extent, field, rule' : 'extent, rule';
  return [`import { ${words} } from 'whence/rules';\n${imports.join('\n')}\n`, ...rules].join('\n');
}

const capital = (text: string): string => `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}`;

/** The source that an import of a rules file leads to. */
function sourceOf(from: string, rulesFile: string): string | null {
  const path = resolve(dirname(rulesFile), from);
  const asTypeScript = path.replace(/\.([cm]?)js$/, '.$1ts');
  const candidates = [path, asTypeScript, path.replace(/\.jsx?$/, '.tsx'), `${path}.ts`, `${path}.js`];
  return candidates.find((one) => /\.[cm]?[jt]sx?$/.test(one) && existsSync(one)) ?? null;
}
