import type { ValueReport } from '../../events/rows.js';
import type { Resolved } from '../seen/resolve.js';
import type { SeenRun } from '../seen/seenRun.js';

/** Whether something is there that must have come from somewhere. */
export function isGiven({ value, key }: Pick<Resolved, 'value' | 'key'>): boolean {
  if (value === null || value.kind === 'absent' || key.kind === 'private') return false;
  return (
    value.kind === 'object' || (value.type !== 'undefined' && !(key.kind === 'entry' && (value.text === 'false' || value.type === 'null')))
  );
}

/** What functions, arrays and expressions come with, however they are made. */
export function isOfBirth(
  { key, value }: Pick<Resolved, 'value' | 'key'>,
  { type, className }: Extract<ValueReport, { kind: 'object' }>,
  birth: string | null,
): boolean {
  if (/^(module|arguments|proxy)$/.test(type)) return true;
  if (key.kind !== 'property') return type === 'function';
  if (type === 'function' && /^(name|length|prototype|arguments|caller)$/.test(key.name)) return true;
  // Memory that was made before its view holds nothing but noughts until something is written to it.
  const isNought =
    value?.kind === 'primitive' && /^-?0$/.test(value.text) && /^(?:Big)?(?:Int|Uint|Float)\d+(?:Clamped)?Array$/.test(className);
  return (
    // Of a list that nobody was seen to make, code that is not seen may have changed the length.
    (type === 'array' && key.name === 'length' && birth !== null) ||
    (className === 'RegExp' && key.name === 'lastIndex') ||
    (isNought && birth === 'new')
  );
}

/** Whether some text of the program declares a static member of this name, with which its class comes into being. */
export function isStatic(run: SeenRun, { key }: Pick<Resolved, 'key'>, { type }: Extract<ValueReport, { kind: 'object' }>): boolean {
  if (type !== 'function' || key.kind !== 'property') return false;
  const { name } = key;
  return run.texts.probedPaths.some((path) => {
    const source = run.texts.text(path)?.text ?? '';
    return source.includes(name) && /\bstatic\b/.test(source);
  });
}
