import type { ValueReport } from '../../events/rows.js';

/** What is shown of a value that is not in the recording. */
const notRecorded = '(not recorded)';

/** A recorded value in one line, as where a program waits: 'text', 12, Row {id: 1}, (3) [1, 2, 3]. */
export function recordedText(value: ValueReport | null): string {
  if (value === null) return notRecorded;
  if (value.kind === 'absent') return '(none)';
  if (value.kind === 'object') return objectText(value);
  const { type, text, length } = value;
  switch (type) {
    case 'string':
      return length === undefined ? quoted(text) : `${quoted(text)}… (${length} characters)`;
    case 'bigint':
      return `${text}n`;
    case 'symbol':
      return `Symbol(${text})`;
    default:
      return text;
  }
}

/** The same as it is printed and copied: a text without quotes. */
export function printedText(value: ValueReport): string {
  const isText = value.kind === 'primitive' && value.type === 'string' && value.length === undefined;
  return isText ? value.text : recordedText(value);
}

function objectText({ className, preview, type }: Extract<ValueReport, { kind: 'object' }>): string {
  if (type === 'array') return className === 'Array' || className === '' ? preview : `${className} ${preview}`;
  if (type === 'function' || type === 'error' || type === 'map' || type === 'set' || type === 'proxy') return preview.trim();
  return className === 'Object' || className === '' ? preview : `${className} ${preview}`;
}

function quoted(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&').replaceAll('\n', '\\n').replaceAll('\r', '\\r')}'`;
}

/** Its type, as the client shows it. */
export function recordedType(value: ValueReport | null): string {
  if (value === null || value.kind === 'absent') return '';
  return value.kind === 'object' ? value.className : value.type;
}

/** Whether a condition that has this value holds. */
export function isTruthy(value: ValueReport): boolean {
  if (value.kind === 'absent') return false;
  if (value.kind === 'object' || value.type === 'symbol') return true;
  const { type, text, length } = value;
  if (type === 'string') return (length ?? text.length) > 0;
  return type === 'number' || type === 'bigint' ? !/^(NaN|-?0)$/.test(text) : text === 'true';
}
