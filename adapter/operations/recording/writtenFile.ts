import { closeSync, constants, fchmodSync, fstatSync, lstatSync, openSync, statSync, unlinkSync, writeSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import { makeFolder } from '../madeFolder.js';
import { recordingsFolder } from './recordingsFolder.js';

/** A file that a recording is written to. Only this user reads it. */
export class WrittenFile {
  private readonly descriptor: number;
  /** How many bytes were written. */
  bytes = 0;
  /** Why it could not be written on, as a sentence. */
  failure: string | null = null;

  /** Two recorders never write one file: who is forced makes a new one in its place. Throws one sentence for the user. */
  constructor(
    readonly path: string,
    isForced: boolean,
  ) {
    this.descriptor = opened(path, isForced);
  }

  /** Appends. After a failure nothing more is written: what is there stays readable. */
  write(content: Buffer): void {
    if (this.failure !== null) return;
    try {
      for (let done = 0; done < content.length;) done += writeSync(this.descriptor, content, done);
      this.bytes += content.length;
    } catch (error) {
      this.failure = `${this.path} cannot be written: ${codeOf(error)}.`;
    }
  }

  /** Says so where what was written is no longer what the path leads to. */
  close(): void {
    if (!isAt(this.path, this.descriptor)) this.failure ??= `${this.path} was removed or replaced while it was written.`;
    closeSync(this.descriptor);
  }
}

function isAt(path: string, descriptor: number): boolean {
  try {
    const [found, written] = [statSync(path, { bigint: true }), fstatSync(descriptor, { bigint: true })];
    return found.ino === written.ino && found.dev === written.dev;
  } catch {
    return false;
  }
}

/** Two that are forced at once remove what the other has just made: one of them tries again. */
const mostTries = 10;

function opened(file: string, isForced: boolean, tries = 1): number {
  const { O_CREAT, O_EXCL, O_TRUNC, O_WRONLY } = constants;
  try {
    // Somebody may read the file that is there, or still write it.
    const isFree = !isForced || isRemoved(file);
    // A pipe that nobody reads is opened at once, and found out.
    const flags = O_WRONLY | O_CREAT | (constants.O_NONBLOCK ?? 0) | (isFree ? O_EXCL : O_TRUNC);
    const descriptor = openSync(file, flags, 0o600);
    if (!fstatSync(descriptor).isFile()) {
      closeSync(descriptor);
      throw new Error(`${file} is no file.`);
    }
    if (!isFree) fchmodSync(descriptor, 0o600);
    return descriptor;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    if (code === 'EEXIST' && isForced && tries < mostTries) return opened(file, isForced, tries + 1);
    if (code === 'EEXIST') throw new Error(`${file} is there already: --force replaces it.`);
    if (code === 'ENOENT') throw new Error(`${dirname(file)}: There is no such folder.`);
    throw new Error(`${file} cannot be written: ${code}.`);
  }
}

/** Whether a file is no longer there. One that a link leads to, and where nothing can be removed, is written over. */
function isRemoved(file: string): boolean {
  try {
    const status = lstatSync(file, { throwIfNoEntry: false });
    if (status === undefined) return true;
    if (!status.isFile()) return false;
    unlinkSync(file);
    return true;
  } catch {
    return false;
  }
}

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? String(error);

/** Where recordings go: one file, or a folder with a file for each process. */
export type RecordingPlace = { readonly kind: 'file'; readonly path: string } | { readonly kind: 'folder'; readonly path: string };

/** `out`: absolute, a file, or a folder, which ends in a separator or is there; null: this user's data folder. */
export function recordingPlace(out: string | null, program: string, hasManyProcesses: boolean): RecordingPlace {
  if (out !== null && !out.endsWith(sep) && !isDirectory(out)) return { kind: 'file', path: out };
  if (out !== null) return { kind: 'folder', path: made(out) };
  const folder = recordingsFolder();
  const name = `${shortName(program)}-${now()}`;
  if (hasManyProcesses) return { kind: 'folder', path: made(join(folder, name)) };
  return { kind: 'file', path: join(made(folder), `${name}.trace`) };
}

/** The file of a process in a folder; only the first of a run has no number when it is made. */
export function fileInFolder(folder: string, program: string, pid?: number): string {
  return join(folder, `${shortName(program)}-${now()}${pid === undefined ? '' : `-${pid}`}.trace`);
}

function shortName(program: string): string {
  const name = basename(program === '' ? 'node' : program).replace(/\.[cm]?[jt]sx?$/, '');
  return name.replace(/[^\w.@+-]/g, '_').slice(0, 80);
}

function now(): string {
  return new Date().toISOString().replace(/[:.]/g, '');
}

function made(folder: string): string {
  try {
    makeFolder(folder);
  } catch (error) {
    throw new Error(`${folder} cannot be made: ${codeOf(error)}.`, { cause: error });
  }
  return folder;
}

function isDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
