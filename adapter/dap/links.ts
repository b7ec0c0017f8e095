import { realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, sep } from 'node:path';
import picomatch from 'picomatch';

/**
 * Paths as users and Node write them. Node resolves symbolic links when it loads a file, so inside the adapter every name is resolved;
 * the client is given a file by the path that it knows, so that no second editor opens for it.
 */
export class Links {
  /** From the real path of a folder to the one that the user names. */
  private readonly named = new Map<string, string>();

  /** @param arePreserved whether Node was told to leave links as they are; then no path is changed */
  constructor(private readonly arePreserved = false) {}

  /** The real path of a file or folder that a user names; what does not exist stays as it is. */
  resolve(path: string): string {
    const real = this.real(path);
    if (real !== path) this.remember(path, real);
    return real;
  }

  /** The real path of what nobody but a program has named. */
  real(path: string): string {
    if (this.arePreserved) return path;
    try {
      return realpathSync(path);
    } catch {
      return path;
    }
  }

  /** A glob whose folders, down to the first that holds a wildcard, are resolved; a leading `!` stays. */
  resolveGlob(glob: string): string {
    const { base, glob: rest, negated } = picomatch.scan(glob);
    if (!isAbsolute(base)) return glob;
    const real = this.resolve(base);
    if (real === base) return glob;
    return `${negated ? '!' : ''}${real.replaceAll(sep, '/')}${rest === '' ? '' : `/${rest}`}`;
  }

  /** The path under which the user knows a file. */
  userPath(real: string): string {
    for (let folder = real; dirname(folder) !== folder; folder = dirname(folder)) {
      const named = this.named.get(folder);
      if (named !== undefined) return join(named, real.slice(folder.length));
    }
    return real;
  }

  /** The highest folders of the two paths that are the same folder stand for all below them. */
  private remember(path: string, real: string): void {
    let [from, to] = [real, path];
    while (basename(from) === basename(to) && this.real(dirname(to)) === dirname(from) && dirname(to) !== dirname(from))
      [from, to] = [dirname(from), dirname(to)];
    this.named.set(from, to);
  }
}
