import type { ValueReport } from './rows.js';

/** A value as `whence.why/1` and `whence.query/1` print it: JSON where JSON has it; undefined, no member, where a place did not exist. */
export function jsonValue(value: ValueReport | null): unknown {
  if (value === null || value.kind === 'absent') return undefined;
  if (value.kind === 'object') return { object: `${value.className}#${value.id}`, preview: value.preview };
  const { type, text } = value;
  switch (type) {
    case 'undefined':
      return { undefined: true };
    case 'null':
      return null;
    case 'boolean':
      return text === 'true';
    case 'string':
      return value.length === undefined ? text : { length: value.length };
    case 'bigint':
      return { bigint: text };
    case 'symbol':
      return { symbol: text };
    case 'number':
      return /^(NaN|-?Infinity|-0)$/.test(text) ? { number: text } : Number(text);
  }
}

/** The value that such JSON stands for; null when it stands for none. Of an object its number alone counts, and of a symbol its text. */
export function valueOfJson(json: unknown): ValueReport | null {
  if (json === null) return { kind: 'primitive', type: 'null', text: 'null' };
  if (typeof json === 'boolean') return { kind: 'primitive', type: 'boolean', text: String(json) };
  if (typeof json === 'string') return { kind: 'primitive', type: 'string', text: json };
  if (typeof json === 'number') return { kind: 'primitive', type: 'number', text: Object.is(json, -0) ? '-0' : String(json) };
  if (typeof json !== 'object') return null;
  const [key, value] = Object.entries(json)[0] ?? [];
  switch (key) {
    case 'undefined':
      return { kind: 'primitive', type: 'undefined', text: 'undefined' };
    case 'number':
      return /^(NaN|-?Infinity|-0)$/.test(String(value)) ? { kind: 'primitive', type: 'number', text: String(value) } : null;
    case 'bigint':
      return /^-?\d+$/.test(String(value)) ? { kind: 'primitive', type: 'bigint', text: String(value) } : null;
    case 'symbol':
      return typeof value === 'string' ? { kind: 'primitive', type: 'symbol', text: value } : null;
    case 'length':
      return typeof value === 'number' ? { kind: 'primitive', type: 'string', text: '', length: value } : null;
    case 'object': {
      const [, className = '', id] = /^(.*)#(\d{1,15})$/.exec(String(value)) ?? [];
      return id === undefined ? null : { kind: 'object', id: Number(id), className, preview: '', type: 'object' };
    }
    default:
      return null;
  }
}
