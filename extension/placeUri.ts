import { Uri, debug } from 'vscode';
import type { Place } from '../adapter/dap/querypoints/protocol.js';

/** Where a place is shown: in the file; or, where that is not what ran, in the text that the session in front has. */
export function uriOf({ file, reference }: Place): Uri {
  if (reference === undefined) return Uri.file(file);
  return debug.asDebugSourceUri({ path: file, sourceReference: reference }, debug.activeDebugSession);
}
