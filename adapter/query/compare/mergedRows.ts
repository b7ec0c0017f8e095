import type { AnswerRow } from '../reader.js';

/** A row of one answer or of both. Of a row of both the columns are the first one's. */
export type MergedRow = AnswerRow & {
  /** The answer that alone has the row. */
  readonly only?: 1 | 2;
  /** By column: its value in the first answer and in the second. */
  readonly changed?: Changes;
};

export type Changes = Readonly<Record<string, readonly [unknown, unknown]>>;

/** The rows of two answers, those with equal keys together. What only the second one has stands behind what came before it there. */
export function merged(
  own: readonly AnswerRow[],
  other: readonly AnswerRow[],
  ownKeys: readonly string[],
  otherKeys: readonly string[],
  changesOf: (own: AnswerRow, other: AnswerRow) => Changes,
): readonly MergedRow[] {
  const places = new Map<string, number[]>();
  ownKeys.forEach((key, index) => places.set(key, [...(places.get(key) ?? []), index]));
  const partners = new Map<number, AnswerRow>();
  const behind = new Map<number, MergedRow[]>();
  let before = -1;
  other.forEach((row, index) => {
    const found = places.get(otherKeys[index] ?? '')?.shift();
    if (found === undefined) behind.set(before, [...(behind.get(before) ?? []), { ...row, only: 2 }]);
    else partners.set((before = found), row);
  });
  return [
    ...(behind.get(-1) ?? []),
    ...own.flatMap((row, index) => [withPartner(row, partners.get(index), changesOf), ...(behind.get(index) ?? [])]),
  ];
}

function withPartner(row: AnswerRow, partner: AnswerRow | undefined, changesOf: (own: AnswerRow, other: AnswerRow) => Changes): MergedRow {
  if (partner === undefined) return { ...row, only: 1 };
  const changed = changesOf(row, partner);
  return Object.keys(changed).length === 0 ? row : { ...row, changed };
}
