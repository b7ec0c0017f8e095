import { lastImportUrl } from './lastImport.js';

/** Of an argument that the program has not been given. */
export const stackOption = '--stack-size=';

/** The program, and each thread that it starts, sees the arguments and modules that it would have without us. */
export function leaveNoTraces(own: NodeJS.Module, require: NodeJS.Require): void {
  for (const ours of [own.filename, lastImportUrl]) {
    const at = process.execArgv.indexOf(ours);
    if (at > 0) process.execArgv.splice(at - 1, 2);
    // What the user has set stands behind.
    if (at > 1 && process.execArgv[at - 2]?.startsWith(stackOption) === true) process.execArgv.splice(at - 2, 1);
  }
  Reflect.deleteProperty(require.cache, own.filename);
  // Node goes through this list just now: what stands behind ours must not move.
  const preloaded = Object.getOwnPropertyDescriptor(process, '_preload_modules');
  const names = preloaded?.value as readonly string[] | undefined;
  if (preloaded?.configurable !== true || names === undefined) return;
  Object.defineProperty(process, '_preload_modules', { ...preloaded, value: names.filter((name) => name !== own.filename) });
}
