import type { Attributes } from './attributes.js';

/** The word behind which the launch that will come is told to the adapter, as JSON. */
const expectedOption = '--expected-launch';

/** The attributes of the launch that will come, as far as the command line tells them. */
export function expectedLaunch(words: readonly string[]): Attributes {
  const index = words.indexOf(expectedOption);
  if (index < 0) return {};
  const told: unknown = JSON.parse(words[index + 1] ?? '{}');
  return typeof told === 'object' && told !== null ? (told as Attributes) : {};
}
