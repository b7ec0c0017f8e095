import fs, { readFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileFunction } from 'node:vm';

import { leaveUsOut } from '../runtime/traces/thrownThrough.js';
import { ownWork } from '../runtime/realm/ownWork.js';
import { fileOfCaller } from '../runtime/traces/stack.js';

/** What an ES module becomes before V8 sees it. */
type Instrument = (text: string, path: string) => string;

/** Whether Node's loader of ES modules takes what reads a file from `fs.promises` each time: from 20.19 to the end of 20. */
export function canHookReads(): boolean {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  return major === 20 && minor >= 19;
}

/**
 * ES modules pass through the instrumenter where Node's loader reads them. A getter tells the loader from all others, which get what
 * Node has. It costs a loader's thread less than `module.register` would: 50 to 100 milliseconds.
 */
export function hookReads(instrument: Instrument): void {
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
      return fileOfCaller(get) === 'node:internal/modules/esm/load' ? readModule : readFile;
    },
    set(value: typeof readFile) {
      readFile = value;
    },
  });
}

function instrumented(bytes: Uint8Array, url: unknown, instrument: Instrument): unknown {
  const path = fileURLToPath(url as URL);
  const extension = extname(path);
  if (extension !== '.mjs' && extension !== '.js' && extension !== '') return bytes;
  const type = extension === '.mjs' ? 'module' : packageType(dirname(path));
  if (type === 'commonjs') return bytes;
  const text = new TextDecoder().decode(bytes);
  // Node finds out by itself whether it is a module, and reads again what is none.
  if (type !== 'module' && isCommonJs(text)) return bytes;
  const made = instrument(text, path);
  return made === text ? bytes : made;
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
