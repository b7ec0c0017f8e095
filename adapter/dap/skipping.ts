import picomatch from 'picomatch';
import { isBuiltin } from 'node:module';
import { isAbsolute } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { V8Position } from './position.js';
import type { SourceMap } from './sourceMap.js';

/** The name of scripts of ours that run in the program and may stop it: none of their frames is shown. */
export const ownScript = 'whence-internal.js';

/** The name of functions of ours that run in the program and in which it never stops. */
export const quietScript = 'whence-quiet.js';

/** The name of what is loaded before the program, which it may call. */
const hookScript = 'whence-hook.js';

const nodeInternals = '<node_internals>';

/** Which sources are stepped over and shown faintly (`skipFiles`): globs, of which the last that matches decides, and single files toggled by hand. */
export class SkipList {
  private readonly rules: readonly { readonly isSkipped: boolean; matches(name: string): boolean }[];
  private readonly toggled = new Map<string, boolean>();

  constructor(patterns: readonly string[]) {
    this.rules = patterns.map((pattern) => {
      const isSkipped = !pattern.startsWith('!');
      const glob = (isSkipped ? pattern : pattern.slice(1)).replaceAll('\\', '/');
      if (glob.startsWith(nodeInternals)) {
        const matchesInternal = picomatch(glob.slice(nodeInternals.length + 1) || '**', { dot: true });
        return { isSkipped, matches: (name) => isInternal(name) && matchesInternal(name.replace(/^node:/, '')) };
      }
      const matchesPath = picomatch(glob.startsWith('/') || /^[a-z]:/i.test(glob) || glob.startsWith('**') ? glob : `**/${glob}`, {
        dot: true,
      });
      return { isSkipped, matches: (name) => !isInternal(name) && matchesPath(name.replaceAll('\\', '/')) };
    });
  }

  /** Of a path, or a URL where a source is no file. */
  isSkipped(name: string): boolean {
    return (
      name === hookScript ||
      name === hiddenScript ||
      (this.toggled.get(name) ?? this.rules.findLast((rule) => rule.matches(name))?.isSkipped ?? false)
    );
  }

  toggle(name: string): void {
    this.toggled.set(name, !this.isSkipped(name));
  }

  /** Where skipping begins and ends in a script, alternately, as V8 takes it; empty when nothing is skipped. */
  rangesOf(name: string, map: SourceMap | null): readonly V8Position[] {
    const start = { line: 0, column: 0 };
    if (map === null) return this.isSkipped(name) ? [start] : [];
    const changes: V8Position[] = [];
    let isSkipping: boolean | null = null;
    for (const { start: at, source } of map.stretches()) {
      // What no source has goes with what stands before it.
      if (source === null) continue;
      const isNow = this.isSkipped(source);
      if (isNow !== (isSkipping ?? false)) changes.push(isSkipping === null ? start : at);
      isSkipping = isNow;
    }
    return changes;
  }
}

/** A file of ours that is loaded into the program. */
let hiddenScript: string | null = null;
let hiddenUrl: string | null = null;

/** From now on no frame of this file is shown. */
export function hideScript(path: string): void {
  hiddenScript = path;
  hiddenUrl = pathToFileURL(path).href;
}

/** Whether a script of this URL is ours. */
export function isOwnScript(url: string): boolean {
  if (url === hiddenScript || url === hiddenUrl) return true;
  return url === ownScript || url === quietScript || url === hookScript;
}

export function isInPackage(path: string): boolean {
  return /[\\/]node_modules[\\/]/.test(path);
}

export function isInternal(url: string): boolean {
  return url.startsWith('node:') || isBuiltin(url);
}

/** Whether a script of this URL is a file. Node 22 names what it has made of a CommonJS file with types by its path. */
export function isFileUrl(url: string): boolean {
  return url.startsWith('file:') || isAbsolute(url);
}

/** The path of a script that is a file, else its URL. */
export function nameOf(url: string): string {
  try {
    return url.startsWith('file:') ? fileURLToPath(url) : url;
  } catch {
    return url;
  }
}
