import vm from 'node:vm';
import type { Callable } from '../realm/disguise.js';
import { OwnMap } from '../realm/intrinsics.js';
import { ownWork } from '../realm/ownWork.js';
import { withoutWarnings } from '../realm/withoutWarnings.js';

/** The name of the functions through which code is made that may import: it is in no trace. */
export const importerName = '__w_importer';

/** Calls a native: `Reflect.apply`, or `Reflect.construct`. */
export type Call = (target: Callable, second: unknown, third: unknown) => unknown;

/** By file: calls what it is given, as if code of this file did. */
const importers = new OwnMap<string, (call: Call, ...values: Parameters<Call>) => unknown>();

/** A program with more files has what its code imports resolved as if nothing was known of the file. */
const mostImporters = 4096;

/** Whether code made of a text may import: then it must be known from where. */
export function mayImport(text: string): boolean {
  return text.includes('import');
}

/**
 * A function that calls a native which makes code, so that the code imports as the file does that asked for it. V8 takes that from the
 * innermost function on the stack which was written in JavaScript, which would be ours. Null where this Node knows no such thing.
 */
export function importerOf(file: string): ((call: Call, ...values: Parameters<Call>) => unknown) | null {
  const loader: unknown = Reflect.get(vm.constants, 'USE_MAIN_CONTEXT_DEFAULT_LOADER');
  const known = importers.get(file);
  if (known !== undefined) return known;
  if (loader === undefined || importers.size >= mostImporters) return null;
  return ownWork(() => {
    try {
      const trial = importers.size === 0 ? `import('node:vm');` : '';
      const text = `${trial}(function ${importerName}(call,target,second,third){return call(target,second,third)})`;
      const script = new vm.Script(text, { filename: file, importModuleDynamically: loader as never });
      // That Node tries this option out is nothing to the program: it says so at the first import.
      const importer = withoutWarnings(() => script.runInThisContext()) as (call: Call, ...values: Parameters<Call>) => unknown;
      importers.set(file, importer);
      return importer;
    } catch {
      return null;
    }
  });
}
