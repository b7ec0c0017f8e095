import { homeAt } from '../../instrument/tree.js';
import type { Paused } from '../../events/rows.js';
import type { Evaluated } from '../../events/rows.js';
import { codePlace, type Observation } from '../seen/observation.js';
import type { CodePlace } from '../text/texts.js';
import type { PointAnswer } from '../question/point.js';
import type { SeenRun } from '../seen/seenRun.js';

/**
 * The number of a frame's activation; null when nobody looked. What awaits is on no stack: it is whose awaited expression began the
 * activation that it waits for, the innermost of those; when that cannot be told, there must have been only one.
 */
export async function activationOf(
  run: SeenRun,
  from: Pick<PointAnswer, 'time'>,
  paused: Paused,
  activations: Observation['activations'],
  frame: number,
): Promise<number | 'several' | null> {
  const report = paused.frames[frame];
  if (report?.isAsync !== true) return numberIn(activations[frame]);
  const place = codePlace(run.texts, null, report);
  if (place === null) return null;
  const { text, offset } = place;
  const awaited = await activationOf(run, from, paused, activations, frame - 1);
  const sites = run.texts.numbers(text.path, (site) => site.kind === 'await' && site.offset <= offset && offset < site.end);
  if (sites.length > 0 && typeof awaited === 'number') {
    const request = { sites, key: null, owner: null, activation: null, awaited, before: from.time ?? 0, index: 0 };
    const { event } = await run.events.select(request);
    if (event !== null) return event.subject;
  }
  const only = await onlyActivation(run, place, from.time ?? 0);
  // Where the frame below was not asked for its activation, the next run may tell.
  return only === 'several' && awaited === null && sites.length > 0 ? null : only;
}

/** The activation of the function around a place that has evaluated conditions; null when nobody looked. */
async function onlyActivation(run: SeenRun, { text, offset }: CodePlace, before: number): Promise<number | 'several' | null> {
  const home = homeAt(text.program, offset);
  const sites = run.texts.numbers(text.path, (site) => site.kind === 'fork' && homeAt(text.program, site.offset) === home);
  if (sites.length === 0) return null;
  const request = { sites, key: null, owner: null, before, index: -1 };
  const { event } = await run.events.select({ ...request, activation: null });
  if (event === null) return 'several';
  const { rejected } = await run.events.select({ ...request, activation: event.subject });
  return rejected.mayAffect > 0 ? 'several' : event.subject;
}

/** A number that was asked for; null when it could not be seen. */
function numberIn(outcome: Evaluated | undefined): number | null {
  if (outcome === undefined || !('value' in outcome)) return null;
  const { value } = outcome;
  return value.kind === 'primitive' && value.type === 'number' ? Number(value.text) : null;
}
