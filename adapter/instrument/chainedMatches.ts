import { memberTokenOffset, pathTo, tokenOffset, type AnyNode, type Program } from './tree.js';

type CallOrMember = Extract<AnyNode, { type: 'CallExpression' | 'MemberExpression' }>;

/** A `?.`. */
export interface ChainLink {
  /** The part before it: where it is undefined or null, the rest is not evaluated. */
  readonly base: AnyNode;
  /** Where it stands. */
  readonly token: number;
  /** Whether a bracket follows it. */
  readonly isComputed: boolean;
}

/** Where a matched expression stands in a chain, which may leave it out. */
export interface ChainedMatch {
  /** The whole chain: what follows the match in it is left out, too. */
  readonly chain: AnyNode;
  /** Those before the match, in the order of the text: at least one. */
  readonly links: readonly ChainLink[];
  /** What the last one is of: the function that is called, the member that is called or read, or a member before it. */
  readonly last: 'call' | 'member' | 'earlier';
}

/** How an expression is chained; null where its chain has another form. */
export function chainedMatch(node: CallOrMember, program: Program, text: string): ChainedMatch | null {
  const around = pathTo(program, node.start);
  const chain = around.findLast(({ type, start, end }) => type === 'ChainExpression' && start === node.start && end >= node.end);
  if (chain === undefined) return null;
  const links: ChainLink[] = [];
  let last: ChainedMatch['last'] | null = null;
  for (let at: AnyNode = node; at.type === 'CallExpression' || at.type === 'MemberExpression';) {
    const isCall = at.type === 'CallExpression';
    const base: AnyNode = at.type === 'CallExpression' ? at.callee : at.object;
    if (at.optional) {
      if (isCall && at !== node) return null;
      const isOwn = at === node || (node.type === 'CallExpression' && node.callee === at);
      last ??= isCall ? 'call' : isOwn ? 'member' : 'earlier';
      const token = isCall ? tokenOffset(text, base.end, '?.') : memberTokenOffset(text, base.end);
      links.unshift({ base, token, isComputed: at.type === 'MemberExpression' && at.computed });
    }
    at = base;
  }
  if (last === null) return null;
  return { chain, links, last };
}
