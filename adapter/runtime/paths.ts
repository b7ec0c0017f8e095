import { fileURLToPath } from 'node:url';

/** V8 knows modules by address, Node's CommonJS by path. */
export function pathOf(url: string): string {
  return url.startsWith('file:') ? fileURLToPath(url) : url;
}
