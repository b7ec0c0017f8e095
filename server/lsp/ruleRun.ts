import type { CheckedRule } from '../check/rules/rulesCheck.js';
import type { LanguageServer } from './languageServer.js';
import type { RuleRunParams, RuleRunResult } from './protocol.js';

/** A rule of an open rules file, and what may be run with it. */
export async function ruleRun(
  server: LanguageServer,
  { textDocument, rule: name, position }: RuleRunParams,
): Promise<RuleRunResult | null> {
  const checked = await server.checkedDocument(textDocument.uri);
  if (checked === null || checked.rules === null) return null;
  const { rules } = checked.rules;
  const offset = position === undefined ? 0 : checked.content.offsetAt(position);
  const rule = name === undefined ? ruleAt(rules, offset) : rules.find((one) => one.name === name);
  if (rule === undefined) return null;
  const found = await server.askSyntax('sourcesOfRule', { file: checked.document.file, rule });
  return found === null ? null : { rule: rule.name, ...found };
}

/** The rule that an offset is in or behind; the first one before all of them. */
function ruleAt(rules: readonly CheckedRule[], offset: number): CheckedRule | undefined {
  return (
    rules.find(({ span }) => span.start <= offset && offset <= span.end) ?? rules.findLast(({ span }) => span.end < offset) ?? rules[0]
  );
}
