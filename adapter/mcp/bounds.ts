import { existsSync, realpathSync } from 'node:fs';
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import { Refused } from './tool.js';

/** The folder that calls may name files of; links that lead out of it are outside. */
export class Bounds {
  /** Absolute, without links. */
  readonly root: string;

  /** Throws one sentence when there is no such folder. */
  constructor(folder: string) {
    if (!existsSync(folder)) throw new Refused(`--root ${folder}: There is no such folder.`);
    this.root = realpathSync(folder);
  }

  /** The absolute path of a file or folder, which need not exist. Throws one sentence when it is outside. */
  inside(path: string): string {
    const absolute = resolve(this.root, path);
    if (!isBelow(this.root, realPath(absolute)))
      throw new Refused(`${path} is outside of ${this.root}, the folder of this server. Name a path below it.`);
    return absolute;
  }

  /** As `inside`, and there must be such a file or folder. An empty path names none. */
  existing(path: string): string {
    if (path === '') throw new Refused('A path is empty: leave it out, or name a file or folder.');
    const absolute = this.inside(path);
    if (!existsSync(absolute)) throw new Refused(`${path}: There is no such file or folder in ${this.root}.`);
    return absolute;
  }
}

/** Of what does not exist, the folder that does and the rest of the path. */
function realPath(path: string): string {
  if (existsSync(path)) return realpathSync(path);
  const parent = dirname(path);
  return parent === path ? path : resolve(realPath(parent), path.slice(parent.length).replace(/^[\\/]+/, ''));
}

function isBelow(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}
