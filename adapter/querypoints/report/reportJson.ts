import { reportPath } from '../../../server/findings/reportPath.js';
import { jsonValue } from '../../events/jsonValue.js';
import type { FrameReport } from '../../events/rows.js';
import type { PointAnswer } from '../question/point.js';
import type { InvestigationResult } from '../runs/result.js';

/** What the analysis says of a point: which values its variables may have, and the finding that predicted it. */
export interface ForecastOfPoint {
  readonly abstract: Readonly<Record<string, AbstractValueReport>>;
  readonly finding: { readonly code: string; readonly file: string; readonly span: object; readonly condition: string } | null;
  /** The finding, or the condition that was broken, as a sentence. */
  readonly message: string | null;
}

/** The values that a variable may have at a point, in all runs and in those that do not fail, and how the point's value stands to them. */
export interface AbstractValueReport {
  readonly reachable: { readonly show: string } | null;
  readonly good: { readonly show: string } | null;
  readonly standing: 'good' | 'outside-good' | 'outside' | 'unknown';
}

export interface JsonReportOptions {
  /** Paths are relative to it. */
  readonly cwd: string;
  readonly milliseconds: number;
  /** By the names of points. */
  readonly forecasts?: ReadonlyMap<string, ForecastOfPoint>;
}

/** `whence.why/1` (docs/commandLine.md). */
export function reportJson(result: InvestigationResult, { cwd, milliseconds, forecasts }: JsonReportOptions): string {
  const points = result.points.map((point) => {
    const { finding = null, abstract = {} } = forecasts?.get(point.id) ?? {};
    return { ...jsonPoint(point, result, cwd), finding, abstract };
  });
  return `${JSON.stringify({ schema: 'whence.why/1', deterministic: result.isDeterministic, executions: result.executions, milliseconds, points, ...(result.notes.length === 0 ? {} : { notes: result.notes }), ...(result.isDeterministic === false ? { runs: result.runs.map((run) => run.map((point) => jsonOfRun(point, cwd))) } : {}) })}\n`;
}

/** One point of the chain. */
export function jsonPoint(point: PointAnswer, { texts, executions }: InvestigationResult, cwd: string): object {
  const { position, candidates, exception } = point;
  const line = position === null ? undefined : texts.source(position.path)?.lines.lineText(position.line).trim();
  return {
    id: point.id,
    kind: point.kind,
    of: point.of,
    status: point.status,
    reason: point.reason,
    file: position === null ? null : reportPath(cwd, position.path),
    line: position?.line ?? null,
    column: position?.column ?? null,
    text: line ?? null,
    function: point.functionName,
    hit: point.hit,
    before: isBeforeUnknown(point) ? { unknown: true } : jsonValue(point.before),
    after: jsonValue(point.after),
    values: Object.fromEntries([
      ...Object.entries(point.values).map(([name, value]) => [name, jsonValue(value)]),
      ...Object.entries(point.shown).map(([text, outcome]) => [
        text,
        'value' in outcome ? jsonValue(outcome.value) : { error: outcome.error },
      ]),
    ]),
    taken: point.taken,
    exception: exception === null ? null : jsonException(exception),
    event: executions === 0 ? point.time : null,
    stack: point.stack?.map((frame) => jsonFrame(frame, cwd)) ?? null,
    candidates,
    ...(point.since === null
      ? {}
      : {
          since: {
            file: reportPath(cwd, point.since.position.path),
            line: point.since.position.line,
            column: point.since.position.column,
            hit: point.since.hit,
          },
        }),
    ...(point.steps === null
      ? {}
      : {
          steps: point.steps.map(({ position: { path, line: at, column }, expression }) => ({
            expression,
            file: reportPath(cwd, path),
            line: at,
            column,
          })),
        }),
  };
}

/** Whether nobody knows what a place held before it was changed: without a value, it would seem not to have existed. */
function isBeforeUnknown({ kind, status, before, after }: PointAnswer): boolean {
  return kind === 'lastChange' && status === 'located' && after !== null && before === null;
}

/** What one of several runs answered, where they differ. */
function jsonOfRun({ id, status, position, hit, before, after, taken }: PointAnswer, cwd: string): object {
  return {
    id,
    status,
    file: position === null ? null : reportPath(cwd, position.path),
    line: position?.line ?? null,
    hit,
    before: jsonValue(before),
    after: jsonValue(after),
    taken,
  };
}

function jsonFrame({ functionName, path, line, column, isAsync }: FrameReport, cwd: string): object {
  return { function: functionName, file: reportPath(cwd, path), line, column, async: isAsync };
}

export interface JsonException {
  readonly class: string | null;
  readonly message: string;
  /** null: a promise was rejected with it, and whether somebody handles that is not known. */
  readonly caught: boolean | null;
}

/** The exception of a point as `whence.why/1` prints it. */
export function jsonException({ value, isCaught }: NonNullable<PointAnswer['exception']>): JsonException {
  if (value.kind !== 'object') return { class: null, message: value.kind === 'primitive' ? value.text : '', caught: isCaught };
  const message = value.type === 'error' ? value.preview.slice(value.className.length + 2) : value.preview;
  return { class: value.className, message, caught: isCaught };
}
