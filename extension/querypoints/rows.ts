import { constraints } from '../../adapter/dap/querypoints/protocol.js';
import type { Chain, Place, Point } from '../../adapter/dap/querypoints/protocol.js';
import { countText } from '../countText.js';
import { describedAs, titleOf, type KeptChain, type Now } from './keptChain.js';
import { forecastTexts, neighbourOf, noteOf, placeText, questionText, sinceText } from './model.js';
import { rejectedText } from './rejections.js';

/** One row of the Querypoints view. */
export interface Row {
  readonly kind: 'chain' | 'point' | 'detail' | 'followed';
  readonly label: string;
  readonly description: string;
  readonly tooltip: string;
  /** A codicon. */
  readonly icon: string;
  /** What its menu depends on: words, each between spaces. */
  readonly context: string;
  /** What a click opens. */
  readonly place: Place | null;
  readonly chain: Chain;
  readonly point: Point | null;
  /** Questions start from this candidate of the point instead: its index in `Candidates`. */
  readonly candidate?: number;
  /** The event of the call that it says something of, where it is of a call and of no chain. */
  readonly followed?: number;
  /** The name under which its chain is kept, where it is. */
  readonly kept?: string;
  readonly children: readonly Row[];
}

/** The chains of a session, newest first: its points below each, and what is known of a point below that. */
export function rowsOf(chains: readonly Chain[]): readonly Row[] {
  return [...chains].reverse().map((chain) => chainRow(chain));
}

/** A chain whose session is over, with the user's notes. Nothing can be asked of it any more. */
export function rowOfKept(kept: KeptChain, now: Now): Row {
  const { id, chain, isPinned, notes } = kept;
  const row = chainRow(chain);
  const children = row.children.map((child) => keptRow(child, id, child.point === null ? undefined : notes[child.point.id]));
  const context = isPinned ? ' kept pinned ' : ' kept ';
  return {
    ...row,
    label: titleOf(kept),
    description: describedAs(kept, now),
    icon: isPinned ? 'pinned' : 'history',
    context,
    kept: id,
    children,
  };
}

function keptRow(row: Row, kept: string, note: string | undefined): Row {
  if (row.kind !== 'point') return { ...row, kept };
  const written = note === undefined ? [] : [{ ...detail(row.chain, row.point, note, '', 'note'), kept }];
  const children = [...written, ...row.children.map((child) => ({ ...child, kept }))];
  return {
    ...row,
    kept,
    context: ' keptPoint ',
    description: note === undefined ? row.description : `${row.description}  ✎ ${note}`,
    children,
  };
}

function chainRow(chain: Chain): Row {
  const [stop] = chain.points;
  const where = stop?.place ? placeText(stop.place) : '';
  const runs = isRecorded(chain)
    ? 'in the recording'
    : `${chain.executions} ${chain.executions === 1 ? 'run' : 'runs'}${chain.isSettled ? '' : ', stacks follow'}`;
  const differing = chain.isDeterministic === false || chain.notes.some((note) => note.startsWith('Runs of this program differ'));
  return {
    kind: 'chain',
    label: `Stop at ${where}`,
    description: differing ? `${runs}, which differ` : runs,
    tooltip: chain.notes.join('\n'),
    icon: differing ? 'warning' : 'debug-rerun',
    context: ' chain ',
    place: null,
    chain,
    point: null,
    children: [...chain.points.map((point) => pointRow(chain, point)), ...chain.notes.map((note) => detail(chain, null, note, '', 'info'))],
  };
}

/** Whether a chain is of a recording, where nothing is run. */
const isRecorded = ({ executions, isSettled }: Chain): boolean => executions === 0 && isSettled;

function pointRow(chain: Chain, point: Point): Row {
  const { id, status, place, reason, hit } = point;
  const isHere = chain.current === id;
  const told = status === 'located' ? noteOf(point) : (reason ?? '');
  const where = place === null ? '' : placeText(place);
  return {
    kind: 'point',
    label: `${id} ${questionText(point)}`,
    description: [where, told].filter((part) => part !== '').join('  '),
    tooltip: [point.text ?? '', hit === null ? '' : `passed ${hit} times until then`, told].filter((part) => part !== '').join('\n'),
    icon: isHere ? 'debug-stackframe' : icons[status],
    context: ` point ${status} ${point.kind}${neighbourOf(point, -1) === null ? '' : ' hasPrevious'}${neighbourOf(point, 1) === null ? '' : ' hasNext'}${isHere ? ' here' : ''}${point.exception === null ? '' : ' failed'}${isRecorded(chain) && point.event !== null ? ' recorded' : ''} `,
    place,
    chain,
    point,
    children: details(chain, point),
  };
}

const icons = {
  located: 'circle-filled',
  initial: 'circle-large-outline',
  'not-reached': 'error',
  'not-found': 'error',
  'not-recorded': 'question',
} as const;

function details(chain: Chain, point: Point): readonly Row[] {
  const { values, since, steps, stack, counts, text, place } = point;
  const row = (label: string, description: string, icon: string, at: Place | null = null) =>
    detail(chain, point, label, description, icon, at);
  return [
    ...(text === null || text === '' ? [] : [row(text, '', 'code', place)]),
    ...values.map(({ name, value }) => row(name, value, 'symbol-variable')),
    ...forecastTexts(point).map(({ title, text: said, place: at }) => row(title, said, at === null ? 'symbol-ruler' : 'lightbulb', at)),
    ...(since === null ? [] : [row('was there already', sinceText(since), 'history', since.place)]),
    ...steps.map(({ expression, place: at }) => row(`copied: ${expression}`, placeText(at), 'arrow-small-right', at)),
    ...stack.map(({ functionName, place: at, isAsync }) =>
      row(`${isAsync ? 'async ' : ''}${functionName || 'top level'}`, placeText(at), 'symbol-method', at),
    ),
    ...(counts === null
      ? []
      : [row(`${countText(counts.total)} candidates`, rejectedText(constraints.map((one) => counts.rejected[one])), 'list-filter')]),
    ...differing(chain, point).map((told, run) => row(`run ${run + 1}`, told, 'history')),
  ];
}

/** What each run has answered, where runs differ. */
function differing({ runs }: Chain, { id }: Point): readonly string[] {
  return runs.map((run) => {
    const answer = run.find((one) => one.id === id);
    if (answer === undefined || answer.place === null) return (answer?.status ?? 'not-found').replaceAll('-', ' ');
    const time = answer.hit === null ? '' : `, passage ${answer.hit}`;
    return `${placeText(answer.place)}${time}${answer.after === null ? '' : `: ${answer.after}`}`;
  });
}

function detail(chain: Chain, point: Point | null, label: string, description: string, icon: string, place: Place | null = null): Row {
  return { kind: 'detail', label, description, tooltip: description, icon, context: ' detail ', place, chain, point, children: [] };
}
