import type { ShownPoints } from '../../operations/pointForecasts.js';
import type { Show } from '../../querypoints/question/question.js';
import { evaluate } from '../evaluation.js';
import type { LiveChain } from './chains.js';
import { programFrames } from './frames.js';
import { liveValueOf } from './live.js';

type Shown = ShownPoints['points'][number]['shown'];

/** What is to be shown of the stop, while the program waits there; of other points nothing. Nothing of the program is run. */
export async function shownAtStop({ target, current }: LiveChain, shows: readonly Show[]): Promise<ShownPoints> {
  const [frame] = target === null ? [] : programFrames(target, target.pause?.callFrames ?? []);
  if (target === null || current !== 'P1' || frame === undefined) return { points: [] };
  const shown: Record<string, Shown[string]> = {};
  for (const { of, expression } of shows) {
    if (of !== 'P1') continue;
    const remote = await evaluate(target, expression, { callFrameId: frame.callFrameId, isPure: true, isConsole: false }).catch(() => null);
    const live = remote === null ? null : liveValueOf(remote);
    if (live === null || live.kind === 'object' || live.exact === null) continue;
    shown[expression] = { value: { kind: 'primitive', type: live.kind, text: live.exact } };
  }
  return { points: [{ id: 'P1', shown }] };
}
