import { homedir } from 'node:os';
import { join } from 'node:path';

/** The folder of this user's data in which recordings are kept that were given no place. */
export function recordingsFolder(): string {
  return join(dataFolder(), 'whence', 'recordings');
}

function dataFolder(): string {
  const { XDG_DATA_HOME, LOCALAPPDATA } = process.env;
  if (process.platform === 'win32') return LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local');
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support');
  return XDG_DATA_HOME !== undefined && XDG_DATA_HOME !== '' ? XDG_DATA_HOME : join(homedir(), '.local', 'share');
}
