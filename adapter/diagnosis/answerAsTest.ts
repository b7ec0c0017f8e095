import { LineMap } from '../../server/base/span.js';
import { answeredTest, type Insertion } from '../../server/syntax/diagnosis/answeredTest.js';
import { testPlaces } from '../../server/syntax/diagnosis/testPlaces.js';
import type { AnsweredCall } from './protocol.js';

/** The test that says what the user has said, and where it goes; null where the test at the line is like none that is known. */
export function answerAsTest({ file, text, line, call, value }: AnsweredCall): Insertion | null {
  const lines = new LineMap(text);
  const isAround = ({ span }: { readonly span: { readonly start: number; readonly end: number } }): boolean =>
    lines.positionOf(span.start).line <= line && line <= lines.positionOf(span.end).line;
  const at = testPlaces(text, file).findLast(isAround)?.span.start;
  return at === undefined ? null : answeredTest(text, file, at, { call, value });
}
