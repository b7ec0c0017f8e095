import type { Step } from '../question/arrival.js';
import { isSame } from '../../events/sameValue.js';
import { lengthOf, mostElements, type Copied, type Surroundings } from './copies.js';

/** A place as it is written, and where. */
export interface Located {
  readonly place: string;
  readonly start: number;
  readonly end: number;
}

/** The one element of an array that has the value; of two that are the same it is not known which one was given. */
export function elementOf({ place, start, end }: Located, frame: number, steps: readonly Step[], around: Surroundings): Copied | 'none' {
  const count = lengthOf(around, frame, place);
  if (count === null || count > mostElements) return 'none';
  const behind = steps.some(({ isAwait }) => isAwait === true) ? null : steps.map(({ text }) => text).join('');
  if (behind === null) return 'none';
  const found: number[] = [];
  for (let at = 0; at < count; at++) {
    const value = around.valueOf(frame, `${place}[${at}]${behind}`);
    if (value !== null && isSame(around.wanted, value)) found.push(at);
  }
  const [only, another] = found;
  if (only === undefined || another !== undefined) return 'none';
  return { kind: 'place', expression: `${place}[${only}]`, steps, frame, start, end };
}
