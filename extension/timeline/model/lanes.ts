import type { Chain, ChainFinding, Place, Point, RunPoint } from '../../../adapter/dap/querypoints/protocol.js';
import { questionKinds } from '../../../adapter/querypoints/question/kinds.js';
import { countText } from '../../countText.js';
import { questionText } from '../../querypoints/model.js';
import type { Asking } from '../timelineMessages.js';
import type { CandidateList } from './candidates.js';
import { wholeRun } from './viewport.js';
import type { Viewport } from './viewport.js';

/** A row of the timeline. */
export interface Lane {
  readonly id: string;
  readonly kind: 'point' | 'calls' | 'exceptions' | 'rules' | 'asking';
  readonly title: string;
  readonly subtitle: string;
  /** What is marked big, in the order of events. */
  readonly spots: readonly Spot[];
  readonly candidates: CandidateList | null;
}

/**
 * A big mark. `located`: a point of the run that is shown. `other`: where another run located the point. `initial`: no write precedes.
 * `missing`: there is no such point. `pending`: runs are looking for it. `call`, `exception`: what is known of the run at a point. `finding`: what
 * a rule has found.
 */
export interface Spot {
  /** Unique in its lane. */
  readonly id: string;
  readonly kind: 'located' | 'other' | 'initial' | 'missing' | 'pending' | 'call' | 'exception' | 'finding';
  readonly label: string;
  readonly event: number;
  readonly point: Point | null;
  /** Of another run: what that one answered. */
  readonly answer: RunPoint | null;
  /** Of a call: how many frames deep. */
  readonly depth: number;
  /** Of a rule. */
  readonly finding: ChainFinding | null;
}

export interface Timeline {
  readonly chain: Chain;
  readonly lanes: readonly Lane[];
  readonly whole: Viewport;
}

/** One lane for each point, the stop first; below them the depth of calls, and exceptions, where something is known of them. */
export function timelineOf(chain: Chain, candidates: ReadonlyMap<string, CandidateList>, asking: Asking | null, run: number): Timeline {
  const whole = wholeRun(lastEventOf(chain, candidates));
  const lanes = [
    ...chain.points.map((point) => pointLane(chain, point, candidates.get(point.id) ?? null, run)),
    ...callsLane(chain),
    ...exceptionsLane(chain),
    ...rulesLane(chain),
    ...(asking === null ? [] : [askingLane(chain, asking)]),
  ];
  return { chain, lanes, whole };
}

/** The number of the run that `chain.points` report, from 0. */
export function lastRun({ runs }: Pick<Chain, 'runs'>): number {
  return Math.max(0, runs.length - 1);
}

/**
 * Whether what was listed for one state of a chain holds for a later one: a run under more questions records more events, so that every
 * event has another number.
 */
export function isSameRun(before: Chain, now: Chain): boolean {
  return before.points.every(({ id, event, counts }) => {
    const point = now.points.find((one) => one.id === id);
    return point?.event === event && point.counts?.total === counts?.total;
  });
}

function lastEventOf({ points, runs, findings = [] }: Chain, candidates: ReadonlyMap<string, CandidateList>): number {
  const located = [...points, ...runs.flat(), ...findings].map(({ event }) => event ?? 0);
  const listed = [...candidates.values()].map((list) => (list.count === 0 ? 0 : list.event(list.count - 1)));
  return Math.max(0, ...located, ...listed);
}

function pointLane(chain: Chain, point: Point, list: CandidateList | null, run: number): Lane {
  const own = spotOf(point);
  const others = chain.runs.flatMap((answers, other) => {
    const answer = answers.find(({ id }) => id === point.id);
    const isElsewhere = other !== lastRun(chain) && (other === run || (answer?.event ?? null) !== point.event);
    if (answer === undefined || !isElsewhere || answer.event === null || answer.status !== 'located') return [];
    return [spot('other', `${point.id} #${other + 1}`, answer.event, { point, answer, id: `run${other}` })];
  });
  return {
    id: point.id,
    kind: 'point',
    title: `${point.id} ${questionText(point)}`,
    subtitle: subtitleOf(point, list),
    spots: inOrder([own, ...others]),
    candidates: list,
  };
}

function spotOf(point: Point): Spot {
  const { id, status, event } = point;
  if (status === 'located' && event !== null) return spot('located', id, event, { point });
  return spot(status === 'initial' ? 'initial' : 'missing', id, 0, { point });
}

function subtitleOf({ status, kind, of, counts }: Point, list: CandidateList | null): string {
  if (status === 'initial') return kind === 'stop' || kind === 'candidate' ? 'no write precedes' : questionKinds[kind].none;
  if (status === 'not-found') return 'not found';
  if (status === 'not-reached') return 'not reached';
  if (status === 'not-recorded') return 'not recorded';
  const total = counts?.total ?? list?.count ?? 0;
  const from = of === null ? '' : `from ${of}`;
  return [from, total > 1 ? `1 of ${countText(total)} candidates` : ''].filter((part) => part !== '').join(', ');
}

function callsLane({ points }: Chain): readonly Lane[] {
  const known = points.filter(({ status, event, stack }) => status === 'located' && event !== null && stack.length > 0);
  if (known.length === 0) return [];
  const spots = known.map((point) => spot('call', point.id, point.event ?? 0, { id: point.id, point, depth: point.stack.length }));
  return [{ id: 'calls', kind: 'calls', title: 'Calls', subtitle: 'depth at each point', spots: inOrder(spots), candidates: null }];
}

function exceptionsLane({ points }: Chain): readonly Lane[] {
  const thrown = points.filter(({ exception, event }) => exception !== null && event !== null);
  if (thrown.length === 0) return [];
  const spots = thrown.map((point) => spot('exception', point.exception?.className ?? 'thrown', point.event ?? 0, { point, id: point.id }));
  return [{ id: 'exceptions', kind: 'exceptions', title: 'Exceptions', subtitle: '', spots: inOrder(spots), candidates: null }];
}

function rulesLane({ findings = [] }: Chain): readonly Lane[] {
  if (findings.length === 0) return [];
  const spots = findings.map((finding) => spot('finding', finding.rule, finding.event, { id: `finding${finding.id}`, finding }));
  const subtitle = findings.length === 1 ? '1 finding' : `${countText(findings.length)} findings`;
  return [{ id: 'rules', kind: 'rules', title: 'Rules', subtitle, spots: inOrder(spots), candidates: null }];
}

/** What is asked lies before the point that it is asked from; where is not known yet. */
function askingLane({ points }: Chain, asking: Asking): Lane {
  const id = `P${points.length + 1}`;
  const from = points.find((point) => point.id === (asking.of ?? 'P1'))?.event ?? 0;
  const title = `${id} ${questionText({ kind: asking.kind, expression: asking.expression ?? 'it' })}`;
  const spots = [spot('pending', id, from / 2, {})];
  return { id, kind: 'asking', title, subtitle: 'the program is run again…', spots, candidates: null };
}

function spot(kind: Spot['kind'], label: string, event: number, more: Partial<Spot>): Spot {
  return { id: 'point', kind, label, event, point: null, answer: null, depth: 0, finding: null, ...more };
}

function inOrder(spots: readonly Spot[]): readonly Spot[] {
  return [...spots].sort((a, b) => a.event - b.event);
}

/** The answer of one of the runs for a point. */
export function answerOf(chain: Chain, run: number, point: Point): RunPoint {
  return run === lastRun(chain) ? point : (chain.runs[run]?.find(({ id }) => id === point.id) ?? point);
}

/** Whether a run answered something else than the last; a passage that one of them does not know is none. */
export function differs(chain: Chain, run: number, point: Point): boolean {
  const answer = answerOf(chain, run, point);
  return (
    (['status', 'before', 'after', 'taken'] as const).some((key) => answer[key] !== point[key]) ||
    (answer.hit !== null && point.hit !== null && answer.hit !== point.hit) ||
    !isSame(answer.place, point.place)
  );
}

function isSame(a: Place | null, b: Place | null): boolean {
  return a?.file === b?.file && a?.line === b?.line && a?.column === b?.column;
}
