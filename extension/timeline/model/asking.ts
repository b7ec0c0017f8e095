import type { AskArguments, Chain } from '../../../adapter/dap/querypoints/protocol.js';
import type { Asking } from '../timelineMessages.js';

/** Whether a question is about a chain: null, about the one at whose point the program waits. */
export function isAskedOf({ id, current }: Chain, asked: number | null): boolean {
  return asked === null ? current !== null : asked === id;
}

/** The questions of a chain that are on and not located yet. `open`: all questions without an answer, oldest first. */
export function askingOf(chain: Chain, open: Iterable<AskArguments>): Asking | null {
  const asked = [...open].filter((one) => isAskedOf(chain, one.chain ?? null));
  // They are answered one after the other; the first is located already where only stacks follow.
  const [args] = asked.slice(chain.isSettled ? 0 : 1).filter(({ show }) => show === undefined);
  if (args === undefined) return null;
  const { kind, of = chain.current ?? 'P1', name, expression = name } = args;
  return expression === undefined ? { kind, of } : { kind, of, expression };
}
