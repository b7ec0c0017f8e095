import { resolve } from 'node:path';
import { findSourceFiles } from '../../server/check/sourceFiles.js';
import { printGraph } from '../../server/threads/thread.js';
import { builtFile } from './built.js';

/** The control-flow graphs of a file's functions, as text. Rejects with one sentence for the user. */
export async function graphs(path: string, cwd: string): Promise<string> {
  const file = resolve(cwd, path);
  const { files, errors } = findSourceFiles(cwd, [path]);
  if (errors[0] !== undefined) throw new Error(errors[0].message);
  if (files[0] !== file) throw new Error('It is a folder, not a file.');
  return printGraph(file, cwd, { worker: builtFile('worker.js') });
}
