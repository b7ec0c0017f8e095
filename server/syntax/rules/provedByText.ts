import { classPlace } from '../../rules/classFiles.js';
import { isProven, privateRule } from '../../rules/provenRule.js';
import type { RuleText } from '../../rules/rulesFile.js';
import { privateFieldValues } from './privateFieldValues.js';

/**
 * Whether the text of its class proves that a rule finds nothing in any run. It must speak of nothing but private fields of one object: whoever has
 * the object may change all others. `read`: the text of a file; undefined where it is not to be relied on.
 */
export function isProvedByText(rule: RuleText, rulesPath: string, read: (file: string) => string | undefined): boolean {
  const wanted = privateRule(rule);
  if (wanted === null) return false;
  try {
    const { paths, name } = classPlace(wanted.from, wanted.className, rulesPath);
    const [file] = paths;
    const text = file === undefined ? undefined : read(file);
    if (file === undefined || text === undefined) return false;
    const held = privateFieldValues(text, file, name ?? 'default', wanted.fields);
    return held !== null && isProven(rule, held);
  } catch {
    return false; // the class is not there, which is said elsewhere
  }
}
