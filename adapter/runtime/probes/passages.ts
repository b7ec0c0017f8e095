import { nothing } from '../realm/nothing.js';
import type { Watch } from '../rows/watch.js';

let watch: Pick<Watch, 'stop' | 'condition'>;
let passages = 0;

/** Says who is told of passages of the stop, and of places where a condition holds. */
export function watchPassages(settings: Pick<Watch, 'stop' | 'condition'>): void {
  watch = settings;
}

/** How often what is counted was passed. */
export function passagesCounted(): number {
  return passages;
}

/** The probes that count how often control passes a place. */
export const passageProbes = {
  /** Something whose passages are counted is passed: the how-many-th time. */
  __w_passage(_site: number): number {
    return ++passages;
  },
  __w_stop(site: number, step: number, when: (() => unknown) | null): void {
    watch.stop(site, step, when);
  },
  /** The last argument of a call, when what control passes before the call was told. */
  __w_lastArgument(value: unknown, _passed: unknown): unknown {
    return value;
  },
  /** The same of a call without arguments. */
  __w_noArgument(_passed: unknown): Iterable<never> {
    return nothing();
  },
  /** A condition is broken. */
  __w_condition(_site: number, condition: number, isFromOutside: boolean): void {
    watch.condition(condition, isFromOutside);
  },
};
