import type { HistoryTold, Place } from '../../adapter/dap/querypoints/protocol.js';
import type { AnswerRow } from './answersView.js';

type Json = Readonly<Record<string, unknown>>;

/** What the command line prints of a query. */
export interface PrintedAnswer {
  readonly columns: readonly string[];
  readonly rows: readonly Json[];
  readonly total: number;
  readonly missing?: readonly { readonly reason: string; readonly file?: string; readonly line?: number }[];
}

/** The rows of a query as the view shows them. `placeOf`: where a file of an answer is. */
export function rowsOfAnswer(
  { columns, rows }: PrintedAnswer,
  placeOf: (file: string, line: number, column: number) => Place,
): readonly AnswerRow[] {
  return rows.map((row) => {
    const { event, file, line, column } = row;
    const hasPlace = typeof file === 'string' && typeof line === 'number';
    const place = hasPlace ? placeOf(file, line, typeof column === 'number' ? column : 1) : null;
    const shown = columns.flatMap((name) => {
      const value = row[name];
      return value === undefined ? [] : [[name, valueText(value)] as const];
    });
    const where = [
      hasPlace ? `${file.split(/[\\/]/).at(-1) ?? file}:${line}` : '',
      typeof row['function'] === 'string' && row['function'] !== '' ? row['function'] : '',
    ].filter((part) => part !== '');
    const short = shortText(columns, row);
    return {
      label: where.length > 0 ? where.join(' ') : shown.map(([, value]) => value).join('  ') || '(empty)',
      description: where.length > 0 ? short : '',
      columns: shown,
      event: typeof event === 'number' ? event : null,
      place,
    };
  });
}

/** What a row says beside its place, as people write it: `name = value`, `before → after`, `(1, 2) → 3`. */
function shortText(columns: readonly string[], row: Json): string {
  const rest = new Set(columns.filter((name) => !isOfPlace.test(name) && row[name] !== undefined && row[name] !== ''));
  const taken = (...names: readonly string[]): boolean => {
    if (!names.every((name) => rest.has(name))) return false;
    for (const name of names) rest.delete(name);
    return true;
  };
  const parts: string[] = [];
  if (taken('name', 'value')) parts.push(`${valueText(row['name'])} = ${quotedText(row['value'])}`);
  if (taken('before', 'after')) parts.push(`${quotedText(row['before'])} → ${quotedText(row['after'])}`);
  else if (columns.includes('before') && taken('after')) parts.push(`begins as ${quotedText(row['after'])}`);
  const given = Array.isArray(row['arguments']) && taken('arguments') ? `(${row['arguments'].map(quotedText).join(', ')})` : '';
  const ended = taken('outcome', 'result') ? `${row['outcome'] === 'throw' ? 'threw' : '→'} ${quotedText(row['result'])}` : '';
  parts.push(...[`${given} ${ended}`.trim()].filter((part) => part !== ''));
  return [...parts, ...[...rest].map((name) => `${name} ${valueText(row[name])}`)].join(', ');
}

const isOfPlace = /^(event|thread|file|line|column|function|call)$/;

/** The changes of a place as rows. */
export function rowsOfHistory({ changes }: HistoryTold): readonly AnswerRow[] {
  return changes.map(({ event, before, after, functionName, place }) => ({
    label: `${place === null ? '' : `${place.file.split(/[\\/]/).at(-1) ?? ''}:${place.line} `}${functionName}`,
    description: before === null ? after : `${before} → ${after}`,
    columns: [],
    event,
    place,
  }));
}

/** Why rows may be missing, a sentence each. */
export function notesOf({ missing = [] }: PrintedAnswer): readonly string[] {
  return [...new Set(missing.map(({ reason }) => `Rows may be missing: ${reasons[reason] ?? reason}.`))];
}

const reasons: Readonly<Record<string, string>> = {
  budget: 'a place in the text was passed so often that it was only counted',
  globs: 'a file was recorded by calls alone',
  cut: 'the recording has no end',
  damaged: 'a part of the file is damaged',
};

/** The same, with a string in quotes: told from what is none. */
export function quotedText(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value) : valueText(value);
}

/** A value of an answer in one line: objects by their name and what they show. */
function valueText(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return `[${value.map(quotedText).join(', ')}]`;
  if (typeof value !== 'object') return typeof value === 'string' ? value : String(value);
  const json = value as Json;
  if (json['undefined'] === true) return 'undefined';
  for (const kind of ['number', 'bigint'] as const) if (typeof json[kind] === 'string' && Object.keys(json).length === 1) return json[kind];
  if (typeof json['object'] === 'string') return `${json['object']} ${typeof json['preview'] === 'string' ? json['preview'] : ''}`.trim();
  return Object.entries(json)
    .map(([name, one]) => `${name}: ${valueText(one)}`)
    .join(', ');
}
