import { LineMap, type Offset } from '../base/span.js';
import { checkSettings } from './checkSettings.js';
import type { CheckedFiles } from './checkedFiles.js';
import type { LiveValue } from '../findings/liveValues.js';
import type { AskedMoment, MomentStates } from '../findings/momentStates.js';
import { printed, type PrintedFinding } from '../findings/reportJson.js';
import type { ReportSpan, ValueReport } from '../findings/result.js';
import { readSettings } from './settingsTable.js';
import type { VariableInfo } from '../syntax/names/scopes.js';
import { EditorSource } from '../syntax/editor/editorSource.js';
import { placeBehind, placeOfFinding } from '../syntax/editor/pausePlaces.js';
import { statementAt } from '../syntax/editor/statements.js';
import { steadyNames } from '../syntax/editor/steadyNames.js';
import { isPlainParameterAt } from '../syntax/editor/writtenPlaces.js';

/** Moments of a run in one file, of which is asked what the analysis says. */
export interface ForecastRequest {
  /** Absolute. */
  readonly file: string;
  readonly cwd: string;
  readonly moments: readonly MomentOfRun[];
}

/** A moment of a run: what it is about to do, and what variables hold. */
export interface MomentOfRun {
  /** From 1, in the source. */
  readonly line: number;
  readonly column: number;
  readonly values: Readonly<Record<string, LiveValue>>;
}

/** What the analysis says of a moment, without knowing of the run. */
export interface Forecast {
  readonly abstract: Readonly<Record<string, AbstractValue>>;
  /** The findings whose condition can be held against the moment, those that are decided there first. */
  readonly findings: readonly PlacedFinding[];
}

/** The values that a variable may have at a moment, and how one of a run stands to them. */
export interface AbstractValue {
  /** Null: no run comes here, or nothing is known. */
  readonly reachable: ValueReport | null;
  readonly good: ValueReport | null;
  readonly standing: 'good' | 'outside-good' | 'outside' | 'unknown';
}

/** A finding, with where its condition is asked: before the statement of the moment, behind it, or of a failure that happens there. */
export interface PlacedFinding {
  readonly finding: {
    readonly code: string;
    readonly file: string;
    readonly span: ReportSpan;
    readonly condition: string;
  };
  readonly when: 'before' | 'after' | 'failure';
  /** The finding as a sentence. */
  readonly message: string;
}

/** Of each moment, what the analysis says; null of one at which nothing is executed. Throws when the file cannot be read. */
export function forecast({ file, moments }: ForecastRequest, files: CheckedFiles): readonly (Forecast | null)[] {
  const { text, shown, check, session } = files.checked(file, checkSettings(readSettings(undefined)));
  if (check.errors.length > 0) return moments.map(() => null);
  const { findings } = printed({ findings: check.findings, functions: check.functions });
  const source = new EditorSource(text, file);
  const places = new FindingPlaces(findings, source, shown);
  const lines = new LineMap(text);
  const asked = moments.map(({ line, column, values }) => {
    const offset = lines.offsetOf({ line, column });
    const statement = statementAt(source, offset);
    if (statement === null || statement.side === 'after') return null;
    const steady = steadyNames(source, statement.span, offset, Object.keys(values));
    const named = Object.entries(values).flatMap(([name, value]) => (steady.has(name) ? [{ name, value }] : []));
    return { statement, side: 'before' as const, values: named, isParameter: isPlainParameterAt(offset, source) };
  });
  const states = session.momentStatesAt(
    asked.flatMap((moment) => moment ?? []),
    { cancelled: () => false },
  );
  let next = 0;
  return asked.map((moment, index) => {
    if (moment === null) return null;
    const { start, end } = moment.statement.span;
    return {
      abstract: abstractOf(states[next++] ?? null, moment, Object.keys(moments[index]?.values ?? {})),
      // The first statement is what follows a parameter.
      findings: places.at(start, end).map((one) => (moment.isParameter && one.when === 'before' ? { ...one, when: 'after' } : one)),
    };
  });
}

function abstractOf(states: MomentStates | null, { values }: AskedMoment, names: readonly string[]): Forecast['abstract'] {
  const known = states?.complete === true ? states : null;
  return Object.fromEntries(
    names.map((name): [string, AbstractValue] => [
      name,
      {
        reachable: own(known?.reachable, name),
        good: own(known?.good, name),
        standing: standingWords[known?.standings[values.findIndex((one) => one.name === name)] ?? 'unknown'],
      },
    ]),
  );
}

const standingWords = { good: 'good', failing: 'outside-good', outside: 'outside', unknown: 'unknown' } as const;

function own<T>(record: Readonly<Record<string, T>> | null | undefined, name: string): T | null {
  return record !== null && record !== undefined && Object.hasOwn(record, name) ? (record[name] ?? null) : null;
}

const sizeOf = ({ scope }: VariableInfo): number => (scope === null ? Infinity : scope.end - scope.start);

/** The findings of a file by the places at which control decides them. */
class FindingPlaces {
  private readonly lines: LineMap;

  constructor(
    private readonly findings: readonly PrintedFinding[],
    private readonly source: EditorSource,
    private readonly shown: string,
  ) {
    this.lines = new LineMap(source.text);
  }

  /** Those that a statement may decide, or fail for. */
  at(start: Offset, end: Offset): readonly PlacedFinding[] {
    const behind = placeBehind(start, this.source);
    const found = this.findings.flatMap(({ code, file, span, condition, message, because, alternatives }): readonly PlacedFinding[] => {
      if (condition === null || file !== this.shown || code === 'incomplete') return [];
      const finding = { code, file, span, condition };
      const place = placeOfFinding(this.offsetOf(span), this.endOf(span), this.source);
      const isWithin = (one: ReportSpan): boolean => start <= this.offsetOf(one) && this.offsetOf(one) < end;
      const reasons = [...because, ...alternatives.flatMap((one) => one.because)];
      if (place === start) return [{ finding, when: 'before', message }];
      if (place !== null && place === behind) return [{ finding, when: 'after', message }];
      const fails = isWithin(span) || reasons.some((reason) => reason.file === this.shown && isWithin(reason.span));
      const isSame = fails && this.meansTheSame(condition, this.offsetOf(span), start);
      return isSame ? [{ finding, when: 'failure', message }] : [];
    });
    const order = ['before', 'after', 'failure'];
    return found.toSorted((a, b) => order.indexOf(a.when) - order.indexOf(b.when));
  }

  /** Whether the names of a condition are the same variables at two places, and nothing gives them other values. */
  private meansTheSame(condition: string, there: Offset, here: Offset): boolean {
    const names =
      condition.replaceAll(/"(?:[^"\\]|\\.)*"/g, '').match(/(?<![.\p{ID_Continue}$])[\p{ID_Start}$_][\p{ID_Continue}$]*/gu) ?? [];
    return names.every((name) => {
      const variable = this.variableAt(name, there);
      return variable === this.variableAt(name, here) && variable?.reassigned !== true;
    });
  }

  private variableAt(name: string, offset: Offset): VariableInfo | undefined {
    const visible = [...new Set(this.source.variables.values())].filter(
      (variable) => variable.name === name && variable.scope !== null && variable.scope.start <= offset && offset <= variable.scope.end,
    );
    return visible.toSorted((a, b) => sizeOf(a) - sizeOf(b))[0];
  }

  private offsetOf({ line, column }: ReportSpan): Offset {
    return this.lines.offsetOf({ line, column });
  }

  private endOf({ endLine, endColumn }: ReportSpan): Offset {
    return this.lines.offsetOf({ line: endLine, column: endColumn });
  }
}
