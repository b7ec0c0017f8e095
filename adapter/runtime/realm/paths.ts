import { fileURLToPath } from 'node:url';

let evaluated: string | null = null;

/** Names the text that a thread has been given instead of a file. */
export function nameEvaluated(path: string): void {
  evaluated = path;
}

/** V8 knows modules by address, Node's CommonJS by path, and the texts of all threads by one name. */
export function pathOf(url: string): string {
  if (evaluated !== null && url === '[worker eval]') return evaluated;
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
