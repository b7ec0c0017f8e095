import type { Runtime } from 'node:inspector';
import { isOwnField } from '../runtime/realm/ownFields.js';

/** Longer texts are cut where they are shown; copying gives all of it. */
const mostCharacters = 10_000;

/** A value in one line, as a developer writes it: 'text', 12, Row {id: 1}, (3) [1, 2, 3]. */
export function valueText(remote: Runtime.RemoteObject): string {
  switch (remote.type) {
    case 'undefined':
      return 'undefined';
    case 'string':
      return quoted(String(remote.value));
    case 'number':
    case 'bigint':
      return remote.unserializableValue ?? String(remote.value);
    case 'boolean':
      return String(remote.value);
    case 'symbol':
      return remote.description ?? 'Symbol()';
    case 'function':
      return functionText(remote.description ?? '');
    default:
      return objectText(remote);
  }
}

/** As `console.log` prints it: texts without quotes. */
export function printedText(remote: Runtime.RemoteObject): string {
  if (remote.type === 'string') return String(remote.value);
  return remote.subtype === 'error' ? (remote.description ?? 'Error') : valueText(remote);
}

function objectText(remote: Runtime.RemoteObject): string {
  const { subtype, preview, className = 'Object', description = className } = remote;
  if (subtype === 'null') return 'null';
  if (subtype === 'error') return description.split('\n')[0] ?? description;
  if (preview === undefined || ['regexp', 'date', 'internal#entry'].includes(subtype ?? '')) return description;
  return previewText(preview);
}

/** What a preview tells of what is below a value: all that is known of it when its program has ended. */
export function previewRows({ preview }: Runtime.RemoteObject): readonly { readonly name: string; readonly text: string }[] {
  const entries = (preview?.entries ?? []).map(({ key, value }, index) => ({
    name: key === undefined ? String(index) : entryText(key),
    text: entryText(value),
  }));
  return [...shownOf(preview?.properties ?? []).map((property) => ({ name: property.name, text: propertyText(property) })), ...entries];
}

const shownOf = (properties: readonly Runtime.PropertyPreview[]): readonly Runtime.PropertyPreview[] =>
  properties.filter(({ name }) => !isOwnField(name));

function previewText({ type, subtype, description = '', properties, entries, overflow }: Runtime.ObjectPreview): string {
  if (type === 'function') return functionText(description);
  const more = overflow ? ['…'] : [];
  if (subtype === 'array' || subtype === 'typedarray') {
    const length = /[([](\d+)[)\]]$/.exec(description)?.[1] ?? '0';
    const name = description.replace(/[([]\d+[)\]]$/, '');
    const elements: string[] = [];
    let next = 0;
    for (const property of shownOf(properties)) {
      const index = /^\d+$/.test(property.name) ? Number(property.name) : null;
      if (index !== null && index > next) elements.push(index - next === 1 ? 'empty' : `empty × ${index - next}`);
      if (index !== null) next = index + 1;
      elements.push(index === null ? `${property.name}: ${propertyText(property)}` : propertyText(property));
    }
    return `${name === 'Array' ? '' : name}(${length}) [${[...elements, ...more].join(', ')}]`;
  }
  if (entries !== undefined) {
    const shown = entries.map(({ key, value }) => (key === undefined ? entryText(value) : `${entryText(key)} => ${entryText(value)}`));
    return `${description} {${[...shown, ...more].join(', ')}}`;
  }
  const own = shownOf(properties).map((property) =>
    property.name.startsWith('[[') ? stateText(property) : `${property.name}: ${propertyText(property)}`,
  );
  const prefix = description === 'Object' ? '' : `${description} `;
  return `${prefix}{${[...own, ...more].join(', ')}}`;
}

function entryText(preview: Runtime.ObjectPreview): string {
  return preview.type === 'string' ? quoted(preview.description ?? '') : previewOrText(preview);
}

function previewOrText(preview: Runtime.ObjectPreview): string {
  return preview.type === 'object' && preview.properties.length > 0 ? previewText(preview) : (preview.description ?? 'null');
}

/** Of promises and boxed values: `[[PromiseState]]: "pending"`. */
function stateText({ name, value = '' }: Runtime.PropertyPreview): string {
  return name === '[[PromiseState]]' ? `<${value}>` : `${name}: ${value}`;
}

function propertyText({ type, subtype, value, valuePreview }: Runtime.PropertyPreview): string {
  if (type === 'accessor') return '(...)';
  if (type === 'string') return quoted(value ?? '');
  if (type === 'function') return 'ƒ';
  if (valuePreview !== undefined) return previewText(valuePreview);
  if (type === 'object' && subtype === undefined && value === 'Object') return '{…}';
  return value ?? type;
}

function functionText(description: string): string {
  if (/^class\b/.test(description)) return /^class\s*[^{]*/.exec(description)?.[0].trim() ?? description;
  const native = description.replace(/\s*\{\s*\[native code\]\s*\}\s*$/, '');
  const head = /^(async\s*)?(function\s*)?(\*\s*)?([^(=]*\([^)]*\))/.exec(native.replace(/\n[^]*/, ''));
  const text = head === null ? (native.split('\n')[0] ?? '') : `${head[1] ?? ''}${head[3] ?? ''}${head[4] ?? ''}`;
  return `ƒ ${text.trim()}`;
}

function quoted(text: string): string {
  const shown = text.length > mostCharacters ? `${text.slice(0, mostCharacters)}…` : text;
  const escaped = shown.replace(/[\\\n\r\t\0]/g, (sign) => escapes[sign] ?? sign);
  return escaped.includes("'") && !escaped.includes('"') ? `"${escaped}"` : `'${escaped.replaceAll("'", "\\'")}'`;
}

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t', '\0': '\\0' };

/** The number of elements of an array; null if it is none. */
export function arrayLength({ subtype, description }: Runtime.RemoteObject): number | null {
  if (subtype !== 'array' && subtype !== 'typedarray') return null;
  return Number(/[([](\d+)[)\]]$/.exec(description ?? '')?.[1] ?? 0);
}
