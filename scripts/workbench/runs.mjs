import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { workbenchFolder } from './pins.mjs';

const runs = join(workbenchFolder, 'runs');
let isSwept = false;

/** A new folder for what this process writes. Whatever ended processes left behind goes. */
export function runFolder(what) {
  mkdirSync(runs, { recursive: true });
  if (!isSwept) removeLeftovers(runs, /^(\d+)-/);
  isSwept = true;
  return mkdtempSync(join(runs, `${process.pid}-${what}-`));
}

/** Removes what is named after a process, by the pattern's first group, that has ended. */
export function removeLeftovers(folder, pattern) {
  for (const entry of readdirSync(folder)) {
    const pid = pattern.exec(entry)?.[1];
    if (pid !== undefined && !isRunning(Number(pid))) removeFolder(join(folder, entry));
  }
}

/** Tries again while a process that is about to end still writes there. */
export function removeFolder(folder) {
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
