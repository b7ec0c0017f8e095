import picomatch from 'picomatch';

/** Folders whose names begin with a dot are as others; `[!a]` is as in a shell; `@(a)` is the name of a file. */
const options = { dot: true, posix: true, noextglob: true, nonegate: true, strictBrackets: true };

/**
 * Whether a path (with `/`, relative to the folder that the globs speak of) matches one of the globs: `*` and `?` within a name, `**`
 * across folders, `{a,b}` for either, `[a-z]` for one character. A glob that names a folder covers all that is below it.
 */
export function matchesGlob(path: string, globs: readonly string[]): boolean {
  return globs.some((glob) => matcherOf(glob)(path));
}

const matchers = new Map<string, (path: string) => boolean>();

function matcherOf(glob: string): (path: string) => boolean {
  const matcher = matchers.get(glob) ?? newMatcher(glob.replace(/^\.?\//, '').replace(/\/$/, ''));
  matchers.set(glob, matcher);
  return matcher;
}

function newMatcher(glob: string): (path: string) => boolean {
  if (glob === '') return () => false;
  try {
    return picomatch([glob, `${glob}/**`], options);
  } catch {
    return () => false; // A glob that cannot be understood matches nothing.
  }
}
