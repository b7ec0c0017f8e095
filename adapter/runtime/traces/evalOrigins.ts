import type { createHash } from 'node:crypto';
import { OwnMap } from '../realm/intrinsics.js';

/**
 * Where code was made of texts, as V8 says it of a frame (`eval at f (file:1:2)`): what stands in for a constructor of functions is what V8
 * says itself then. By the text that V8 compiles.
 */
const origins = new OwnMap<string, string>();
/** The same, by what V8 says of that text: it is only asked for where a trace is written. */
const byHash = new OwnMap<string, string>();
let kept = 0;
/** Loaded when it is needed: it takes longer than all of Node that most programs use. */
let hashing: typeof createHash | undefined;

/** In UTF-16 units. */
const mostKept = 1 << 22;

/** Remembers where the program made code of a text, within a budget of characters. */
export function rememberOrigin(text: string, origin: string): void {
  hashing ??= process.getBuiltinModule('node:crypto').createHash;
  if (!origins.has(text)) kept += text.length;
  if (kept > mostKept) return;
  origins.set(text, origin);
  byHash.clear();
}

export function originOfScript(hash: string): string | undefined {
  if (byHash.size === 0)
    origins.forEach((origin, text) => {
      if (hashing !== undefined) byHash.set(hashing('sha256').update(text).digest('hex'), origin);
    });
  return byHash.get(hash);
}
