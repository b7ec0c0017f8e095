import type { Answer } from '../query/answerQuestion.js';

/** Rows below each other: the place, and then every column that says something. */
export function textOfAnswer({ columns, rows, total, missing, notes = [] }: Omit<Answer, 'complete'>): string {
  const isThreadShown = rows.some(({ thread }) => thread !== 'main');
  const lines = rows.map((row) => {
    const place = row['file'] === undefined ? '' : ` ${String(row['file'])}:${String(row['line'])}:${String(row['column'])}`;
    const shown = columns
      .filter(
        (name) =>
          !/^(event|file|line|column|only|changed)$/.test(name) &&
          row[name] !== undefined &&
          (row[name] !== null || mayBeNull.has(name)) &&
          (name !== 'thread' || isThreadShown) &&
          (name !== 'receiver' || !isUndefined(row[name])),
      )
      .map((name) => textOfColumn(name, row[name]));
    return `${markOf(row)}#${String(row['event'] ?? '-')}${place}  ${shown.join('  ')}${changesOf(row)}`;
  });
  const omitted = total - rows.length;
  return [
    ...lines,
    ...(total === 0 ? ['No rows.'] : []),
    ...(omitted > 0 ? [`… and ${omitted} more.`] : []),
    ...missingText(missing),
    ...notes,
    '',
  ].join('\n');
}

/** Columns in which null is a value, or says that nothing is known; elsewhere it says that there is none. */
const mayBeNull: ReadonlySet<string> = new Set(['value', 'result', 'before', 'after', 'receiver', 'key', 'answer']);

export function missingText(missing: Answer['missing']): readonly string[] {
  const shown = missing.slice(0, mostMissing).map(({ reason, file, line }) => {
    const place = file === undefined ? '' : ` (${file}${line === undefined ? '' : `:${line}`})`;
    return `${reason === 'values' ? 'Values are' : 'Rows may be'} missing: ${reasons[reason]}${place}.`;
  });
  const omitted = missing.length - shown.length;
  return omitted === 0 ? shown : [...shown, `Rows may be missing for ${omitted} more such reasons (--json lists all).`];
}

/** So many reasons are shown as text. */
const mostMissing = 10;

const reasons: Readonly<Record<Answer['missing'][number]['reason'], string>> = {
  budget: 'a place in the text was passed so often that it was only counted',
  globs: 'its file was recorded by calls alone',
  values: 'receivers, arguments and results were not recorded (--values)',
  threads: 'the program had threads or child processes that were not recorded',
  unseen: 'code without probes may have written there',
  cut: 'the recording has no end',
  damaged: 'a part of the file is damaged',
};

/** Columns of words that are no values of the program. */
const words: ReadonlySet<string> = new Set(['thread', 'function', 'class', 'name', 'scope', 'outcome', 'status', 'operation']);

function textOfColumn(name: string, value: unknown): string {
  if (name === 'function' && value === '') return 'top level';
  return `${name} ${words.has(name) && typeof value === 'string' ? value : textOfValue(value)}`;
}

/** A value in a line, as JavaScript writes it: objects by their name and what they show. */
export function textOfValue(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(textOfValue).join(', ')}]`;
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value !== 'object' || value === null) return String(value);
  const members = value as Readonly<Record<string, unknown>>;
  if ('object' in members && 'preview' in members) return `${String(members['object'])} ${String(members['preview']).trim()}`.trim();
  if ('class' in members && 'message' in members && 'caught' in members) {
    const { caught } = members;
    const how = caught === null ? '' : caught === true ? ' (caught)' : ' (not caught)';
    return `${String(members['class'])}: ${String(members['message'])}${how}`;
  }
  return (
    textOfSpecial(members) ??
    `{${Object.entries(members)
      .map(([name, one]) => `${name}: ${textOfValue(one)}`)
      .join(', ')}}`
  );
}

/** A value for which JSON has no word; null for any other object. */
function textOfSpecial(members: Readonly<Record<string, unknown>>): string | null {
  const [[kind, told] = [], ...others] = Object.entries(members);
  if (others.length > 0) return null;
  if (kind === 'undefined' && told === true) return 'undefined';
  if (kind === 'unknown' && told === true) return '?';
  if (kind === 'number' && typeof told === 'string') return told;
  if (kind === 'bigint' && typeof told === 'string') return `${told}n`;
  if (kind === 'symbol' && typeof told === 'string') return told;
  if (kind === 'length' && typeof told === 'number') return `a string of ${told} characters`;
  return null;
}

function isUndefined(value: unknown): boolean {
  return typeof value === 'object' && value !== null && (value as Readonly<Record<string, unknown>>)['undefined'] === true;
}

/** Of rows that are compared: which answer alone has it, or that it differs. */
function markOf(row: Answer['rows'][number]): string {
  if (row['only'] === 1) return '- ';
  if (row['only'] === 2) return '+ ';
  return 'changed' in row ? '~ ' : '';
}

function changesOf(row: Answer['rows'][number]): string {
  const changes = Object.entries((row['changed'] ?? {}) as Readonly<Record<string, readonly [unknown, unknown]>>);
  return changes.map(([name, [before, after]]) => `\n    ${name}: ${textOfValue(before)} -> ${textOfValue(after)}`).join('');
}
