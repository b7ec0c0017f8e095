import { lstatSync, rmSync } from 'node:fs';
import type { Listener } from '../runtime/channel/connectionTold.js';

/** Takes away the files at which a process listened that was ended by force: another run could not listen there. */
export function removeLeftSockets(listeners: Iterable<Listener>): void {
  for (const at of listeners) {
    if (!('path' in at) || process.platform === 'win32') continue;
    try {
      if (lstatSync(at.path).isSocket()) rmSync(at.path);
    } catch {
      // It is gone, or no file.
    }
  }
}
