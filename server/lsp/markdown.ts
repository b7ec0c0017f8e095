import { printable } from '../findings/printable.js';

/** Text of the program as code: whatever is in it, it is one piece of code in one line. */
export function code(text: string): string {
  const line = oneLine(text);
  if (line.trim() === '') return '';
  const longest = Math.max(0, ...Array.from(line.matchAll(/`+/g), ([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  // A blank at either end would be taken away where there is one at both.
  return longest === 0 && !/^ .* $/.test(line) ? `${fence}${line}${fence}` : `${fence} ${line} ${fence}`;
}

/** Text of the program as words: no character of it is markdown, HTML, an address or an icon. */
export function plain(text: string): string {
  return oneLine(text)
    .replace(/[\\`*_[\]<>~&#|!@$]/g, (sign) => `\\${sign}`)
    .replace(/:(?=\/\/)|(?<=\bwww)\.|(?<=\bmailto|\bxmpp):/gi, (sign) => `\\${sign}`);
}

/** A line break would end the paragraph, and with it the code. */
function oneLine(text: string): string {
  return printable(text.replace(/\s+/g, ' '));
}
