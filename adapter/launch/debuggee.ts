import { tell } from '../runtime/channel.js';
import { ownWork } from '../runtime/ownWork.js';
import { startRuntime } from '../runtime/start.js';
import { debuggeeVariable } from './environment.js';
import { hear, type Hearing } from './hearing.js';
import { startInstrumenting } from './hooks.js';
import { lastImportUrl } from './lastImport.js';
import { stackOption } from './stackSize.js';

/** All that is loaded into the debuggee (`boot.ts`); it makes the program ready to be asked. */
const hearing = process.env[debuggeeVariable];
let hasChangedFlags = false;
const isImported = process.execArgv.includes(lastImportUrl);
// Without loaders no thread of Node's begins before this one has taken the variable away; to ask costs milliseconds.
const isMainThread = !isImported || process.getBuiltinModule('node:worker_threads').isMainThread;
if (hearing !== undefined && isMainThread) {
  Reflect.deleteProperty(process.env, debuggeeVariable);
  forgetArguments();
  hear(JSON.parse(hearing) as Hearing, (message) => ownWork(() => tell(message)));
  const begun = startRuntime();
  hasChangedFlags = begun.plan.keepsVariables;
  startInstrumenting(begun, isImported);
}

/** Whether V8 has been given flags since it was loaded. */
export function areFlagsChanged(): boolean {
  return hasChangedFlags;
}

// What the thread that loads ES modules takes of this file.
export { initialize, load } from './loaderThread.js';

/** The program sees the arguments that it was started with. */
function forgetArguments(): void {
  for (const ours of [__filename, lastImportUrl]) {
    const at = process.execArgv.indexOf(ours);
    if (at > 0) process.execArgv.splice(at - 1, 2);
    // What the user has set stands behind.
    if (at > 1 && process.execArgv[at - 2]?.startsWith(stackOption) === true) process.execArgv.splice(at - 2, 1);
  }
}
