import type { Offset } from '../base/span.js';

/**
 * What a control point stands for in the source:
 * - `entry`, `exit`, `throw`: a function's start (offset of the function), its normal end, its end by an exception;
 * - `before`, `after`: just before a statement, just after its normal completion (offset of the statement);
 * - `body`: the start of a loop's body or of a branch (offset of the body);
 * - `test`: the evaluation of a condition (offset of the condition);
 * - `expression`: between two effects of one expression (offset of the expression);
 * - `handler`: where a caught exception arrives (offset of the catch or finally block).
 */
export type PointKind = 'entry' | 'exit' | 'throw' | 'before' | 'after' | 'body' | 'test' | 'expression' | 'handler';

/**
 * The key of abstract states, probes, events, querypoints and timeline circles alike.
 * Its span is looked up in the source's syntax tree. Several nodes of the graph may share one control point
 * (a loop's test is evaluated on entry and on the back edge; a finally block is copied for each completion).
 */
export interface ControlPoint {
  readonly file: string;
  readonly offset: Offset;
  readonly kind: PointKind;
}
