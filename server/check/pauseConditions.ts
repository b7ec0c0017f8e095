import { LineMap } from '../base/span.js';
import { checkSettings } from './checkSettings.js';
import type { CheckedFiles } from './checkedFiles.js';
import { printed, type PrintedResult } from '../findings/reportJson.js';
import type { Reason, ReportSpan } from '../findings/result.js';
import { reportPath } from '../findings/reportPath.js';
import { matchesGlob } from '../files/globs.js';
import { readSettings } from './settingsTable.js';
import { EditorSource } from '../syntax/editor/editorSource.js';
import { placeOfAssertion, placeOfFinding } from '../syntax/editor/pausePlaces.js';

/** A condition that a run which does not fail satisfies whenever control comes to a place of a source. */
export interface PauseCondition {
  /** Before what begins here; from 1. */
  readonly line: number;
  readonly column: number;
  /** A JavaScript expression over the names in scope there. */
  readonly condition: string;
  /** Whether an exception in it breaks it too, as in an assertion. */
  readonly isAssertion: boolean;
  /** Whether it speaks of calls from outside of the file alone, which nothing of the file is in the middle of. */
  readonly isFromOutside: boolean;
  /** What its being broken means, as a sentence. */
  readonly message: string;
  /** The finding whose condition it is; null of an assertion, and of what a function requires. */
  readonly finding: { readonly code: string; readonly file: string; readonly span: ReportSpan; readonly condition: string } | null;
  /** What decides it, the nearest first: absolute files, lines from 1. */
  readonly because: readonly { readonly file: string; readonly line: number; readonly column: number; readonly message: string }[];
}

export interface PauseRequest {
  /** Absolute. */
  readonly file: string;
  readonly cwd: string;
  /** The section of the user's settings, as it was sent; what is missing in it has its default. */
  readonly settings?: unknown;
}

/** Every condition of a file that a debugger can check while the program runs: of findings, of function entries, of `@always`. */
export function pauseConditions(
  { file, cwd, settings: section }: PauseRequest,
  files: CheckedFiles,
  absolute: (path: string) => string,
): readonly PauseCondition[] {
  const settings = readSettings(section);
  if (matchesGlob(reportPath(cwd, file), settings.exclude)) return [];
  const { text, check } = files.checked(file, checkSettings(settings));
  const { findings, functions } = printed({ findings: check.findings, functions: check.functions });
  const isOwn = (path: string) => absolute(path) === file;
  const own = { findings: findings.filter((one) => isOwn(one.file)), functions: functions.filter((one) => isOwn(one.file)) };
  const found = placedConditions(text, file, own, settings.arrayIndex === 'error');
  return found.map((one) => ({ ...one, because: one.because.map((reason) => ({ ...reason, file: absolute(reason.file) })) }));
}

/** The same of what was found in one text; files as they are reported. */
export function placedConditions(
  text: string,
  file: string,
  { findings, functions }: Pick<PrintedResult, 'findings' | 'functions'>,
  /** An index outside its array is a failure. */
  indexFails = false,
): readonly PauseCondition[] {
  const source = new EditorSource(text, file);
  const lines = new LineMap(text);
  const placeOf = ({ line, column, endLine, endColumn }: ReportSpan) =>
    placeOfFinding(lines.offsetOf({ line, column }), lines.offsetOf({ line: endLine, column: endColumn }), source);
  const found: PauseCondition[] = [];
  const add = (place: number | null, rest: Omit<PauseCondition, 'line' | 'column'>) => {
    if (place === null) return;
    const { line, column } = lines.positionOf(place);
    found.push({ line, column, ...rest });
  };
  for (const finding of findings) {
    const { condition, message, span, code, severity } = finding;
    if (condition === null || (code === 'index-out-of-bounds' && !indexFails) || code === 'incomplete') continue;
    add(placeOf(span), {
      condition,
      isAssertion: false,
      // That a function always fails says nothing of calls in the file, which may catch what it throws.
      isFromOutside: severity === 'hint' || functions.some((one) => isSame(one.span, span)),
      message,
      finding: { code, file: finding.file, span, condition },
      because: [...finding.because, ...finding.alternatives.flatMap(({ because }) => because)].map(reasonOf),
    });
  }
  for (const { name, span, requires, complete } of functions) {
    if (requires === null || !complete || findings.some((one) => isSame(one.span, span) && one.condition === requires)) continue;
    const message = `${name} fails unless ${requires}.`;
    add(placeOf(span), { condition: requires, isAssertion: false, isFromOutside: true, message, finding: null, because: [] });
  }
  for (const { tag, text: condition, attachment } of source.assertions.assertions) {
    if (tag !== 'always' && tag !== 'requires') continue;
    const message = `@${tag} ${condition} is violated.`;
    add(placeOfAssertion(attachment, source), { condition, isAssertion: true, isFromOutside: false, message, finding: null, because: [] });
  }
  return found;
}

function reasonOf({ file, span, message }: Reason): PauseCondition['because'][number] {
  return { file, line: span.line, column: span.column, message };
}

function isSame(a: ReportSpan, b: ReportSpan): boolean {
  return a.line === b.line && a.column === b.column;
}
