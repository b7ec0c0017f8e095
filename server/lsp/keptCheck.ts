import type { Offset, Span } from '../base/span.js';
import type { FileCheck } from '../check/checkFile.js';
import type { RulesCheck } from '../check/rules/rulesCheck.js';
import type { Finding, FunctionReport, Located, Reason, ReportSpan } from '../findings/result.js';
import type { DocumentText } from './documentText.js';

/** A text and what is shown of it. */
export interface Known {
  readonly content: DocumentText;
  readonly check: FileCheck;
}

/**
 * What is shown of a text with a syntax error, which cannot be analysed: what was found before the error was made, moved with the text,
 * as far as the places that it speaks of are still as they were. A finding says that it is of the text before.
 */
export function keptCheck(before: Known, content: DocumentText, check: FileCheck): FileCheck {
  const move = movesOf(before.content, content);
  return {
    ...check,
    findings: before.check.findings.flatMap((finding) => keptFinding(finding, move) ?? []),
    functions: before.check.functions.flatMap((report) => keptFunction(report, move) ?? []),
  };
}

/** What is shown of a rules file with a syntax error: what was said before the error was made, as far as it is of what is still as it was. */
export function keptRules(rules: RulesCheck, before: DocumentText, content: DocumentText): RulesCheck {
  const move = spanMovesOf(before, content);
  const kept = <T extends { readonly span: Span }>(all: readonly T[]): readonly T[] =>
    all.flatMap((one) => {
      const span = move(one.span);
      return span === null ? [] : [{ ...one, span }];
    });
  return {
    ...rules,
    problems: kept(rules.problems),
    rules: kept(rules.rules).map((rule) => ({ ...rule, classes: kept(rule.classes), patterns: kept(rule.patterns) })),
  };
}

const mark = ' (Said of the text before it had a syntax error.)';

type Move = (span: ReportSpan) => ReportSpan | null;

function keptFinding(finding: Finding, move: Move): Finding | null {
  const { file } = finding;
  const moved = <T extends Located>(located: T): T | null => {
    // Other files are as they were.
    const span = located.file === file ? move(located.span) : located.span;
    return span === null ? null : { ...located, span };
  };
  const origin = moved(finding);
  const underlined = finding.underlined === undefined ? undefined : move(finding.underlined);
  const keptReasons = (reasons: readonly Reason[]): readonly Reason[] | null => {
    const kept = reasons.flatMap((reason) => {
      const calls = reason.calls?.flatMap((call) => moved(call) ?? []);
      const place = moved(reason);
      if (place === null || calls?.length !== reason.calls?.length) return [];
      return [calls === undefined ? place : { ...place, calls }];
    });
    return kept.length < reasons.length ? null : kept;
  };
  const because = keptReasons(finding.because);
  const alternatives = finding.alternatives.flatMap((each) => {
    const kept = keptReasons(each.because);
    return kept === null ? [] : [{ ...each, because: kept }];
  });
  if (origin === null || underlined === null || because === null || alternatives.length < finding.alternatives.length) return null;
  const shown = underlined === undefined ? {} : { underlined };
  return { ...origin, ...shown, because, alternatives, message: finding.message.endsWith(mark) ? finding.message : finding.message + mark };
}

function keptFunction(report: FunctionReport, move: Move): FunctionReport | null {
  const span = move(report.span);
  return span === null ? null : { ...report, span };
}

function movesOf(before: DocumentText, after: DocumentText): Move {
  const move = spanMovesOf(before, after);
  return (reported) => {
    const range = before.rangeOfReport(reported);
    const span = move({ start: before.offsetAt(range.start), end: before.offsetAt(range.end) });
    return span === null ? null : reportSpan(after, span);
  };
}

/** Where a piece of the one text is in the other; null for one that has changed. Edits are taken to be one, from the first to the last. */
function spanMovesOf(before: DocumentText, after: DocumentText): (span: Span) => Span | null {
  const { start, end } = changedPart(before.text, after.text);
  const shift = after.text.length - before.text.length;
  return (span) => {
    // What is typed right behind a name belongs to it; what is typed before it, or behind a place without length, moves it.
    const by = span.end < start || (span.end === start && !isInWord(after.text, start)) ? 0 : span.start >= end ? shift : null;
    return by === null ? null : { start: span.start + by, end: span.end + by };
  };
}

function reportSpan(content: DocumentText, { start, end }: Span): ReportSpan {
  const from = content.reportPlace(content.positionAt(start));
  const to = content.reportPlace(content.positionAt(end));
  return { line: from.line, column: from.column, endLine: to.line, endColumn: to.column };
}

function isInWord(text: string, offset: Offset): boolean {
  return /[\p{ID_Continue}$]/u.test(text.charAt(offset - 1)) && /[\p{ID_Continue}$]/u.test(text.charAt(offset));
}

/** The part of the first text between what both begin with and what both end with. O(length). */
function changedPart(before: string, after: string): Span {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before.charCodeAt(start) === after.charCodeAt(start)) start++;
  let same = 0;
  while (same < shorter - start && before.charCodeAt(before.length - 1 - same) === after.charCodeAt(after.length - 1 - same)) same++;
  return { start, end: before.length - same };
}
