import type { WantedThrow } from '../../runtime/channel/messages.js';

/** The sentence about a throw that was looked for and did not happen. */
export function unfoundThrow({ kind, hit }: WantedThrow): string {
  const [one, what] = kind === 'failure' ? ['a failed assertion', 'failed assertion'] : ['an exception that it caught', 'caught exception'];
  return hit === 1 ? `The program ended without ${one}.` : `The program ended before ${what} number ${hit}.`;
}
