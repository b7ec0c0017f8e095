import { AdapterGone, tell } from '../runtime/channel/channel.js';
import type { ThreadAbout } from '../runtime/channel/messages.js';
import { threadStart } from '../runtime/realm/numbers.js';
import { ownWork } from '../runtime/realm/ownWork.js';
import { startRuntime, type Begun } from '../runtime/start.js';
import { debuggeeVariable } from './environment.js';
import { followChildren } from './followChildren.js';
import { followThreads } from './followThreads.js';
import { hear, type Hearing } from './hearing.js';
import { startInstrumenting } from './hooks.js';
import { joinLane } from './joinLane.js';
import type { AddedText } from './textInstrumenter.js';
import { laneVariable, type LaneSettings } from './laneSettings.js';
import { lastImportUrl } from './lastImport.js';
import { forgetOption } from './nodeOptions.js';

/** All that is loaded into the debuggee (`boot.ts`); it makes the program ready to be asked. */
const hearing = process.env[debuggeeVariable];
const lane = process.env[laneVariable];
const isImported = process.execArgv.includes(lastImportUrl);
if (threadStart !== null) {
  join(threadStart.lanes, threadStart.thread, threadStart.parent);
} else if (isMain()) {
  if (hearing !== undefined) {
    Reflect.deleteProperty(process.env, debuggeeVariable);
    hear(JSON.parse(hearing) as Hearing, (message) => ownWork(() => tell(message)));
    begin(startRuntime());
  } else if (lane !== undefined) {
    const settings = JSON.parse(lane) as LaneSettings;
    Reflect.deleteProperty(process.env, laneVariable);
    forgetOption(settings.option);
    join(settings.socket, 0, 0);
  }
}

/** Without loaders no thread of Node's begins before the main one has taken the variable away; to ask costs milliseconds. */
function isMain(): boolean {
  return (hearing !== undefined && !isImported) || process.getBuiltinModule('node:worker_threads').isMainThread;
}

/** Where whoever records is gone, or does not want this process, it runs by itself. */
function join(lanes: string, thread: number, parent: number): void {
  if (!joinLane(lanes, thread)) return;
  let begun: Begun;
  try {
    begun = startRuntime(aboutThread(thread, parent));
  } catch (error) {
    if (error instanceof AdapterGone) return;
    throw error;
  }
  begin(begun);
}

function begin(begun: Begun): void {
  const { lanes } = begun;
  if (lanes !== null) followThreads(lanes.socket, begun.plan);
  if (lanes !== null && lanes.option !== null) followChildren({ socket: lanes.socket, option: lanes.option });
  startInstrumenting(begun, isImported, threadStart === null || threadStart.text === null ? [] : [threadStart.text as AddedText]);
}

function aboutThread(thread: number, parent: number): ThreadAbout {
  const [, program = '', ...args] = process.argv;
  return { pid: process.pid, parentPid: process.ppid, thread, parent, program, args };
}

// What the thread that loads ES modules takes of this file.
export { initialize, load } from './loaderThread.js';
