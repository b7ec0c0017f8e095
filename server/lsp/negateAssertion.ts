import type { FileCheck } from '../check/checkFile.js';
import { isNever, type ConditionTree } from '../findings/conditionTree.js';
import type { Finding, FunctionReport } from '../findings/result.js';
import { inWords } from '../findings/sentence.js';
import { printCondition } from '../findings/printCondition.js';
import type { NegatedAssertion } from '../syntax/editor/negatedAssertion.js';
import { ReportPlaces } from './diagnostics.js';
import type { CheckedDocument } from './documentChecks.js';
import type { LanguageServer } from './languageServer.js';
import type { NegateAssertionResult, Position } from './protocol.js';

/** When is the assertion at a place surely violated? Its negation is checked, in memory only (Bourdoncle (PLDI), section 2). */
export async function negateAssertion(server: LanguageServer, uri: string, position: Position): Promise<NegateAssertionResult | null> {
  const checked = await server.checkedDocument(uri);
  if (checked === null) return null;
  const { document, content } = checked;
  const negated = await server.askSyntax('negatedAssertion', { file: document.file, offset: content.offsetAt(position) });
  if (negated === null || document.content !== content) return null;
  const plan = negated.text === null ? null : await server.planOf(document);
  if (negated.text === null || plan === null) {
    const message = `An assertion of values cannot be negated: one violation is enough, wherever it is.`;
    return { assertion: negated.assertion, condition: null, message, location: null };
  }
  const check = await server.askAnalysis('checkText', content, { file: document.file, ...plan, text: negated.text });
  if (check === null) return null;
  const places = new ReportPlaces(server.documents, plan.cwd, document.file, content);
  return resultOf(negated, conditionOf(negated, check, checked), places, plan.settings);
}

interface Found {
  readonly condition: ConditionTree;
  /** A place of the program with the negated assertion, on a line of the original one. */
  readonly at: Pick<Finding, 'file' | 'span' | 'message'>;
}

/** What the runs need that violate the assertion: at the entry of a function around it, else where a run decides it. */
function conditionOf(negated: NegatedAssertion, check: FileCheck, { check: before, content }: CheckedDocument): Found | null {
  for (const span of negated.functions) {
    const { line, column } = content.reportPlace(content.positionAt(span.start));
    const report = check.functions.find((each) => each.root && each.span.line === line && each.span.column === column);
    if (report === undefined) continue;
    return report.requires === null ? null : { condition: report.requires, at: { ...report, message: report.name } };
  }
  // Nobody calls it from outside: what the roots ask that did not before.
  const textOf = ({ requires }: FunctionReport): string | null => (requires === null ? null : printCondition(requires));
  const known = new Map(before.functions.map((report) => [report.name, textOf(report)]));
  const root = check.functions.find((report) => report.requires !== null && textOf(report) !== known.get(report.name));
  if (root?.requires !== undefined && root.requires !== null) return { condition: root.requires, at: { ...root, message: root.name } };
  const inside = check.findings.find(({ code, condition }) => /^(?:sometime|assertion)-(?!invalid)/.test(code) && condition !== null);
  return inside?.condition === undefined || inside.condition === null ? null : { condition: inside.condition, at: inside };
}

function resultOf(
  { tag, assertion, endsThere }: NegatedAssertion,
  found: Found | null,
  places: ReportPlaces,
  words: { readonly integers: boolean },
): NegateAssertionResult {
  const what = tag === 'sometime' ? 'missed by every run' : 'violated';
  // What happens after the violation was not cut off, so the claim is about runs that would succeed otherwise.
  const otherwise = endsThere || tag === 'sometime' ? '' : ', in a run that succeeds otherwise,';
  if (found === null) {
    return { assertion, condition: null, message: `No condition is known under which ${assertion} is surely ${what}.`, location: null };
  }
  const { condition, at } = found;
  const message = isNever(condition)
    ? `${assertion} is never surely ${what}${endsThere || tag === 'sometime' ? '' : ' in a run that succeeds otherwise'}.`
    : `${assertion} is surely ${what}${otherwise} only if ${printCondition(condition)}: ${inWords(condition, words)}.`;
  return { assertion, condition: printCondition(condition), message, location: places.locationOf(at) };
}
