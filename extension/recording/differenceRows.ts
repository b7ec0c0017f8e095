import type { Place } from '../../adapter/dap/querypoints/protocol.js';
import { quotedText } from './answerRows.js';
import type { AnswerRow } from './answersView.js';
import type { OpenRecording } from './openRecordings.js';

/** One difference as one of two recordings has it. */
interface PrintedSide {
  readonly event: number;
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly text?: string;
  readonly function: string;
  readonly taken?: string;
  readonly value?: unknown;
}

/** A difference of two recordings; null: that one has nothing of the kind. */
interface PrintedDifference {
  readonly kind: 'branch' | 'write' | 'call' | 'exit' | 'exception';
  readonly place: string;
  readonly sides: readonly [PrintedSide | null, PrintedSide | null];
}

/** What the command line prints of two recordings. */
export interface PrintedComparison {
  /** null: they do not differ in what both hold. */
  readonly equal: boolean | null;
  readonly firstBranch: PrintedDifference | null;
  readonly firstWrite: PrintedDifference | null;
  readonly differences: readonly PrintedDifference[];
  readonly total: number;
}

/** One of the two recordings: its name, and where a file of it is. */
export interface ComparedRecording {
  readonly recording: OpenRecording;
  readonly name: string;
  placeOf(file: string, line: number, column: number): Place;
}

const icons: Readonly<Record<PrintedDifference['kind'], string>> = {
  branch: 'git-branch',
  write: 'edit',
  call: 'symbol-method',
  exit: 'reply',
  exception: 'error',
};

/** The first branch and write that differ, and then all differences below the function in which they are. */
export function rowsOfComparison(
  { firstBranch, firstWrite, differences }: PrintedComparison,
  both: readonly [ComparedRecording, ComparedRecording],
): readonly AnswerRow[] {
  const first = (difference: PrintedDifference | null): readonly AnswerRow[] =>
    difference === null ? [] : [rowOf(difference, both, 'first ')];
  const found = [...first(firstBranch), ...first(firstWrite)];
  return [
    ...(found.length === 0 ? [] : [group('Where they part', 'first branch and first write that differ', found)]),
    ...groups(differences, both),
  ];
}

function groups(differences: readonly PrintedDifference[], both: readonly [ComparedRecording, ComparedRecording]): readonly AnswerRow[] {
  const found: { readonly name: string; readonly file: string; readonly rows: AnswerRow[] }[] = [];
  for (const difference of differences) {
    const side = difference.sides[0] ?? difference.sides[1];
    const [name, file] = [
      side?.function === undefined || side.function === '' ? '(top level)' : side.function,
      shortName(side?.file ?? ''),
    ];
    const last = found.at(-1);
    const row = rowOf(difference, both, '');
    if (last?.name === name && last.file === file) last.rows.push(row);
    else found.push({ name, file, rows: [row] });
  }
  return found.map(({ name, file, rows }) => group(name, file, rows));
}

const group = (label: string, description: string, children: readonly AnswerRow[]): AnswerRow => ({
  label,
  description,
  columns: [],
  event: null,
  place: null,
  icon: 'list-tree',
  children,
});

/** A difference leads to where the first recording has it, else to where the second has it; both are below. */
function rowOf({ kind, place, sides }: PrintedDifference, both: readonly [ComparedRecording, ComparedRecording], order: string): AnswerRow {
  const [own, other] = sides;
  const leads = own !== null ? leadsOf(own, both[0]) : other !== null ? leadsOf(other, both[1]) : nowhere;
  return {
    label: `${order}${kind} ${shortened(place)}`,
    description: `${said(own)} ↔ ${said(other)}`,
    columns: [],
    icon: icons[kind],
    ...leads,
    children: [sideRow(own, both[0]), sideRow(other, both[1])],
  };
}

function sideRow(side: PrintedSide | null, of: ComparedRecording): AnswerRow {
  if (side === null) return { label: of.name, description: 'not there', columns: [], icon: 'circle-outline', ...nowhere };
  const where = `${shortName(side.file)}:${side.line}`;
  return { label: of.name, description: `${said(side)}  at ${where}  event ${side.event}`, columns: [], ...leadsOf(side, of) };
}

const nowhere = { event: null, place: null } as const;

const leadsOf = ({ event, file, line, column }: PrintedSide, { recording, placeOf }: ComparedRecording) => ({
  event,
  place: placeOf(file, line, column),
  recording,
});

function said(side: PrintedSide | null): string {
  if (side === null) return 'not there';
  return side.taken ?? ('value' in side ? quotedText(side.value) : 'there');
}

const longestPlace = 80;

/** A place may be a piece of the program's text, of whatever length. */
function shortened(place: string): string {
  const line = place.replace(/\s+/g, ' ');
  return line.length > longestPlace ? `${line.slice(0, longestPlace)}…` : line;
}

const shortName = (file: string): string => file.split(/[\\/]/).at(-1) ?? file;
