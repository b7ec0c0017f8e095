import type { PassageStep } from '../../instrument/plan.js';
import { childrenOf, isFunction, type AnyNode } from '../../instrument/tree.js';
import type { StopPicture } from './sameStop.js';

/** Where a program may be brought to by what it looks like there, in the text as V8 has it: before what V8 waits in, or after a write. */
export interface PlaceAround extends Pick<PassageStep, 'path' | 'line' | 'column'> {
  readonly moment: 'before' | 'write';
  readonly node: AnyNode;
  /** Where V8 waits. */
  readonly offset: number;
}

/** An expression and its primitive value, which is `TYPE TEXT`. */
export type SeenValue = readonly [expression: string, value: string];

/** The moment of a stop that no count leads to, told by what is seen there. */
export interface AlikeStop {
  readonly step: PassageStep;
  readonly picture: StopPicture;
  /** A sentence for the user: of which moment the answers are. */
  readonly note: string;
}

/** More values than these are not written down in the note. */
const mostShown = 4;

/**
 * The first passage with the same stack and the same values as where a program waits, `seen` among them. It serves where no number tells the
 * stop: after a pause that was asked for, at a value that is watched, at a breakpoint at a function, at one that was set while the program ran.
 * Null where something may have been written since the place was passed: a property that the statement has read may have a getter, and an
 * operand be converted by a method.
 */
export function alikeStop(place: PlaceAround, picture: StopPicture, seen: readonly SeenValue[] = []): AlikeStop | null {
  const { path, line, column, moment, node, offset } = place;
  if (moment === 'before' && !isQuiet(node, offset)) return null;
  const own = namesDeclaredIn(node);
  const known = [...seen, ...[...picture.variables].filter(([name]) => !own.has(name) && isVariable(name))];
  const when = known.map(([name, value]) => testOf(name, value)).join(' && ');
  const where = moment === 'write' ? `after the write in line ${line}` : `line ${line}`;
  return {
    step: { kind: 'passage', path, line, column, moment, when: when === '' ? null : when, depth: picture.frames.length, hit: 1 },
    picture,
    note: `Answered for the first moment that looks like this stop: ${where}, the same stack${valuesOf(known)}.`,
  };
}

function valuesOf(known: readonly SeenValue[]): string {
  const shown = known.slice(0, mostShown).map(([name, value]) => `, ${name} = ${textOf(value)}`);
  const more = known.length - shown.length;
  return `${shown.join('')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** What may write when it has been evaluated. */
const mayWrite =
  /^(CallExpression|NewExpression|AwaitExpression|YieldExpression|TaggedTemplateExpression|ImportExpression|UpdateExpression|AssignmentExpression|ClassBody|SpreadElement)$/;

/** What may call methods of its operands. */
const mayConvert = /^(BinaryExpression|UnaryExpression|TemplateLiteral|ObjectPattern|ArrayPattern)$/;

/**
 * Whether nothing in a statement can have written when V8 waits at an offset in it: all that calls, waits or assigns is around the offset, and so
 * has not been evaluated. V8 waits at the start of a call when its arguments have been evaluated: what comes first says nothing.
 */
function isQuiet(node: AnyNode, offset: number): boolean {
  if (isFunction(node)) return true;
  // A loop's body, and what else is evaluated again and again, has passages of its own.
  if (/^(While|DoWhile|For|ForIn|ForOf|Try|Labeled)Statement$/.test(node.type)) return false;
  const isWrite = mayWrite.test(node.type) || (node.type === 'UnaryExpression' && node.operator === 'delete');
  if (isWrite && (offset < node.start || node.end <= offset)) return false;
  if (node.type === 'MemberExpression' && node.start < offset) return false;
  if (mayConvert.test(node.type) && node.end <= offset) return false;
  // Each part of a template is made a text before the next one is evaluated.
  if (node.type === 'TemplateLiteral' && node.expressions.some(({ end }) => end <= offset)) return false;
  return childrenOf(node).every((child) => isQuiet(child, offset));
}

/** The names that a node declares: none of them has a value before. */
function namesDeclaredIn(node: AnyNode, names = new Set<string>()): ReadonlySet<string> {
  if (node.type === 'VariableDeclarator') identifiersIn(node.id, names);
  if ((node.type === 'ClassDeclaration' || node.type === 'FunctionDeclaration') && node.id) names.add(node.id.name);
  if (!isFunction(node)) for (const child of childrenOf(node)) namesDeclaredIn(child, names);
  return names;
}

function identifiersIn(node: AnyNode, names: Set<string>): void {
  if (node.type === 'Identifier') names.add(node.name);
  for (const child of childrenOf(node)) identifiersIn(child, names);
}

/** Names of a module that always have the same value tell no moment. */
const isVariable = (name: string): boolean =>
  /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name) && !['arguments', '__filename', '__dirname'].includes(name);

/** A test in JavaScript of whether a variable has a value, which is `TYPE TEXT`. */
function testOf(name: string, value: string): string {
  const text = textOf(value);
  if (text === 'NaN') return `${name} !== ${name}`;
  if (text === '-0') return `(${name} === 0 && 1 / ${name} < 0)`;
  return `${name} === ${text}`;
}

function textOf(value: string): string {
  const [, type = '', text = ''] = /^(\S+) (.*)$/s.exec(value) ?? [];
  return type === 'string' ? JSON.stringify(text) : type === 'bigint' ? `${text}n` : text;
}
