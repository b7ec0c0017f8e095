import { childrenOf, homeAt, isFunction, type AnyNode } from '../../instrument/tree.js';
import { functionAt } from '../store/functionAt.js';
import type { PlacedSite } from '../store/recordingFile.js';
import type { TraceStore } from '../store/traceStore.js';
import type { StatementPlace } from './recordedPassages.js';

/**
 * How often a statement was passed at least, by what it tells each time that it is: the value of a variable, or the outcome of a test. Passages
 * beyond the budget count, which no activation in the file tells of.
 */
export function passagesSeenAt(store: TraceStore, place: StatementPlace): number {
  const each = partsOfEach(place.node);
  let sum = 0;
  // Each thread has sites of its own.
  for (const { path, first, sites } of store.source.sites) {
    if (path !== place.text.path) continue;
    let most = 0;
    for (const [index, site] of sites.entries())
      if (isOfEach({ path, site }, place, each)) most = Math.max(most, passagesOf(store, first + index));
    sum += most;
  }
  return sum;
}

/** Whether something in the function around a statement was only counted, or a call of that function. */
export function isCountedAround(store: TraceStore, { text, node }: StatementPlace): boolean {
  const home = homeAt(text.program, node.start);
  for (const number of store.source.counts.keys()) {
    const found = store.source.site(number);
    if (found?.path !== text.path) continue;
    const { offset, kind } = found.site;
    if (kind === 'call' ? functionAt(found, text.program) === home : home.start <= offset && offset < home.end) return true;
  }
  return false;
}

function passagesOf(store: TraceStore, site: number): number {
  return store.countAt(site) + store.counted.passagesBeyond(site);
}

/** Whether a site is passed once each time that control comes to a statement, if no exception is thrown before. */
function isOfEach({ path, site }: PlacedSite, { text, node }: StatementPlace, each: ReadonlySet<string>): boolean {
  const { kind, offset, end, declaration } = site;
  if (kind === 'call')
    return isFirst(homeAt(text.program, node.start), node) && functionAt({ path, site }, text.program) === homeAt(text.program, node.start);
  const isOnce = (kind === 'write' && declaration !== null) || kind === 'fork' || kind === 'return' || kind === 'throw';
  return isOnce && each.has(`${offset}:${end}`);
}

/** Whether a function does nothing before a statement. */
function isFirst(home: AnyNode, node: AnyNode): boolean {
  if (!isFunction(home) || home.params.some(({ type }) => type !== 'Identifier')) return false;
  return home.body === node || (home.body.type === 'BlockStatement' && home.body.body[0] === node);
}

/** Where the parts of a statement begin and end that are evaluated once, whatever their values are. */
function partsOfEach(statement: AnyNode): ReadonlySet<string> {
  const found = new Set<string>();
  const open: (AnyNode | null | undefined)[] = [statement];
  while (open.length > 0) {
    const node = open.pop();
    if (!node) continue;
    found.add(`${node.start}:${node.end}`);
    open.push(...evaluated(node));
  }
  return found;
}

/** What is evaluated once where a node is. */
function evaluated(node: AnyNode): readonly (AnyNode | null | undefined)[] {
  switch (node.type) {
    case 'IfStatement':
    case 'ConditionalExpression':
      return [node.test];
    case 'SwitchStatement':
      return [node.discriminant];
    case 'ForStatement':
      return [node.init];
    case 'ForInStatement':
    case 'ForOfStatement':
      // The fork of the loop, which each turn passes, stands where this is.
      return evaluated(node.right);
    case 'LogicalExpression':
      return [node.left];
    case 'AssignmentExpression':
      return /^(?:&&|\|\||\?\?)=$/.test(node.operator) ? [] : [node.left, node.right];
    case 'VariableDeclarator':
      return node.id.type === 'Identifier' ? [node.id, node.init] : [node.init];
    case 'CallExpression':
    case 'MemberExpression':
      return node.optional ? [] : childrenOf(node);
    case 'ExpressionStatement':
    case 'VariableDeclaration':
    case 'ReturnStatement':
    case 'ThrowStatement':
    case 'NewExpression':
    case 'BinaryExpression':
    case 'UnaryExpression':
    case 'UpdateExpression':
    case 'AwaitExpression':
    case 'SequenceExpression':
    case 'TemplateLiteral':
    case 'ArrayExpression':
    case 'SpreadElement':
      return childrenOf(node);
    default:
      return [];
  }
}
