import { basename } from 'node:path';
import type { Diagnostic } from 'vscode-languageserver';
import type { Span } from '../base/span.js';
import type { RulesProblem } from '../check/rules/rulesCheck.js';
import type { CheckedDocument } from './documentChecks.js';
import type { DocumentText } from './documentText.js';
import type { Range } from './protocol.js';
import type { KnownProgram } from './rulesPrograms.js';

const error = 1;
const warning = 2;
const information = 3;
const hint = 4;

const levels = { 'rule-refused': error, 'rule-class': warning, 'rule-join': hint } as const satisfies Readonly<
  Record<RulesProblem['code'], Diagnostic['severity']>
>;

/** What is said in a rules file: what `whence watch` refuses in it, what costs much, and classes of which no object is made. */
export function rulesDiagnostics({ rules, content }: CheckedDocument, program: KnownProgram): Diagnostic[] {
  if (rules === null) return [];
  const problems = rules.problems.map(({ code, message, span }): Diagnostic => {
    return { range: firstLine(span, content), severity: levels[code], code, source: 'whence', message };
  });
  const unmade = rules.rules.flatMap((rule) =>
    rule.classes.flatMap(({ from, name, span }): Diagnostic[] => {
      const isKnown = rules.problems.some((problem) => problem.code !== 'rule-join' && problem.span.start === span.start);
      if (isKnown || program.made(from, name) !== false) return [];
      const message = `No source of the workspace makes an object of ${name}: the rule has nothing to look at.`;
      return [{ range: firstLine(span, content), severity: information, code: 'rule-class', source: 'whence', message }];
    }),
  );
  const alike = rules.rules.flatMap(({ name, span }): Diagnostic[] => {
    const other = program.alike(name);
    if (other === null) return [];
    const message = `${basename(other)} has a rule named ${name}, too: where both are held, findings and filters name their files.`;
    return [{ range: firstLine(span, content), severity: information, code: 'rule-name', source: 'whence', message }];
  });
  return [...problems, ...unmade, ...alike];
}

/** A part of a rule that goes over several lines is underlined up to the end of the first. */
function firstLine(span: Span, content: DocumentText): Range {
  const { start, end } = content.rangeAt(span);
  if (end.line === start.line) return { start, end };
  return { start, end: { line: start.line, character: content.lineText(start.line).length } };
}
