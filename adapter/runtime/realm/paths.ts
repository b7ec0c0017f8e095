import { fileURLToPath } from 'node:url';

/** V8 knows modules by address, Node's CommonJS by path. */
export function pathOf(url: string): string {
  return begins(url, 'file:') ? fileURLToPath(url) : url;
}

/** Whether a text is the program's: not Node's, not ours, and not what has no file. */
export function isProgram(path: string): boolean {
  return path !== '' && path !== __filename && !begins(path, 'node:') && !begins(path, 'data:') && !begins(path, 'evalmachine.');
}

/** Without methods of texts, which the program may replace. */
function begins(text: string, beginning: string): boolean {
  for (let at = 0; at < beginning.length; at++) if (text[at] !== beginning[at]) return false;
  return true;
}
