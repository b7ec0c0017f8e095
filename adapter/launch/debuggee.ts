import { tell } from '../runtime/channel.js';
import { ownWork } from '../runtime/ownWork.js';
import { startRuntime } from '../runtime/start.js';
import { hear, type Hearing } from './hearing.js';
import { startInstrumenting } from './hooks.js';
import { lastImportUrl } from './lastImport.js';

/**
 * The one file that is loaded into the debuggee, before the program (`--require`). Threads and child processes that the program
 * starts load it again, because they get its arguments: without the variable it does nothing.
 */
const variable = 'WHENCE_DEBUGGEE';

const hearing = process.env[variable];
const isImported = process.execArgv.includes(lastImportUrl);
// Without loaders no thread of Node's begins before this one has taken the variable away; to ask costs milliseconds.
const isMainThread = !isImported || process.getBuiltinModule('node:worker_threads').isMainThread;
if (hearing !== undefined && isMainThread) {
  Reflect.deleteProperty(process.env, variable);
  forgetArguments();
  hear(JSON.parse(hearing) as Hearing, (message) => ownWork(() => tell(message)));
  startInstrumenting(startRuntime(), isImported);
}

// What the thread that loads ES modules takes of this file.
export { initialize, load } from './loaderThread.js';

/** The program sees the arguments that it was started with. */
function forgetArguments(): void {
  for (const ours of [__filename, lastImportUrl]) {
    const at = process.execArgv.indexOf(ours);
    if (at > 0) process.execArgv.splice(at - 1, 2);
  }
}
