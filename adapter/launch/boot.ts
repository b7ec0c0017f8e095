import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type * as WorkerThreads from 'node:worker_threads';
import { evaluateKept } from '../../server/files/keptCode.js';
import type * as Debuggee from './debuggee.js';
import { debuggeeVariable } from './environment.js';
import { laneVariable, threadStartName } from './laneSettings.js';
import { ownJson } from '../runtime/realm/ownJson.js';
import { threadStartKey } from '../runtime/realm/threadStart.js';
import { leaveNoTraces } from './ownTraces.js';

/**
 * What `--require` loads into the debuggee, before the program (`dist/runtime.cjs`). The rest is a file of its own, `dist/debuggee.cjs`,
 * of which V8's code is kept from one run to the next: to compile it takes half of the time until the program begins. It takes this
 * file's name, so that no frame of it is the program's. Threads and child processes that the program starts load this again, because
 * they get its arguments: without the variable they need no more of it.
 */
let loaded: typeof Debuggee | undefined;

/** What we use of the global object, as it was before the program began: a program may empty it. */
const keptGlobals =
  'Array,ArrayBuffer,Atomics,BigInt,Boolean,Buffer,DataView,Date,Error,Float64Array,Int32Array,Map,Math,Number,Object,Promise,Proxy,' +
  'RangeError,Reflect,RegExp,Set,SharedArrayBuffer,String,Symbol,TypeError,Uint8Array,WeakMap,WeakRef,WeakSet,isNaN,process,queueMicrotask,setTimeout';

function debuggee(): typeof Debuggee {
  return (loaded ??= loadDebuggee());
}

if (process.env[debuggeeVariable] !== undefined || process.env[laneVariable] !== undefined || isRecordedThread()) debuggee();
leaveNoTraces(module, require);

// What the thread that loads ES modules takes of this file.
for (const name of ['initialize', 'load'] as const) Object.defineProperty(exports, name, { enumerable: true, get: () => debuggee()[name] });

/** Whether a recorded program has started this thread; what it was given is put where our files look for it. */
function isRecordedThread(): boolean {
  const { isMainThread, getEnvironmentData, setEnvironmentData } = process.getBuiltinModule('node:worker_threads');
  const start = isMainThread ? undefined : getEnvironmentData(threadStartName);
  if (start === undefined) return false;
  setEnvironmentData(threadStartName, undefined as unknown as WorkerThreads.Serializable);
  Object.defineProperty(globalThis, threadStartKey, { value: start, configurable: true });
  return true;
}

type Loading = (module: object, require: NodeJS.Require, filename: string, dirname: string, json: typeof ownJson) => void;

function loadDebuggee(): typeof Debuggee {
  const file = join(__dirname, 'debuggee.cjs');
  const text = `(function (module, require, __filename, __dirname, JSON) {"use strict";const {${keptGlobals}}=globalThis;${readFileSync(file, 'utf8')}\n})`;
  const { value, keep } = evaluateKept(file, text, __filename);
  const module = { exports: {} as typeof Debuggee };
  (value as Loading)(module, require, __filename, __dirname, ownJson);
  keep();
  return module.exports;
}
