import { failingSideOf } from './failingSide.js';
import { printShown } from './shown.js';
import { simplify } from './simplify.js';
import type { Finding, Reason } from './result.js';

/** The places where a finding shows: those of the headline's cause, then those of each alternative with the runs that it is about. */
export function reasonsOf({ because, alternatives }: Finding): readonly Reason[] {
  const others = alternatives.flatMap((alternative) => {
    const when = printShown(simplify(failingSideOf(alternative.condition)));
    return alternative.because.map((reason) => ({ ...reason, message: `if ${when}: ${reason.message}` }));
  });
  return [...because, ...others];
}
