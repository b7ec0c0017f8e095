import { runsLater, writesOfCode, type CodeWrites } from '../../instrument/writesOfCode.js';
import type { Resolved } from '../seen/resolve.js';
import type { SeenRun } from '../seen/seenRun.js';

/** What is asked of a place. */
type Written = Pick<Resolved, 'key' | 'declaration' | 'isGlobal'>;

/**
 * Why code that the program made of a text may have changed a place between two times, as a sentence; null when none may have. Natives that
 * such code calls are seen, and functions of the program's own texts. `isDirect`: only code that is given to `eval` by this name is meant.
 */
export async function codeSince(run: SeenRun, place: Written, before: number, after: number, isDirect = false): Promise<string | null> {
  if (place.key.kind === 'entry') return null;
  const isLexical = place.key.kind === 'private' || (place.key.kind === 'variable' && place.declaration !== null);
  const codes = await run.events.code();
  const found = codes.find((code) => {
    if (code.first > before || ((isLexical || isDirect) && !code.isDirect)) return false;
    const writes = writesOfCode(code.text);
    return writes === null || ((runsLater(code) || code.last > after) && mayWrite(writes, place, run));
  });
  return found === undefined ? null : `Code that the program made of a text may have written it${run.placeOf(found.site)}.`;
}

function mayWrite({ names, variables, isComputed }: CodeWrites, { key, declaration, isGlobal }: Written, run: SeenRun): boolean {
  switch (key.kind) {
    case 'variable': {
      const name = declaration === null ? undefined : run.texts.text(declaration.path)?.scopes.bindingAt.get(declaration.offset)?.name;
      return name === undefined || variables.has(name);
    }
    case 'property':
      return isComputed || names.has(key.name) || (isGlobal && variables.has(key.name));
    case 'private':
      return names.has(key.name);
    case 'symbol':
      return isComputed;
    case 'entry':
      return false;
  }
}
