import { fstatSync } from 'node:fs';

/**
 * The number of the file, pipe or socket that a descriptor leads to. Not as a double: Node keeps the doubles of its last look at a file, and
 * resolves no symbolic link behind them when they are those of a pipe or socket (`fs.realpathSync`, with the cache of `require`). Throws
 * Node's error for a descriptor that is not open.
 */
export function inodeOf(descriptor: number): bigint {
  return fstatSync(descriptor, { bigint: true }).ino;
}
