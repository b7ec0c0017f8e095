import fs, { readFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import vm from 'node:vm';

import { leaveUsOut } from '../runtime/traces/thrownThrough.js';
import { ownWork } from '../runtime/realm/ownWork.js';
import { fileOfCaller } from '../runtime/traces/stack.js';

/** As Node has it: what the program compiles by the hooked one is code that it made of a text. */
const { compileFunction } = vm;

/** What an ES module becomes before V8 sees it. */
type Instrument = (text: string, path: string) => string;

/** Whether Node's loader of ES modules takes what reads a file from `fs.promises` each time: from 20.19 to the end of 20. */
export function canHookReads(): boolean {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  return major === 20 && minor >= 19;
}

/** What the modules pass that a required ES module imports; null until modules are seen where they are read. */
let ofSyncReads: Instrument | null = null;

/**
 * Has what a required ES module imports be read by us: Node's loader takes what reads it from `fs` once, when it is first needed.
 * Nothing changes before `hookReads`.
 */
export function prepareSyncReads(): void {
  let { readFileSync: readSync } = fs;
  const readModule = (url: unknown): unknown => {
    const bytes = readSync(url as URL);
    const instrument = ofSyncReads;
    return instrument === null ? bytes : ownWork(() => instrumented(bytes, url, instrument));
  };
  Object.defineProperty(fs, 'readFileSync', {
    configurable: true,
    enumerable: true,
    get: function get() {
      if (fileOfCaller(get) !== loader) return readSync;
      Object.defineProperty(fs, 'readFileSync', { value: readSync, configurable: true, enumerable: true, writable: true });
      return readModule;
    },
    set(value: typeof readSync) {
      readSync = value;
    },
  });
}

const loader = 'node:internal/modules/esm/load';

/**
 * ES modules pass through the instrumenter where Node's loader reads them. A getter tells the loader from all others, which get what
 * Node has. It costs a loader's thread less than `module.register` would: 50 to 100 milliseconds.
 */
export function hookReads(instrument: Instrument): void {
  ofSyncReads = instrument;
  let { readFile } = fs.promises;
  const readModule = async (url: unknown): Promise<unknown> => {
    try {
      const bytes = await readFile(url as URL);
      return ownWork(() => instrumented(bytes, url, instrument));
    } catch (error) {
      leaveUsOut(error);
      throw error;
    }
  };
  Object.defineProperty(fs.promises, 'readFile', {
    configurable: true,
    enumerable: true,
    get: function get() {
      return fileOfCaller(get) === loader ? readModule : readFile;
    },
    set(value: typeof readFile) {
      readFile = value;
    },
  });
}

function instrumented(bytes: Uint8Array, url: unknown, instrument: Instrument): unknown {
  const path = fileURLToPath(url as URL);
  const text = new TextDecoder().decode(bytes);
  if (!isModule(text, path)) return bytes;
  const made = instrument(text, path);
  return made === text ? bytes : made;
}

/** Whether Node takes the text of a file for an ES module: where no package says so, it finds out by itself. */
export function isModule(text: string, path: string): boolean {
  const extension = extname(path);
  if (extension !== '.mjs' && extension !== '.js' && extension !== '') return false;
  const type = extension === '.mjs' ? 'module' : packageType(dirname(path));
  return type === 'module' || (type !== 'commonjs' && !isCommonJs(text));
}

function isCommonJs(text: string): boolean {
  try {
    compileFunction(text, ['exports', 'require', 'module', '__filename', '__dirname']);
    return true;
  } catch {
    return false;
  }
}

/** The `type` of the nearest package: what its files are. */
export function packageType(folder: string): unknown {
  for (let at = folder; ; at = dirname(at)) {
    try {
      return (JSON.parse(readFileSync(join(at, 'package.json'), 'utf8')) as { readonly type?: unknown }).type;
    } catch {
      if (dirname(at) === at) return undefined;
    }
  }
}
