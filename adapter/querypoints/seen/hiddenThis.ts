import type { Paused } from '../../events/rows.js';
import type { Plan } from '../../instrument/plan.js';
import { homeAt, isFunction, walk, type AnyNode } from '../../instrument/tree.js';
import type { Query } from '../question/question.js';
import type { RunTexts } from '../text/texts.js';

/**
 * What the next run must mention so that `this` of a question is seen: V8 keeps it only in arrow functions whose text has it. null where the
 * question is not about it, or where it is seen.
 */
export function keptForThis({ expression, frame }: Query, paused: Paused, texts: RunTexts): Plan['kept'][number] | null {
  if (!/\bthis\b/.test(expression)) return null;
  const report = paused.frames.filter(({ isAsync }) => !isAsync).at(frame);
  const text = report === undefined ? undefined : texts.text(report.path);
  if (report === undefined || text === undefined) return null;
  const home = homeAt(text.program, text.offsetAt(report.line, report.column));
  return home.type === 'ArrowFunctionExpression' && !mentionsThis(home) ? { path: text.path, offset: home.start, name: 'this' } : null;
}

function mentionsThis(arrow: AnyNode): boolean {
  let isFound = false;
  walk(arrow, (node) => {
    if (node.type === 'ThisExpression') isFound = true;
    return !isFound && (node.type === 'ArrowFunctionExpression' || !isFunction(node));
  });
  return isFound;
}
