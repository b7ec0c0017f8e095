import fs, { existsSync, readFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { TextDecoder } from 'node:util';
import vm from 'node:vm';

import { leaveUsOut } from '../runtime/traces/thrownThrough.js';
import { OwnMap } from '../runtime/realm/intrinsics.js';
import { ownWork } from '../runtime/realm/ownWork.js';
import { withoutWarnings } from '../runtime/realm/withoutWarnings.js';
import { fileOfCaller } from '../runtime/traces/stack.js';

/** As Node has it: what the program compiles by the hooked one is code that it made of a text. */
const { compileFunction, Script, constants } = vm;

/** What an ES module becomes before V8 sees it. */
type Instrument = (text: string, path: string) => string;

/** Whether Node's loader of ES modules takes what reads a file from `fs.promises` each time: from 20.19 to the end of 20. */
export function canHookReads(): boolean {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  return major === 20 && minor >= 19;
}

const loader = 'node:internal/modules/esm/load';

/** Has Node make its loader ready. Where our own code is compiled decides nothing here: it may import nothing. */
const importsNothing = "(async () => { try { await import('data:text/javascript,'); } catch {} })()";

/**
 * ES modules pass through the instrumenter where Node's loader reads them. A getter tells the loader from all others, which get what
 * Node has. It costs a loader's thread less than `module.register` would: 50 to 100 milliseconds.
 */
export function hookReads(instrument: Instrument): void {
  hookSyncReads(instrument);
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

/**
 * What a required ES module imports: the loader takes what reads it from `fs` once, when it is first needed. That is had at once, because
 * until then V8 evaluates no question about `fs.readFileSync`: getters of ours may have effects.
 */
function hookSyncReads(instrument: Instrument): void {
  let { readFileSync: readSync } = fs;
  const readModule = (url: unknown): unknown => {
    const bytes = readSync(url as URL);
    return ownWork(() => instrumented(bytes, url, instrument));
  };
  const seen = { configurable: true, enumerable: true };
  Object.defineProperty(fs, 'readFileSync', {
    ...seen,
    get: function get() {
      if (fileOfCaller(get) !== loader) return readSync;
      Object.defineProperty(fs, 'readFileSync', { ...seen, value: readSync, writable: true });
      return readModule;
    },
    set(value: typeof readSync) {
      readSync = value;
    },
  });
  const importing = constants.USE_MAIN_CONTEXT_DEFAULT_LOADER as unknown as () => never;
  const script = new Script(importsNothing, { filename: __filename, importModuleDynamically: importing });
  ownWork(() => withoutWarnings(() => void script.runInThisContext()));
}

function instrumented(bytes: Uint8Array, url: unknown, instrument: Instrument): unknown {
  const path = fileURLToPath(url as URL);
  // The global object's would be made by being named, and listed otherwise than before.
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

/** By the folder of a package; Node, too, reads what one says once. */
const packageTypes = new OwnMap<string, unknown>();

/** The `type` of the nearest package: what its files are. The program may make one that is nearer later. */
export function packageType(folder: string): unknown {
  if (packageTypes.has(folder)) return packageTypes.get(folder);
  const own = typeIn(join(folder, 'package.json'));
  if (own !== null) {
    packageTypes.set(folder, own.type);
    return own.type;
  }
  const above = dirname(folder);
  return above === folder ? undefined : packageType(above);
}

/** Null: there is no such package. Nothing is thrown where none is: an exception costs milliseconds while a debugger stops at all. */
function typeIn(file: string): { readonly type?: unknown } | null {
  if (!existsSync(file)) return null;
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as { readonly type?: unknown } | null;
  } catch {
    return null;
  }
}
