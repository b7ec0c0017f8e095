import { homeAt, pathTo, type AnyNode, type Program } from '../../instrument/tree.js';
import { isTruthy } from './comparedValues.js';
import type { ValueReport } from '../../events/rows.js';

/** A fork that decides whether a point is reached. */
export interface DecidingFork {
  /** Of its site: the test. */
  readonly start: number;
  readonly end: number;
  /** Whether an outcome of it leads to the point. */
  leadsHere(outcome: ValueReport): boolean;
  /** Whether it has been evaluated, and has led there, whenever control is there: since that, only what follows in the list was evaluated. */
  readonly isCertain: boolean;
  /**
   * Of the test of a do-while: the loops around it. When one of them has gone on since, the loop was entered again, and its test has not
   * been evaluated yet.
   */
  readonly around?: readonly DecidingFork[];
}

/** How a fork's outcome is called: `then`, `again`, `right`… */
export type Way = 'then' | 'else' | 'case' | 'default' | 'again' | 'exit' | 'left' | 'right' | 'caught';

/**
 * The forks of the function around an offset that enclose it, and those before it in the same blocks whose other way would have
 * left (DESIGN section 4). A fork both of whose ways reach the offset is none of them. In the order in which control comes to them.
 */
export function forksBefore(program: Program, offset: number, isWrite: boolean, isCall = false): readonly DecidingFork[] {
  const path = pathTo(program, offset);
  const home = path.indexOf(homeAt(program, offset));
  const forks: DecidingFork[] = [];
  const loops: DecidingFork[] = [];
  for (let index = home; index + 1 < path.length; index++) {
    const node = path[index];
    const child = path[index + 1];
    if (node?.type === 'DoWhileStatement') {
      forks.push({ ...uncertain(fork(node.test, isTruthy)), around: [...loops] });
      loops.push(fork(node.test, isTruthy));
    } else if (node !== undefined && child !== undefined) {
      if (/^(While|For|ForOf|ForIn)Statement$/.test(node.type)) loops.push(...enclosing(node, child, isWrite));
      forks.push(...enclosing(node, child, isWrite), ...chained(node, child, isCall), ...earlier(node, child));
    }
  }
  // V8 says of an optional call that it is at its parenthesis.
  const last = path.at(-1);
  if (isCall && last?.type === 'CallExpression') forks.push(...optionalLinks(last));
  return forks;
}

function enclosing(node: AnyNode, child: AnyNode, isWrite: boolean): readonly DecidingFork[] {
  switch (node.type) {
    case 'IfStatement':
    case 'ConditionalExpression':
      return child === node.test ? [] : [fork(node.test, (value) => isTruthy(value) === (child === node.consequent))];
    case 'WhileStatement':
      return [child === node.test ? uncertain(fork(node.test, isTruthy)) : fork(node.test, isTruthy)];
    case 'ForStatement':
      if (!node.test || child === node.init) return [];
      return [child === node.test ? uncertain(fork(node.test, isTruthy)) : fork(node.test, isTruthy)];
    case 'ForOfStatement':
    case 'ForInStatement':
      if (child === node.right) return [];
      return [child === node.body ? fork(node.right, always) : uncertain(fork(node.right, always))];
    case 'SwitchStatement':
      return child === node.discriminant ? [] : [fork(node.discriminant, always)];
    case 'LogicalExpression':
      return child === node.right ? [fork(node.left, (value) => takesRight(node.operator, value))] : [];
    case 'AssignmentExpression': {
      const isLogical = /^(&&|\|\||\?\?)=$/.test(node.operator);
      return isLogical && (child === node.right || isWrite) ? [fork(node.left, always)] : [];
    }
    case 'AssignmentPattern':
      return child === node.right ? [fork(node.right, always)] : [];
    case 'CatchClause':
      return child === node.body ? [fork(node, always)] : [];
    default:
      return [];
  }
}

/** The `?.` before what is evaluated: of a member's key and of arguments; where the function that is called is on the stack, of the call. */
function chained(node: AnyNode, child: AnyNode, isCall: boolean): readonly DecidingFork[] {
  if (node.type === 'MemberExpression' && child === node.property) return optionalLinks(node);
  if (node.type !== 'CallExpression') return [];
  return child !== node.callee || isCall ? optionalLinks(node) : [];
}

/** Of a chain, from its beginning to its end. */
function optionalLinks(node: AnyNode): readonly DecidingFork[] {
  if (node.type !== 'MemberExpression' && node.type !== 'CallExpression') return [];
  const before = node.type === 'MemberExpression' ? node.object : node.callee;
  const own = node.optional ? [fork(before, (value) => !takesRight('??', value))] : [];
  return [...optionalLinks(before), ...own];
}

/** Statements of the same list before `child`: control went on behind them although it could have left. */
function earlier(node: AnyNode, child: AnyNode): readonly DecidingFork[] {
  const list =
    node.type === 'Program' || node.type === 'BlockStatement' || node.type === 'StaticBlock'
      ? node.body
      : node.type === 'SwitchCase'
        ? node.consequent
        : [];
  const at = list.findIndex((statement) => statement === child);
  return at < 0 ? [] : list.slice(0, at).flatMap(guards);
}

function guards(statement: AnyNode): readonly DecidingFork[] {
  switch (statement.type) {
    case 'IfStatement': {
      const { test, consequent, alternate } = statement;
      const inner = alternate?.type === 'IfStatement' ? guards(alternate).map(uncertain) : [];
      if (leaves(consequent)) return [fork(test, (value) => !isTruthy(value)), ...inner];
      if (alternate && leaves(alternate)) return [fork(test, isTruthy)];
      return inner;
    }
    case 'WhileStatement':
      return leaves(statement.body) ? [uncertain(fork(statement.test, (value) => !isTruthy(value)))] : []; // a `break` ends it, too
    case 'ForStatement':
      return statement.test && leaves(statement.body) ? [uncertain(fork(statement.test, (value) => !isTruthy(value)))] : [];
    case 'SwitchStatement':
      return statement.cases.some(({ consequent }) => consequent.some(leavesSwitch)) ? [fork(statement.discriminant, always)] : [];
    case 'LabeledStatement':
      return guards(statement.body).map(uncertain);
    default:
      return [];
  }
}

/** Whether a statement never completes normally. */
function leaves(statement: AnyNode): boolean {
  switch (statement.type) {
    case 'ReturnStatement':
    case 'ThrowStatement':
    case 'BreakStatement':
    case 'ContinueStatement':
      return true;
    case 'BlockStatement':
      return statement.body.some(leaves);
    case 'IfStatement':
      return statement.alternate ? leaves(statement.consequent) && leaves(statement.alternate) : false;
    case 'TryStatement':
      return (
        (statement.finalizer ? leaves(statement.finalizer) : false) ||
        (leaves(statement.block) && (!statement.handler || leaves(statement.handler.body)))
      );
    default:
      return false;
  }
}

/** A `break` without a label stays in what is behind the switch. */
function leavesSwitch(statement: AnyNode): boolean {
  if (statement.type === 'BreakStatement') return Boolean(statement.label);
  return statement.type === 'BlockStatement' ? statement.body.some(leavesSwitch) : leaves(statement);
}

/** What a fork's outcome is called. A switch's is given by the case that was entered. */
export function wayOf(program: Program, test: TestSpan, outcome: ValueReport, entered: string | null): Way | null {
  const found = testAt(program, test);
  if (found?.node.type === 'CatchClause') return 'caught';
  return found === undefined ? null : wayFrom(found.parent, found.node, outcome, entered);
}

/** Whether a fork is the entry of a handler. */
export function testIsCatch(program: Program, test: TestSpan): boolean {
  return testAt(program, test)?.node.type === 'CatchClause';
}

interface TestSpan {
  readonly offset: number;
  readonly end: number;
}

/** The test of a fork, and what it decides. */
function testAt(program: Program, { offset, end }: TestSpan): { readonly parent: AnyNode; readonly node: AnyNode } | undefined {
  const path = pathTo(program, offset);
  const at = path.findIndex((node, index) => index > 0 && node.start === offset && node.end === end);
  const [parent, node] = [path[at - 1], path[at]];
  return parent === undefined || node === undefined ? undefined : { parent, node };
}

function wayFrom(parent: AnyNode, node: AnyNode, outcome: ValueReport, entered: string | null): Way | null {
  switch (parent.type) {
    case 'IfStatement':
    case 'ConditionalExpression':
      return parent.test === node ? (isTruthy(outcome) ? 'then' : 'else') : null;
    case 'WhileStatement':
    case 'DoWhileStatement':
    case 'ForStatement':
      return parent.test === node ? (isTruthy(outcome) ? 'again' : 'exit') : null;
    case 'ForOfStatement':
    case 'ForInStatement':
      return parent.right === node ? 'again' : null;
    case 'SwitchStatement':
      return parent.discriminant === node ? (entered === 'case' || entered === 'default' ? entered : 'exit') : null;
    case 'LogicalExpression':
      return parent.left === node ? (takesRight(parent.operator, outcome) ? 'right' : 'left') : null;
    case 'MemberExpression':
      return parent.object === node && parent.optional ? (takesRight('??', outcome) ? 'left' : 'right') : null;
    case 'CallExpression':
      return parent.callee === node && parent.optional ? 'right' : null;
    case 'AssignmentExpression':
      return parent.left === node ? 'right' : null;
    case 'AssignmentPattern':
      return parent.right === node ? 'default' : null;
    default:
      return null;
  }
}

/** A part of a test. */
export type Operand = Pick<AnyNode, 'type' | 'start' | 'end'>;

/** The parts of a test whose values say why it went as it did, innermost only where they are read; of a handler the variable of what it caught. */
export function operandsAt(program: Program, test: TestSpan): readonly Operand[] {
  const found = testAt(program, test);
  if (found === undefined) return [];
  if (found.node.type !== 'CatchClause') return operands(found.node);
  return found.node.param?.type === 'Identifier' ? [found.node.param] : [];
}

function operands(node: AnyNode): readonly AnyNode[] {
  switch (node.type) {
    case 'Literal':
    case 'ArrayExpression':
    case 'ObjectExpression':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
    case 'ClassExpression':
    case 'AwaitExpression':
    case 'YieldExpression':
      return [];
    case 'UnaryExpression':
      return operands(node.argument);
    case 'UpdateExpression':
      return node.prefix ? operands(node.argument) : [];
    case 'BinaryExpression':
    case 'LogicalExpression':
      return [node.left, node.right].flatMap(operands);
    case 'ConditionalExpression':
      return [node.test, node.consequent, node.alternate].flatMap(operands);
    case 'AssignmentExpression':
      return operands(node.left);
    case 'SequenceExpression':
    case 'TemplateLiteral':
      return node.expressions.flatMap(operands);
    case 'Identifier':
      return node.name === 'undefined' ? [] : [node];
    default:
      return [node];
  }
}

function fork({ start, end }: Pick<DecidingFork, 'start' | 'end'>, leadsHere: DecidingFork['leadsHere']): DecidingFork {
  return { start, end, leadsHere, isCertain: true };
}

/** A fork that control may have passed by. */
function uncertain(one: DecidingFork): DecidingFork {
  return { ...one, isCertain: false };
}

function always(): boolean {
  return true;
}

function takesRight(operator: string, value: ValueReport): boolean {
  if (operator === '&&') return isTruthy(value);
  return operator === '||' ? !isTruthy(value) : value.kind === 'primitive' && (value.type === 'undefined' || value.type === 'null');
}
