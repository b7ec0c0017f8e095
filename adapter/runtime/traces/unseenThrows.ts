import { types } from 'node:util';
import { throwSite, type ThrowSite } from './callSites.js';
import { isMarked } from '../realm/identity.js';
import { areTracesMapped, ownText } from './overflow.js';
import { ownWork } from '../realm/ownWork.js';
import { sitesIn } from './stack.js';
import { framesWritten } from './traces.js';

/**
 * Where V8, a native or Node has thrown an exception that no probe has seen; null where it was seen, or nothing says where. The trace of an
 * error holds it, as long as the program does not write traces itself.
 */
export function unseenThrow(value: unknown): ThrowSite | null {
  if (!types.isNativeError(value) || isMarked(value)) return null;
  return ownWork(() => {
    let text: string | null = null;
    const frames = framesWritten(() => (text = ownText(value, 'stack')));
    if (frames === undefined) return null;
    if (frames !== null) return throwSite(frames, true);
    return text === null || areTracesMapped() ? null : throwSite(sitesIn(text), false);
  });
}
