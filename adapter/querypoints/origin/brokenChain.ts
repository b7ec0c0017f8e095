import { pathTo, type AnyNode } from '../../instrument/tree.js';
import type { DecidingNow } from '../seen/deciding.js';
import { isNullish } from '../text/comparedValues.js';
import type { CodePlace } from '../text/texts.js';
import type { Read } from './copies.js';
import type { StepSight } from './originSight.js';

/** Whether what was read is a chain of `?.` that ended where nothing was there to go on with: `undefined` came into being there. */
export function* isBrokenChain(sight: StepSight, { text }: CodePlace, { frame, start, end }: Read): DecidingNow<boolean> {
  const chain = pathTo(text.program, start).find((node) => node.type === 'ChainExpression' && node.start === start && node.end === end);
  let at: AnyNode | null = chain?.type === 'ChainExpression' ? chain.expression : null;
  while (at?.type === 'MemberExpression' || at?.type === 'CallExpression') {
    const before: AnyNode = at.type === 'MemberExpression' ? at.object : at.callee;
    if (at.optional) {
      const held = yield* sight.valueOf(frame, text.text.slice(before.start, before.end));
      if (held !== null && isNullish(held)) return true;
    }
    at = before;
  }
  return false;
}
