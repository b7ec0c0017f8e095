import { relative, resolve } from 'node:path';
import type { AttachConfiguration, LaunchConfiguration } from './configuration.js';

/** The path here of a file of the debuggee, which may live elsewhere. */
export function localPath(configuration: LaunchConfiguration | AttachConfiguration, path: string): string {
  return moved(path, configuration, 'remoteRoot', 'localRoot');
}

/** The path there of a file of the user's. */
export function remotePath(configuration: LaunchConfiguration | AttachConfiguration, path: string): string {
  return moved(path, configuration, 'localRoot', 'remoteRoot');
}

function moved(
  path: string,
  configuration: LaunchConfiguration | AttachConfiguration,
  from: 'localRoot' | 'remoteRoot',
  to: typeof from,
): string {
  if (configuration.kind === 'launch') return path;
  const [start, end] = [configuration[from], configuration[to]];
  if (start === null || end === null) return path;
  const inside = relative(start, path);
  return inside.startsWith('..') ? path : resolve(end, inside);
}
