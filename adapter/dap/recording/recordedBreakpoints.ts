import type { DebugProtocol } from '@vscode/debugprotocol';
import type { StopPoint } from '../../operations/openedRecording.js';
import type { RecordedPlace } from '../../operations/recordedSight.js';
import type { RecordedSources } from '../../operations/recordedSources.js';
import type { ClientCounting } from '../position.js';

/** One thing to stop at, with what the client asks for beside its place. */
export interface RecordedBreakpoint {
  readonly id: number;
  readonly stop: StopPoint;
  readonly reason: 'breakpoint' | 'function breakpoint' | 'data breakpoint' | 'exception';
  readonly condition: string | null;
  readonly hitCondition: string | null;
  readonly logMessage: string | null;
}

type Asked = Pick<DebugProtocol.SourceBreakpoint, 'condition' | 'hitCondition' | 'logMessage'>;

/** All that a recording is to stop at, as the client has set it. */
export class RecordedBreakpoints {
  private readonly ofSource = new Map<string, readonly RecordedBreakpoint[]>();
  private ofFunctions: readonly RecordedBreakpoint[] = [];
  private ofData: readonly RecordedBreakpoint[] = [];
  private ofExceptions: readonly RecordedBreakpoint[] = [];
  private lastId = 0;

  constructor(
    private readonly sources: RecordedSources,
    private readonly counting: ClientCounting,
  ) {}

  get all(): readonly RecordedBreakpoint[] {
    return [...[...this.ofSource.values()].flat(), ...this.ofFunctions, ...this.ofData, ...this.ofExceptions];
  }

  /** Breakpoints of a source. `isShown`: whether the client shows the text that was recorded. */
  setOfSource(path: string, asked: readonly DebugProtocol.SourceBreakpoint[], isShown: boolean): readonly DebugProtocol.Breakpoint[] {
    const set: RecordedBreakpoint[] = [];
    const answered = asked.map((one): DebugProtocol.Breakpoint => {
      const id = ++this.lastId;
      const refused = (message: string) => ({ id, verified: false, line: one.line, message });
      if (this.sources.text(path) === null) return refused('The recording has no such file.');
      if (!isShown) return refused('The file is not what was recorded: set the breakpoint in the recorded text.');
      const column = one.column === undefined ? null : this.counting.fromColumn(one.column) + 1;
      const statement = this.sources.statement(path, this.counting.fromLine(one.line) + 1, column);
      if (statement === undefined) return refused('No statement begins there.');
      set.push({ id, stop: { kind: 'statement', statement }, reason: 'breakpoint', ...conditionsOf(one) });
      const position = statement.text.sourcePosition(statement.node.start, statement.node.end);
      return { id, verified: true, line: this.counting.line(position.line - 1), column: this.counting.column(position.column - 1) };
    });
    this.ofSource.set(path, set);
    return answered;
  }

  setOfFunctions(asked: readonly DebugProtocol.FunctionBreakpoint[]): readonly DebugProtocol.Breakpoint[] {
    const set: RecordedBreakpoint[] = [];
    const answered = asked.map((one): DebugProtocol.Breakpoint => {
      const id = ++this.lastId;
      const functions = this.sources.functions(one.name);
      if (functions.length === 0) return { id, verified: false, message: `The recording has no function ${one.name}.` };
      set.push({ id, stop: { kind: 'function', functions }, reason: 'function breakpoint', ...conditionsOf(one) });
      return { id, verified: true };
    });
    this.ofFunctions = set;
    return answered;
  }

  setOfData(asked: readonly DebugProtocol.DataBreakpoint[]): readonly DebugProtocol.Breakpoint[] {
    const set: RecordedBreakpoint[] = [];
    const answered = asked.map((one): DebugProtocol.Breakpoint => {
      const id = ++this.lastId;
      const place = placeOf(one.dataId);
      if (place === null) return { id, verified: false, message: 'The recording has no such place.' };
      if (one.accessType === 'read') return { id, verified: false, message: 'Reads are not recorded: watch changes.' };
      set.push({ id, stop: { kind: 'change', ...place }, reason: 'data breakpoint', ...conditionsOf(one) });
      return { id, verified: true };
    });
    this.ofData = set;
    return answered;
  }

  setOfExceptions(asked: readonly DebugProtocol.ExceptionFilterOptions[]): readonly DebugProtocol.Breakpoint[] {
    this.ofExceptions = asked.flatMap(({ filterId, condition }) => {
      if (filterId !== 'all' && filterId !== 'caught' && filterId !== 'uncaught') return [];
      const stop: StopPoint = { kind: 'throw', isUncaught: filterId === 'uncaught' };
      return [{ id: ++this.lastId, stop, reason: 'exception', ...conditionsOf({ condition }) } satisfies RecordedBreakpoint];
    });
    return asked.map(({ filterId }) => {
      const isKnown = filterId === 'all' || filterId === 'caught' || filterId === 'uncaught';
      return isKnown ? { verified: true } : { verified: false, message: 'A recording does not stop at these.' };
    });
  }
}

/** The id under which the client watches a place. */
export function dataIdOf({ subject, key }: RecordedPlace): string {
  return `recorded ${subject} ${key}`;
}

function placeOf(dataId: string): RecordedPlace | null {
  const [, subject, key] = /^recorded (-?\d{1,10}) (-?\d{1,10})$/.exec(dataId) ?? [];
  return subject === undefined || key === undefined ? null : { subject: Number(subject), key: Number(key) };
}

function conditionsOf({ condition, hitCondition, logMessage }: { readonly [K in keyof Asked]?: Asked[K] | undefined }) {
  const given = (text: string | undefined) => (text === undefined || text.trim() === '' ? null : text);
  return { condition: given(condition), hitCondition: given(hitCondition), logMessage: given(logMessage) };
}

/** Whether the how-many-th passage is one that a hit condition asks for: `5`, `>= 5`, `% 2`. Null: it is none. */
export function isHit(hitCondition: string, passage: number): boolean | null {
  const [, operator = '==', number] = /^\s*(>=|>|<=|<|={1,3}|%)?\s*(\d{1,15})\s*$/.exec(hitCondition) ?? [];
  if (number === undefined) return null;
  const limit = Number(number);
  switch (operator) {
    case '>':
      return passage > limit;
    case '>=':
      return passage >= limit;
    case '<':
      return passage < limit;
    case '<=':
      return passage <= limit;
    case '%':
      return limit > 0 && passage % limit === 0;
    default:
      return passage === limit;
  }
}
