import { failingSideOf } from './failingSide.js';
import { printCondition } from './printCondition.js';
import type { Finding, Reason } from './result.js';

/** Where a finding shows: of the headline's cause, then of each alternative, which say for which runs they are. */
export function reasonsOf({ because, alternatives }: Finding): readonly Reason[] {
  const others = alternatives.flatMap((alternative) => {
    const when = printCondition(failingSideOf(alternative.condition));
    return alternative.because.map((reason) => ({ ...reason, message: `if ${when}: ${reason.message}` }));
  });
  return [...because, ...others];
}
