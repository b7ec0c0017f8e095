import type { Answer } from '../query/answerQuestion.js';

/** Rows below each other: the place, and then every column that says something. */
export function textOfAnswer({ columns, rows, total, missing }: Omit<Answer, 'complete'>): string {
  const lines = rows.map((row) => {
    const place = row['file'] === undefined ? '' : ` ${String(row['file'])}:${String(row['line'])}:${String(row['column'])}`;
    const shown = columns
      .filter(
        (name) =>
          !/^(event|file|line|column|only|changed)$/.test(name) && row[name] !== undefined && (row[name] !== null || mayBeNull.has(name)),
      )
      .map((name) => `${name} ${textOfValue(row[name])}`);
    return `${markOf(row)}#${String(row['event'] ?? '-')}${place}  ${shown.join('  ')}${changesOf(row)}`;
  });
  const omitted = total - rows.length;
  return [
    ...lines,
    ...(total === 0 ? ['No rows.'] : []),
    ...(omitted > 0 ? [`… and ${omitted} more.`] : []),
    ...missingText(missing),
    '',
  ].join('\n');
}

/** Columns in which null is a value, or says that nothing is known; elsewhere it says that there is none. */
const mayBeNull: ReadonlySet<string> = new Set(['value', 'result', 'before', 'after', 'receiver', 'key', 'answer']);

export function missingText(missing: Answer['missing']): readonly string[] {
  const shown = missing.slice(0, mostMissing).map(({ reason, file, line }) => {
    const place = file === undefined ? '' : ` (${file}${line === undefined ? '' : `:${line}`})`;
    return `Rows may be missing: ${reasons[reason]}${place}.`;
  });
  const omitted = missing.length - shown.length;
  return omitted === 0 ? shown : [...shown, `Rows may be missing for ${omitted} more such reasons (--json lists all).`];
}

/** So many reasons are shown as text. */
const mostMissing = 10;

const reasons: Readonly<Record<Answer['missing'][number]['reason'], string>> = {
  budget: 'a place in the text was passed so often that it was only counted',
  globs: 'its file was recorded by calls alone',
  threads: 'the program had threads or child processes that were not recorded',
  cut: 'the recording has no end',
  damaged: 'a part of the file is damaged',
};

/** A value in a line: objects by their name and what they show. */
export function textOfValue(value: unknown): string {
  if (typeof value === 'object' && value !== null && 'object' in value && 'preview' in value)
    return `${String(value.object)} ${String(value.preview)}`;
  if (Array.isArray(value)) return `[${value.map(textOfValue).join(', ')}]`;
  return typeof value === 'string' ? JSON.stringify(value) : typeof value === 'object' ? JSON.stringify(value) : String(value);
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
