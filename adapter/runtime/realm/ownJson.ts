const { parse, stringify } = JSON;
const { isArray } = Array;
const { keys } = Object;
const { prototype: arrays } = Array;
const { isFinite } = Number;

/**
 * JSON as it was before the program began, for what we send: the program may wrap `JSON.stringify`, and its own `toJSON` must not be asked. What
 * is written is plain data: no dates, no bigints.
 */
export const ownJson: Pick<typeof JSON, 'parse' | 'stringify'> = { parse, stringify: write };

function write(value: unknown): string {
  // Arrays inherit from all objects, too.
  return 'toJSON' in arrays ? written(value) : stringify(value);
}

/** As `JSON.stringify` writes it, which would ask a `toJSON` that all objects have. */
function written(value: unknown): string {
  if (typeof value !== 'object' || value === null)
    return typeof value === 'number' && !isFinite(value) ? 'null' : (stringify(value) ?? 'null');
  return isArray(value) ? writtenArray(value) : writtenObject(value as Readonly<Record<string, unknown>>);
}

function writtenArray(list: readonly unknown[]): string {
  let text = '';
  for (let at = 0; at < list.length; at++) text += `${at === 0 ? '' : ','}${written(list[at])}`;
  return `[${text}]`;
}

function writtenObject(object: Readonly<Record<string, unknown>>): string {
  const names = keys(object);
  let text = '';
  for (let at = 0; at < names.length; at++) {
    const name = names[at] ?? '';
    const value = object[name];
    if (value === undefined || typeof value === 'function') continue;
    text += `${text === '' ? '' : ','}${stringify(name)}:${written(value)}`;
  }
  return `{${text}}`;
}
