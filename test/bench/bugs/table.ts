import type { FoundBug } from '../../support/bugs.js';
import type { ToolReport } from './tools.js';

export interface Row {
  readonly name: string;
  /** Bugs of which anything is reported in their files. */
  readonly any: number;
  /** Bugs of which a report names the cause, anywhere in their files. */
  readonly cause: number;
  /** Of those, the ones at the line where it is decided. */
  readonly origin: number;
  /** All reports. */
  readonly reports: number;
}

/** What a tool says of the bugs. A report names a cause when it contains the words by which Whence's are judged, too. */
export function rowOf(name: string, bugs: readonly FoundBug[], reports: readonly ToolReport[]): Row {
  const about = bugs.map(({ bug }) => ({ bug, told: reports.filter(({ file }) => programOf(file) === programOf(bug.file)) }));
  const naming = about.map(({ bug, told }) => ({ bug, told: told.filter(({ message }) => bug.cause.test(message)) }));
  return {
    name,
    any: about.filter(({ told }) => told.length > 0).length,
    cause: naming.filter(({ told }) => told.length > 0).length,
    origin: naming.filter(({ bug, told }) => told.some(({ file, line }) => file === bug.file && line === bug.line)).length,
    reports: reports.length,
  };
}

/** A folder is one program. */
const programOf = (file: string): string => file.split('/')[0] ?? file;

/** The table as it stands in the document. */
export function tableOf(rows: readonly Row[], bugs: number): string {
  return [
    `| tool | of ${bugs} bugs, found at the origin with the cause | the cause named anywhere | anything reported | reports |`,
    '|---|---:|---:|---:|---:|',
    ...rows.map(({ name, any, cause, origin, reports }) => `| ${name} | ${origin} | ${cause} | ${any} | ${reports} |`),
  ].join('\n');
}
