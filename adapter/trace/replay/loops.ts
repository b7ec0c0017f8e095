import { isFunction, type AnyNode } from '../../instrument/tree.js';

/** The loops of a function or of a top level from whose bodies control can be followed, by the span of what their fork tells. */
export class LoopsOfHome {
  private readonly paths: ReadonlyMap<string, readonly AnyNode[]>;

  constructor(home: AnyNode) {
    const paths = new Map<string, readonly AnyNode[]>();
    collect(home, [], paths);
    this.paths = paths;
  }

  /** The way from the home to the loop whose fork has this span; undefined when there is none. */
  pathOf(start: number, end: number): readonly AnyNode[] | undefined {
    return this.paths.get(`${start}:${end}`);
  }

  get isEmpty(): boolean {
    return this.paths.size === 0;
  }
}

function collect(node: AnyNode, above: readonly AnyNode[], paths: Map<string, readonly AnyNode[]>): void {
  const path = [...above, node];
  const told = forkOf(node);
  if (told !== null) paths.set(`${told.start}:${told.end}`, path);
  for (const child of statementsBelow(node, above.length === 0)) collect(child, path, paths);
}

/** What is known of the fork of a loop. */
function forkOf(node: AnyNode): AnyNode | null {
  switch (node.type) {
    case 'WhileStatement':
    case 'DoWhileStatement':
      return node.test;
    case 'ForStatement':
      return node.test ?? null;
    case 'ForOfStatement':
    case 'ForInStatement':
      return node.right;
    default:
      return null;
  }
}

/** The statements that a statement consists of. What follows a `finally` depends on how control came there: it is left out. */
function statementsBelow(node: AnyNode, isHome: boolean): readonly AnyNode[] {
  if (isFunction(node)) return isHome && node.body.type === 'BlockStatement' ? [node.body] : [];
  switch (node.type) {
    case 'Program':
    case 'BlockStatement':
      return node.body;
    case 'IfStatement':
      return node.alternate ? [node.consequent, node.alternate] : [node.consequent];
    case 'LabeledStatement':
    case 'WithStatement':
    case 'WhileStatement':
    case 'DoWhileStatement':
    case 'ForStatement':
    case 'ForOfStatement':
    case 'ForInStatement':
    case 'CatchClause':
      return [node.body];
    case 'SwitchStatement':
      return node.cases;
    case 'SwitchCase':
      return node.consequent;
    case 'TryStatement':
      return node.handler ? [node.block, node.handler] : [node.block];
    default:
      return [];
  }
}
