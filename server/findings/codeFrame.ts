import type { LineMap } from '../base/span.js';
import { printable } from './printable.js';
import type { ReportSpan } from './result.js';

/** Wider source lines (minified files) are cut around the span. */
const maxWidth = 120;

/**
 * The span's first line with its number, and carets below: `[source line, caret line]`, or nothing when the text has no
 * such line (the file changed meanwhile).
 */
export function codeFrame(lines: LineMap, span: ReportSpan): readonly string[] {
  if (span.line > lines.lineCount) return [];
  const text = lines.lineText(span.line);
  const start = Math.min(span.column - 1, text.length);
  const end = span.endLine > span.line ? text.trimEnd().length : Math.min(span.endColumn - 1, text.length);
  const cut = Math.max(0, start - maxWidth / 2);
  const before = (cut > 0 ? '…' : '') + text.slice(cut, start);
  const marked = text.slice(start, Math.min(end, cut + maxWidth));
  const after = text.slice(start + marked.length, cut + maxWidth) + (text.length > cut + maxWidth ? '…' : '');
  const number = String(span.line).padStart(5);
  return [
    `${number} | ${printable(before + marked + after)}`.trimEnd(),
    `${' '.repeat(number.length)} | ${blanks(before)}${'^'.repeat(Math.max(1, codePoints(marked)))}`,
  ];
}

/** As wide as the text is: a tab stays a tab, a surrogate pair is one sign. */
function blanks(text: string): string {
  return Array.from(text, (sign) => (sign === '\t' ? '\t' : ' ')).join('');
}

function codePoints(text: string): number {
  return Array.from(text).length;
}
