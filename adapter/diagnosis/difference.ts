import type { Difference } from './diagnosisResult.js';

/** How a repair differs from the best one of its problem, in words. */
export const differenceText = ({ call, gives, first }: Difference): string =>
  `\`${call}\` ${givesText(gives)} with it, and ${givesText(first).replace(/^gives /, '')} with the best repair`;

/** What no test says: which of two repairs that differ is right. */
export const undecidedText = ({ call, gives, first }: Difference): string =>
  `no test says whether \`${call}\` ${givesText(first)}, as with the best repair, or ${givesText(gives).replace(/^gives /, '')}`;

const givesText = (value: string): string => (value.startsWith('throws ') ? value : `gives ${value}`);
