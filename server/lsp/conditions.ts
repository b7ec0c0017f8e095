import { inWords } from '../findings/sentence.js';
import { printCondition } from '../findings/printCondition.js';
import { shownSpan, type Finding, type FunctionReport } from '../findings/result.js';
import type { CheckedDocument } from './documentChecks.js';
import { findingId, pathsOf, ReportPlaces } from './diagnostics.js';
import type { LanguageServer } from './languageServer.js';
import { holds, isBefore } from './ranges.js';
import type { ConditionsResult, ExplainParams, ExplainResult, Position, Range } from './protocol.js';

/** The conditions of the innermost function around a place of which anything is known. */
export async function conditionsAt(server: LanguageServer, uri: string, position: Position): Promise<ConditionsResult | null> {
  const checked = await server.checkedDocument(uri);
  if (checked === null) return null;
  const { document, content, check } = checked;
  const around = await server.askSyntax('functionsAround', { file: document.file, offset: content.offsetAt(position) });
  if (around === null || document.content !== content) return null;
  for (const span of around) {
    const { line, column } = content.reportPlace(content.positionAt(span.start));
    const report = check.functions.find((each) => each.span.line === line && each.span.column === column);
    if (report !== undefined) return conditionsOf(report, content.rangeOfReport(report.span), await server.wordsOf(uri));
  }
  return null;
}

function conditionsOf(report: FunctionReport, span: Range, words: { readonly integers: boolean }): ConditionsResult {
  const { name, requires, inBounds, accesses, complete } = report;
  return {
    functionName: name,
    requires: requires === null ? null : printCondition(requires),
    inWords: requires === null ? null : inWords(requires, words),
    inBounds: inBounds === null ? null : printCondition(inBounds),
    inBoundsInWords: inBounds === null ? null : inWords(inBounds, words),
    accesses,
    complete,
    span,
  };
}

/** The path of a finding from its origin to where the failure shows. */
export async function explain(server: LanguageServer, params: ExplainParams): Promise<ExplainResult | null> {
  const { uri } = params.textDocument;
  const checked = await server.checkedDocument(uri);
  if (checked === null) return null;
  const { document, content } = checked;
  const finding = findingAt(checked, params);
  if (finding === null) return null;
  const places = new ReportPlaces(server.documents, server.folders.cwdOf(document.file), document.file, content);
  const steps = [finding, ...pathsOf(finding)].map((each) => ({ location: places.locationOf(each), message: each.message }));
  const { condition, message } = finding;
  const inPlainWords = condition === null ? null : inWords(condition, await server.wordsOf(uri));
  return { title: message, steps, condition: condition === null ? null : printCondition(condition), conditionInWords: inPlainWords };
}

function findingAt({ check, content }: CheckedDocument, { position, findingId: id }: ExplainParams): Finding | null {
  const named = id === undefined ? undefined : check.findings.find((finding) => findingId(finding) === id);
  if (named !== undefined) return named;
  const ranges = check.findings.map((finding) => ({ finding, range: content.rangeOfReport(shownSpan(finding)) }));
  const holding = ranges.filter(({ range }) => holds(range, position));
  const onLine = ranges.filter(({ range }) => range.start.line === position.line);
  const before = onLine.filter(({ range }) => !isBefore(position, range.start));
  // What a root merely asks of its parameters comes after what is shown as a diagnostic.
  const best = [holding, before.toReversed(), onLine].map((each) => each.find(({ finding }) => finding.severity !== 'hint') ?? each[0]);
  return best.find((each) => each !== undefined)?.finding ?? null;
}
