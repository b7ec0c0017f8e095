import { closeSync, constants, fstatSync, openSync, readFileSync, readSync } from 'node:fs';

/** The announcement that a process writes before it waits. */
export interface Announcement {
  readonly pid: number;
  readonly parentPid: number;
  readonly node: string;
  readonly url: string;
  readonly program: string;
}

/** Longer is no announcement. */
const mostBytes = 1 << 16;

/**
 * What a file of the rendezvous folder says; null where it says nothing that a hook of ours would: the program may write there, too. `folder`
 * is the session's, whose name the process must carry, unless it is the one that was there before the session (`awaited`).
 */
export function readAnnouncement(path: string, folder: string, awaited: number | null): Announcement | null {
  try {
    const said = JSON.parse(readPlainFile(path)) as Readonly<Record<string, unknown>> | null;
    const { pid, parentPid, node, url, program } = said ?? {};
    if (!isNumber(pid) || !isNumber(parentPid) || typeof node !== 'string' || typeof url !== 'string' || typeof program !== 'string')
      return null;
    const isInspector = /^ws:\/\/[^/\s]+\/[\w-]+$/.test(url);
    const isOurs = pid === awaited || (pid > 1 && pid !== process.pid && isOfSession(pid, folder));
    return isInspector && isOurs ? { pid, parentPid, node, url, program } : null;
  } catch {
    return null;
  }
}

function isNumber(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

/** The content of a regular file: what would keep us waiting, or never end, is not read. */
function readPlainFile(path: string): string {
  const descriptor = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  try {
    const status = fstatSync(descriptor);
    if (!status.isFile() || status.size > mostBytes) return '';
    const bytes = Buffer.alloc(status.size);
    return bytes.toString('utf8', 0, readSync(descriptor, bytes));
  } finally {
    closeSync(descriptor);
  }
}

/** Whether a process is there that was started with the session's name, as far as the system shows that. */
function isOfSession(pid: number, folder: string): boolean {
  if (process.platform !== 'linux') return true;
  try {
    return readFileSync(`/proc/${pid}/environ`).includes(folder);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ENOENT';
  }
}
