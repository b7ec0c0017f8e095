import type { IgnoreComment } from '../ir/program.js';
import type { Places } from './place.js';
import { findingCodes, shownSpan, type Finding, type SuppressedFinding } from './result.js';

export interface Ignored {
  readonly findings: readonly Finding[];
  readonly suppressed: readonly SuppressedFinding[];
}

/**
 * The findings without those that a comment on the line before takes out, and with what is wrong with the comments. `isWhole`: all of the
 * file was analysed; else it is not known which comments are of no use.
 */
export function withoutIgnored(
  findings: readonly Finding[],
  comments: readonly IgnoreComment[],
  places: Places,
  isWhole: boolean,
): Ignored {
  if (comments.length === 0) return { findings, suppressed: [] };
  const kept: Finding[] = [];
  const suppressed: SuppressedFinding[] = [];
  const used = new Set<IgnoreComment['codes'][number]>();
  const lines = new Map(comments.map((comment) => [comment, lineBelow(comment, comments, places)]));
  for (const finding of findings) {
    const comment = finding.file === places.file ? comments.find((each) => isAbout(each, finding, lines)) : undefined;
    if (comment === undefined) {
      kept.push(finding);
      continue;
    }
    for (const code of comment.codes) if (code.text === finding.code) used.add(code);
    suppressed.push({ finding, by: 'comment', reason: comment.reason });
  }
  const faults = comments.flatMap((comment) => faultsOf(comment, used, places, isWhole));
  return { findings: [...kept, ...faults], suppressed };
}

function isAbout(comment: IgnoreComment, finding: Finding, lines: ReadonlyMap<IgnoreComment, number>): boolean {
  return lines.get(comment) === shownSpan(finding).line && comment.codes.some(({ text }) => text === finding.code);
}

/** The line after the comment, and after others of its kind. */
function lineBelow(comment: IgnoreComment, comments: readonly IgnoreComment[], places: Places): number {
  let line = places.spanOf(comment.span).endLine + 1;
  for (const other of comments) {
    const { line: first, endLine: last } = places.spanOf(other.span);
    if (other !== comment && first === line) line = last + 1;
  }
  return line;
}

function faultsOf(
  { span, codes }: IgnoreComment,
  used: ReadonlySet<IgnoreComment['codes'][number]>,
  places: Places,
  isWhole: boolean,
): readonly Finding[] {
  if (codes.length === 0)
    return [fault('ignore-invalid', places, span, 'It names no code: write the code of the finding, a colon, and why.')];
  return codes.flatMap((code) => {
    const { text } = code;
    if (!findingCodes.has(text)) return [fault('ignore-invalid', places, code.span, `There is no code ${text}.`)];
    if (used.has(code) || !isWhole) return [];
    return [fault('ignore-unused', places, code.span, `There is no finding ${text} on the next line: this comment can go.`)];
  });
}

function fault(code: 'ignore-unused' | 'ignore-invalid', places: Places, span: IgnoreComment['span'], message: string): Finding {
  return {
    ...places.at(span, message),
    code,
    within: '',
    severity: 'warning',
    condition: null,
    because: [],
    alternatives: [],
    assumes: [],
  };
}
