import { fileURLToPath } from 'node:url';

/** V8 knows modules by address, Node's CommonJS by path. */
export function pathOf(url: string): string {
  return url.startsWith('file:') ? fileURLToPath(url) : url;
}

/** Whether a text is the program's: not Node's, not ours, and not what has no file. */
export function isProgram(path: string): boolean {
  return path !== '' && path !== __filename && !path.startsWith('node:') && !path.startsWith('data:') && !path.startsWith('evalmachine.');
}
