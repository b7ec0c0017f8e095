import { tell } from '../runtime/channel/channel.js';
import { ownWork } from '../runtime/realm/ownWork.js';
import { startRuntime } from '../runtime/start.js';
import { debuggeeVariable } from './environment.js';
import { hear, type Hearing } from './hearing.js';
import { startInstrumenting } from './hooks.js';
import { lastImportUrl } from './lastImport.js';

/** All that is loaded into the debuggee (`boot.ts`); it makes the program ready to be asked. */
const hearing = process.env[debuggeeVariable];
let hasChangedFlags = false;
const isImported = process.execArgv.includes(lastImportUrl);
// Without loaders no thread of Node's begins before this one has taken the variable away; to ask costs milliseconds.
const isMainThread = !isImported || process.getBuiltinModule('node:worker_threads').isMainThread;
if (hearing !== undefined && isMainThread) {
  Reflect.deleteProperty(process.env, debuggeeVariable);
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
