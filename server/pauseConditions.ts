import { LineMap } from './base/span.js';
import { check, type CheckHost } from './check.js';
import type { CheckSettings } from './checkFile.js';
import type { Finding, FunctionReport, ReportSpan } from './findings/result.js';
import type { Project } from './project.js';
import { EditorSource } from './syntax/editor/editorSource.js';
import { placeOfAssertion, placeOfFinding } from './syntax/editor/pausePlaces.js';

/** A condition that a run which does not fail satisfies whenever control comes to a place of a source. */
export interface PauseCondition {
  /** Before what begins here; from 1. */
  readonly line: number;
  readonly column: number;
  /** A JavaScript expression over the names in scope there. */
  readonly condition: string;
  /** Whether an exception in it breaks it too, as in an assertion. */
  readonly isAssertion: boolean;
  /** What its being broken means, as a sentence. */
  readonly message: string;
  /** What decides it, the nearest first: absolute files, lines from 1. */
  readonly because: readonly { readonly file: string; readonly line: number; readonly column: number; readonly message: string }[];
}

export interface PauseRequest {
  /** Absolute. */
  readonly file: string;
  readonly cwd: string;
}

const settings: CheckSettings = { integers: false, termination: true, arrayIndex: 'hint', rounds: 1, unfolding: true, gate: true };

/** Every condition of a file that a debugger can check while the program runs: of findings, of function entries, of `@always`. */
export function pauseConditions(
  { file, cwd }: PauseRequest,
  host: CheckHost,
  absolute: (path: string) => string,
  project?: Project,
): readonly PauseCondition[] {
  const text = host.readFile(file);
  const { findings, functions } = check({ files: [file], cwd, settings, at: [] }, host, project);
  const own = findings.filter((finding) => absolute(finding.file) === file);
  const source = new EditorSource(text, file);
  const lines = new LineMap(text);
  const at = (offset: number | null): Pick<PauseCondition, 'line' | 'column'> | null => (offset === null ? null : lines.positionOf(offset));
  const placeOf = ({ line, column, endLine, endColumn }: ReportSpan) =>
    at(placeOfFinding(lines.offsetOf({ line, column }), lines.offsetOf({ line: endLine, column: endColumn }), source));
  const because = (finding: Finding | undefined) =>
    (finding?.because ?? []).map(({ file: path, span, message }) => ({
      file: absolute(path),
      line: span.line,
      column: span.column,
      message,
    }));
  const found: PauseCondition[] = [];
  const add = (place: Pick<PauseCondition, 'line' | 'column'> | null, rest: Omit<PauseCondition, 'line' | 'column'>) => {
    if (place !== null) found.push({ line: place.line, column: place.column, ...rest });
  };
  for (const finding of own) {
    const { condition, message, span } = finding;
    if (condition === null || finding.code === 'index-out-of-bounds' || finding.code === 'incomplete') continue;
    add(placeOf(span), { condition, isAssertion: false, message, because: because(finding) });
  }
  for (const entry of functions.filter((one) => isAsked(one, absolute, file))) {
    if (own.some(({ span, condition }) => isSame(span, entry.span) && condition === entry.requires)) continue;
    const message = `${entry.name} fails unless ${entry.requires}.`;
    add(placeOf(entry.span), { condition: entry.requires ?? 'true', isAssertion: false, message, because: [] });
  }
  for (const assertion of source.assertions.assertions) {
    if (assertion.tag !== 'always' && assertion.tag !== 'requires') continue;
    const message = `@${assertion.tag} ${assertion.text} is violated.`;
    add(at(placeOfAssertion(assertion.attachment, source)), { condition: assertion.text, isAssertion: true, message, because: [] });
  }
  return found;
}

function isAsked({ requires, file, complete }: FunctionReport, absolute: (path: string) => string, own: string): boolean {
  return requires !== null && complete && absolute(file) === own;
}

function isSame(a: ReportSpan, b: ReportSpan): boolean {
  return a.line === b.line && a.column === b.column;
}
