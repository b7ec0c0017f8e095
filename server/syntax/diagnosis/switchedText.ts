import ts from 'typescript';
import type { Span } from '../../base/span.js';
import type { Part } from './parts.js';
import { applied, switchName, type Insertion } from './textInsertions.js';

/** The place of a text that an alternative takes. */
export type Site =
  /** The expression of a part. */
  | { readonly kind: 'expression'; readonly part: number }
  /** The statement of a part. */
  | { readonly kind: 'statement'; readonly part: number }
  /** A branch or loop, or another statement, with all that is in it. */
  | { readonly kind: 'whole'; readonly span: Span }
  /** Between two statements. */
  | { readonly kind: 'gap'; readonly position: number };

/** Another text for a place, which the number switches on. */
export interface Alternative {
  readonly number: number;
  readonly site: Site;
  readonly text: string;
}

/** A text with switches, and the places that each alternative switches on. */
export interface Switched {
  readonly text: string;
  /** By the number of an alternative. */
  readonly on: ReadonlyMap<number, readonly number[]>;
}

/**
 * A text that counts its parts and spends fuel in loops, and that behaves as an alternative when that is switched on: `c(id)` is told of
 * each passage, `f()` of each iteration, `m` is the number of the alternative, `on[place]` says whether it belongs to a place. Places are
 * numbered from `firstPlace`. `held`: what holds the text's assertions. No line moves.
 */
export function switchedText(
  file: ts.SourceFile,
  parts: readonly Part[],
  { firstId, firstPlace }: { readonly firstId: number; readonly firstPlace: number },
  alternatives: readonly Alternative[],
  held: readonly Insertion[] = [],
): Switched {
  const insertions: Insertion[] = [...held];
  const open = (at: number, text: string, width: number): void => void insertions.push({ at, text, rank: 1e9 - width });
  const close = (at: number, text: string, width: number): void => void insertions.push({ at, text, rank: -1e9 + width });
  const places = placesOf(alternatives, firstPlace);
  parts.forEach((part, index) => {
    const whole = places.get(`statement ${index}`) ?? null;
    const inside = places.get(`expression ${index}`) ?? null;
    switchPart(part, firstId + index, { whole, inside }, file, { open, close });
  });
  for (const { number, position, span, own } of places.values()) {
    if (position !== null) open(position, `; if (${switchName}.on[${number}] === true) {${dispatchStatements(own)}} `, 1e8);
    if (span === null) continue;
    const width = span.end - span.start + 2;
    open(span.start, `{ if (${switchName}.on[${number}] === true) {${dispatchStatements(own)}} else `, width);
    close(span.end, ' }', width);
  }
  const visit = (node: ts.Node): void => {
    if (ts.isIterationStatement(node, false)) spendFuel(node.statement, file, { open, close });
    ts.forEachChild(node, visit);
  };
  visit(file);
  const on = new Map<number, number[]>();
  for (const place of places.values()) for (const { number } of place.own) on.set(number, [...(on.get(number) ?? []), place.number]);
  return { text: applied(file.text, insertions), on };
}

/** A loop's body costs fuel each time. */
function spendFuel(body: ts.Statement, file: ts.SourceFile, { open, close }: Inserter): void {
  const isBlock = ts.isBlock(body);
  const start = body.getStart(file);
  open(isBlock ? start + 1 : start, `${isBlock ? '' : '{'} ${switchName}.f(); `, 5e8);
  if (!isBlock) close(body.end, ' }', 5e8);
}

/** The text of a statement with some edits, whose loops spend fuel, and so do the bodies that become ones. */
export function withFuel(
  statement: ts.Statement,
  file: ts.SourceFile,
  edits: readonly { readonly span: Span; readonly text: string }[],
  bodies: readonly ts.Statement[],
): string {
  const insertions: Insertion[] = [];
  const open = (at: number, text: string, width: number): void => void insertions.push({ at, text, rank: 1e9 - width });
  const close = (at: number, text: string, width: number): void => void insertions.push({ at, text, rank: -1e9 + width });
  for (const body of bodies) spendFuel(body, file, { open, close });
  const visit = (node: ts.Node): void => {
    if (ts.isIterationStatement(node, false)) spendFuel(node.statement, file, { open, close });
    ts.forEachChild(node, visit);
  };
  visit(statement);
  const from = statement.getStart(file);
  const inserted = insertions.map(({ at, text, rank }) => ({ at: at - from, text, rank }));
  const replaced = edits.map(({ span, text }) => ({ at: span.start - from, text, rank: 0, end: span.end - from }));
  return applied(statement.getText(file), [...inserted, ...replaced]);
}

/** Whether another statement may stand in the place of one: it declares nothing there, and no label or `else` belongs to it. */
export const isReplaceable = ({ parent }: ts.Statement): boolean =>
  ts.isBlock(parent) || ts.isSourceFile(parent) || ts.isCaseOrDefaultClause(parent);

interface Place {
  readonly number: number;
  /** Of a gap, where it is. */
  readonly position: number | null;
  /** Of a whole statement. */
  readonly span: Span | null;
  readonly own: Alternative[];
}

function placesOf(alternatives: readonly Alternative[], firstPlace: number): ReadonlyMap<string, Place> {
  const places = new Map<string, Place>();
  for (const alternative of alternatives) {
    const { site } = alternative;
    const key =
      site.kind === 'gap' ? `gap ${site.position}` : site.kind === 'whole' ? `whole ${site.span.start}` : `${site.kind} ${site.part}`;
    const known = places.get(key);
    if (known !== undefined) known.own.push(alternative);
    else
      places.set(key, {
        number: firstPlace + places.size,
        position: site.kind === 'gap' ? site.position : null,
        span: site.kind === 'whole' ? site.span : null,
        own: [alternative],
      });
  }
  for (const { own } of places.values()) own.sort((a, b) => a.number - b.number);
  return places;
}

interface Inserter {
  open(at: number, text: string, width: number): void;
  close(at: number, text: string, width: number): void;
}

function switchPart(
  part: Part,
  id: number,
  { whole, inside }: { readonly whole: Place | null; readonly inside: Place | null },
  file: ts.SourceFile,
  { open, close }: Inserter,
): void {
  const { statement, expression } = part;
  if (statement !== null && (whole !== null || expression === null)) {
    const [start, width] = [statement.getStart(file), statement.end - statement.getStart(file) + 1];
    const choice = whole === null ? '' : `if (${switchName}.on[${whole.number}] === true) {${dispatchStatements(whole.own)}} else `;
    open(start, `{ ${switchName}.c(${id}); ${choice}`, width);
    close(statement.end, ' }', width);
  }
  if (expression === null || isDirective(statement)) return;
  const [start, width] = [expression.getStart(file), expression.end - expression.getStart(file)];
  if (ts.isCallExpression(expression) && expression.expression.kind === ts.SyntaxKind.SuperKeyword)
    return switchSuper(expression, id, inside, { open, close }, width);
  const choice = inside === null ? '' : `${switchName}.on[${inside.number}] !== true ? (`;
  // Without a semicolon before it, a parenthesis at the start of a line would be a call.
  const isBare = statement !== null && ts.isExpressionStatement(statement);
  open(start, `${isBare ? 'void ' : ''}(${switchName}.c(${id}), ${choice}`, width);
  close(expression.end, inside === null ? ')' : `) : ${dispatch(inside.own)})`, width);
}

/** A call of the superclass's constructor stays a statement: what the compiler puts behind it, such as parameter properties, needs that. */
function switchSuper(call: ts.CallExpression, id: number, inside: Place | null, { open, close }: Inserter, width: number): void {
  const [from, to] = [call.arguments.pos, call.end - 1];
  const before = `...(${switchName}.c(${id}), ${inside === null ? '' : `${switchName}.on[${inside.number}] !== true ? `}[`;
  const others = inside?.own.map((own) => ({ ...own, text: argumentsOf(own.text) }));
  const behind = others === undefined ? '])' : `] : ${dispatch(others)})`;
  // What is opened and closed at one offset would be closed first.
  open(from, from === to ? before + behind : before, width);
  if (from < to) close(to, behind, width);
}

/** The arguments of `super(…)` as an array; other expressions can't stand there. */
const argumentsOf = (call: string): string => (/^super\s*\(.*\)$/s.test(call) ? `[${call.slice(call.indexOf('(') + 1, -1)}]` : 'null');

/** The alternative that is on, found by halves: there may be hundreds. */
function dispatch(alternatives: readonly Alternative[]): string {
  const [first] = alternatives;
  if (first === undefined) return 'undefined';
  if (alternatives.length === 1) return `(${oneLine(first.text)})`;
  const middle = alternatives.length >> 1;
  const [low, high] = [alternatives.slice(0, middle), alternatives.slice(middle)];
  return `${switchName}.m < ${high[0]?.number ?? 0} ? ${dispatch(low)} : ${dispatch(high)}`;
}

function dispatchStatements(alternatives: readonly Alternative[]): string {
  const [first] = alternatives;
  if (first === undefined) return '';
  if (alternatives.length === 1) return oneLine(first.text);
  const middle = alternatives.length >> 1;
  const [low, high] = [alternatives.slice(0, middle), alternatives.slice(middle)];
  return `if (${switchName}.m < ${high[0]?.number ?? 0}) {${dispatchStatements(low)}} else {${dispatchStatements(high)}}`;
}

const isDirective = (statement: ts.Statement | null): boolean =>
  statement !== null && ts.isExpressionStatement(statement) && ts.isStringLiteral(statement.expression);

/** A text that may end with a comment is closed on a line of its own; the lines of alternatives are not shown to anybody. */
const oneLine = (text: string): string => (/\/\/|\n/.test(text) ? `${text}\n` : text);

/** The text with some of its spans replaced; they do not overlap. */
export function edited(text: string, edits: readonly { readonly span: Span; readonly text: string }[]): string {
  const sorted = [...edits].sort((a, b) => b.span.start - a.span.start);
  return sorted.reduce((before, { span, text: by }) => before.slice(0, span.start) + by + before.slice(span.end), text);
}
