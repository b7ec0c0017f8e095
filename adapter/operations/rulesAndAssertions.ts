import { relative, resolve } from 'node:path';
import { assertionOf, rulesText, staysAssertion, type ImportedAssertion } from '../../server/check/rules/ruleForms.js';
import { readIfThere, readRegularFile } from '../../server/files/regularFile.js';
import { reportPath } from '../../server/findings/reportPath.js';
import { fieldAssertions } from '../../server/syntax/rules/fieldAssertions.js';
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
      const told = assertionOf(rule, path, readIfThere);
      if ('stays' in told) stays.push({ file: shown, line: rule.line, name: rule.name, reason: told.stays });
      else {
        const { file: owner, line, column, assertion } = told;
        assertions.push({ rule: rule.name, file: reportPath(cwd, owner), line, column, assertion });
      }
    }
  }
  return { assertions, stays };
}

/** Assertions at fields of exported classes as a rules file in `cwd`. Throws one sentence where a file cannot be read. */
export function importRules(files: readonly string[], cwd: string): ImportedRules {
  const found: ImportedAssertion[] = [];
  const stays: Staying[] = [];
  for (const file of files) {
    const path = resolve(cwd, file);
    const shown = reportPath(cwd, path);
    const read = fieldAssertions(textOf(path, shown), path);
    if (read === null) throw new Error(`${shown}: The program has a syntax error.`);
    const from = relative(cwd, path).replaceAll('\\', '/');
    for (const { tag, line } of read.others) stays.push({ file: shown, line, name: `@${tag}`, reason: staysAssertion });
    for (const assertion of read.fields) {
      if (assertion.exported === null)
        stays.push({ file: shown, line: assertion.line, name: assertion.className, reason: 'the class is not exported.' });
      else found.push({ from: from.startsWith('.') ? from : `./${from}`, assertion });
    }
  }
  return { text: rulesText(found), rules: found.length, stays };
}
