import { parseExpressionAt, type Expression, type Options } from 'acorn';
import type { AnyNode } from '../../instrument/tree.js';
import { askedKinds, kindOf, type QueryKind } from './kinds.js';

/** What can be asked for: an lvalue, whose base and key are expressions of the user's source. */
export type Place =
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'field'; readonly base: string; readonly name: string }
  | { readonly kind: 'element'; readonly base: string; readonly key: string }
  | { readonly kind: 'entry'; readonly base: string; readonly key: string };

/** Where a candidate is: a place of the user's source; with no column, whatever is on the line. */
export interface CandidatePlace {
  /** A path, or the end of one. */
  readonly file: string;
  readonly line: number;
  readonly column: number | null;
}

/** A question as a face puts it: plain data, which nobody has checked yet. */
export interface Question {
  readonly kind: (typeof askedKinds)[number];
  /** The name of the point that it leads to; the next of P2, P3, … when left out. */
  readonly id?: string;
  /** The point that it starts from; the newest when left out. */
  readonly of?: string;
  /** From the innermost; negative from the oldest; 0 when left out. */
  readonly frame?: number;
  /** The place or value, as an expression in the frame. */
  readonly expression?: string;
  /** From the end when negative; the kind's own when left out. */
  readonly index?: number;
  /** The candidate of `of`. */
  readonly candidate?: CandidatePlace;
  /** As the user wrote it. */
  readonly text?: string;
}

/** A question about an earlier point of the chain. */
export interface Query {
  readonly id: string;
  readonly kind: QueryKind;
  readonly text: string;
  /** The point that it starts from. */
  readonly of: string;
  /** From the innermost; negative from the oldest. */
  readonly frame: number;
  /** As written, without the point; empty for questions about the point itself. */
  readonly expression: string;
  readonly place: Place | null;
  readonly index: number;
  /** Of `candidate`: where it is; `of` is the point that it is a candidate of. */
  readonly candidate?: CandidatePlace;
  /** Whether its names are those of the text that runs: a question that a question asks. Else they are the user's. */
  readonly isOfText?: boolean;
  /** Whether it is a step of an origin. */
  readonly isStep?: true;
}

/** Under what an observation keeps what a question asks there: steps that ask the same of a moment share it. */
export function seenAs({ id, kind, frame, expression, isOfText, isStep }: Query): string {
  if (kind === 'returned') return `~call ${frame} ${expression}`;
  return isStep === true || kind === 'origin' ? `~${isOfText === true ? '' : 'source '}${frame} ${expression}` : id;
}

/** Questions of one chain, each about P1 or a point before it. Throws an error that says what is wrong with one. */
export function queriesOf(questions: readonly Question[]): readonly Query[] {
  if (questions.length > mostQuestions) throw new Error(`A chain has at most ${mostQuestions} questions: these are ${questions.length}.`);
  const queries: Query[] = [];
  for (const question of questions) queries.push(queryOf(question, ['P1', ...queries.map(({ id }) => id)]));
  return queries;
}

/** What is asked may be looked at part by part, and each question at all points before it. */
const mostQuestions = 1000;
const longestQuestion = 2000;

/** Throws a sentence when a question or an expression to show is too long. */
function checkLength({ length }: string): void {
  if (length > longestQuestion) throw new Error(`A question has at most ${longestQuestion} characters: this one has ${length}.`);
}

function queryOf(question: Question, points: readonly string[]): Query {
  checkLength(question.expression ?? '');
  const { kind, id = `P${points.length + 1}`, of = points.at(-1) ?? 'P1', frame = 0, candidate } = question;
  const expression = question.expression?.trim() ?? '';
  if (!askedKinds.includes(kind)) throw noQuestion(kind);
  const { names, index: standard } = kindOf(kind);
  const index = question.index ?? standard;
  const text = question.text ?? textOf({ kind, of, frame, expression, index, candidate });
  if (points.includes(id)) throw new Error(`There are two points ${id}.`);
  if (!points.includes(of)) throw new Error(`“${text}” starts from ${of}, which is no earlier point.`);
  if (!Number.isInteger(frame) || !Number.isInteger(index)) throw new Error(`“${text}” has a frame or an index that is no whole number.`);
  const common = { id, kind, text, of, frame, index, expression, place: null };
  switch (names) {
    case 'candidate':
      if (candidate === undefined) throw noCandidate(text);
      return { ...common, candidate };
    case 'nothing':
      return { ...common, expression: '' };
    case 'place':
    case 'value':
      if (expression === '') throw new Error(`“${text}” must name a place.`);
      return { ...common, place: kind === 'origin' && isCall(expression) ? null : parsePlace(expression, names) };
  }
}

interface Candidate {
  readonly candidate: CandidatePlace | undefined;
}

/** A question in the words of the command line. */
function textOf({ kind, of, frame, expression, index, candidate }: Omit<Query, 'id' | 'text' | 'place' | 'candidate'> & Candidate): string {
  const { names, index: standard } = kindOf(kind);
  const { file = '', line = 0, column = null } = candidate ?? {};
  const place = `${file}:${line}${column === null ? '' : `:${column}`}`;
  const about = candidate !== undefined ? `${of}, ${place}` : names === 'nothing' ? `${of}(${frame})` : `${of}(${frame}): ${expression}`;
  return `${kind}(${about})${index === standard ? '' : `[${index}]`}`;
}

/** `parseQuestions`, checked. */
export function parseQueries(texts: readonly string[]): readonly Query[] {
  return queriesOf(parseQuestions(texts));
}

/**
 * `[NAME =] KIND([POINT[(FRAME)]:]PLACE) [INDEX]`, or `candidate(POINT, FILE:LINE[:COLUMN]) [INDEX]`. Throws an error that says what is wrong
 * with the question.
 */
export function parseQuestions(texts: readonly string[]): readonly Question[] {
  return texts.map(parseQuestion);
}

function parseQuestion(text: string): Question {
  checkLength(text);
  const match = /^\s*(?:([A-Za-z_$][\w$]*)\s*=\s*)?([A-Za-z]+)\s*\(([\s\S]*)\)\s*(?:\[\s*(-?\d+)\s*\])?\s*$/.exec(text);
  const kind = askedKinds.find((one) => one === match?.[2]);
  if (match === null || kind === undefined) throw noQuestion(text);
  const [, id, , inside = '', index] = match;
  const common = {
    kind,
    text: text.trim(),
    ...(id === undefined ? {} : { id }),
    ...(index === undefined ? {} : { index: Number(index) }),
  };
  const { names } = kindOf(kind);
  if (names === 'candidate') return { ...common, ...candidateIn(text, inside.trim()) };
  const isOfPoint = names === 'nothing';
  const [, of, frame, expression] =
    (isOfPoint
      ? /^([A-Za-z_$][\w$]*)?(?:\(\s*(-?\d+)\s*\))?()$/
      : /^(?:([A-Za-z_$][\w$]*)\s*(?:\(\s*(-?\d+)\s*\))?\s*:)?\s*([\s\S]+)$/
    ).exec(inside.trim()) ?? [];
  if (expression === undefined) throw new Error(`“${text}” must name ${isOfPoint ? 'a point' : 'a place'}.`);
  return { ...common, expression, frame: Number(frame ?? 0), ...(of === undefined ? {} : { of }) };
}

function candidateIn(text: string, inside: string): Pick<Question, 'of' | 'candidate'> {
  const [, of, file, line, column] = /^([A-Za-z_$][\w$]*)\s*,\s*(.+?):(\d+)(?::(\d+))?$/.exec(inside) ?? [];
  if (of === undefined || file === undefined) throw noCandidate(text);
  return { of, candidate: { file, line: Number(line), column: column === undefined ? null : Number(column) } };
}

function noQuestion(text: string): Error {
  return new Error(`“${text}” is no question: ask ${askedKinds.join(', ')} of a place or point.`);
}

function noCandidate(text: string): Error {
  return new Error(`“${text}” must name a point and a place: candidate(P2, FILE:LINE).`);
}

/** More that is wanted of a located point: what an expression is there, in one of its frames. */
export interface Show {
  readonly of: string;
  readonly frame: number;
  readonly expression: string;
  /** Whether its names are those of the text that runs; else they are the user's. */
  readonly isOfText?: boolean;
}

/** How what is shown of a frame is called. */
export const shownAs = (frame: number, expression: string): string => (frame === 0 ? expression : `(${frame}): ${expression}`);

/**
 * `[POINT[(FRAME)]:] EXPRESSION`, of the stop when no point is named; `queries` have the points that there are. Throws an error that says
 * what is wrong.
 */
export function parseShows(texts: readonly string[], queries: readonly Pick<Query, 'id'>[]): readonly Show[] {
  if (texts.length > mostQuestions) throw new Error(`At most ${mostQuestions} expressions are shown: these are ${texts.length}.`);
  const points = ['P1', ...queries.map(({ id }) => id)];
  return texts.map((text) => {
    checkLength(text);
    const [, of = '', frame, expression = ''] = /^\s*([A-Za-z_$][\w$]*)\s*(?:\(\s*(-?\d+)\s*\))?\s*:([\s\S]+)$/.exec(text) ?? [];
    return checkedShow(
      points.includes(of)
        ? { of, frame: Number(frame ?? 0), expression: expression.trim() }
        : { of: 'P1', frame: 0, expression: text.trim() },
      queries,
    );
  });
}

/** Throws an error if an expression that is to be shown is none, or its point is not in the chain. */
export function checkedShow(show: Show, queries: readonly Pick<Query, 'id'>[]): Show {
  const { of, frame, expression } = show;
  checkLength(expression);
  parseExpression(withEventParts(expression), expression);
  if (of !== 'P1' && !queries.some(({ id }) => id === of)) throw new Error(`“${expression}” is asked of ${of}, which is no point.`);
  if (!Number.isInteger(frame)) throw new Error(`${frame} is no frame.`);
  return show;
}

/** `.owner` and `.value` of a point's event stand for these while a place is parsed and evaluated. */
const eventParts = { owner: '__w_owner', value: '__w_value' } as const;

/** A place may begin with `.owner` or `.value`. */
export function withEventParts(expression: string): string {
  return expression.replace(/^\.(owner|value)\b/, (_, part: 'owner' | 'value') => eventParts[part]);
}

/** The place that an expression is; null when it is none. */
export function placeOf(expression: string): Place | null {
  try {
    return parsePlace(expression, 'place');
  } catch {
    return null;
  }
}

/** A place, and how it is written. */
interface WrittenPlace {
  readonly place: Place;
  readonly written: string;
}

/** The place that an expression is, and those that it is a part of, from the outside in: of `a.b[i]` also `a.b` and `a`. None where it is no place. */
export function placesIn(expression: string): readonly WrittenPlace[] {
  if (!isExpression(expression)) return [];
  const text = withEventParts(expression);
  const places: WrittenPlace[] = [];
  for (let node: AnyNode | null = parseExpression(text, expression); node !== null; node = baseOf(node)) {
    const place = placeAt(node, text);
    if (place === null) break;
    places.push({ place, written: text.slice(node.start, node.end) });
  }
  return places;
}

/** Of what a place is a part; null for a variable. */
function baseOf(node: AnyNode): AnyNode | null {
  if (node.type === 'CallExpression') return baseOf(node.callee);
  return node.type === 'MemberExpression' ? node.object : null;
}

function parsePlace(written: string, names: 'place' | 'value'): Place {
  const text = withEventParts(written);
  const node = parseExpression(text, written);
  const place = placeAt(node, text);
  if (place !== null) return place;
  if (names === 'value' || node.type === 'ThisExpression') return { kind: 'variable', name: text };
  throw new Error(`“${written}” is no place: write a variable, o.f, a[i], this.#p or m.get(k).`);
}

/** null: it is none, or `this`. */
function placeAt(node: AnyNode, text: string): Place | null {
  const slice = ({ start, end }: { readonly start: number; readonly end: number }) => text.slice(start, end);
  if (node.type === 'Identifier') return { kind: 'variable', name: node.name };
  if (node.type === 'MemberExpression') {
    const base = slice(node.object);
    if (node.property.type === 'PrivateIdentifier') return { kind: 'field', base, name: `#${node.property.name}` };
    if (!node.computed && node.property.type === 'Identifier') return { kind: 'field', base, name: node.property.name };
    return { kind: 'element', base, key: slice(node.property) };
  }
  if (node.type === 'CallExpression' && node.callee.type === 'MemberExpression' && node.callee.property.type === 'Identifier') {
    const [argument] = node.arguments;
    if (/^(get|has)$/.test(node.callee.property.name) && argument !== undefined)
      return { kind: 'entry', base: slice(node.callee.object), key: slice(argument) };
  }
  return null;
}

/** Whether an expression is a call, also one that is awaited, and no place: an origin follows what it has given. */
export function isCall(expression: string): boolean {
  if (!isExpression(expression) || placeOf(expression) !== null) return false;
  let node: AnyNode = parseExpression(expression, expression);
  while (node.type === 'AwaitExpression' || node.type === 'ParenthesizedExpression' || node.type === 'ChainExpression')
    node = node.type === 'AwaitExpression' ? node.argument : node.expression;
  return node.type === 'CallExpression';
}

/** Whether a text is one expression of JavaScript. */
export function isExpression(text: string): boolean {
  try {
    parseExpression(text, text);
    return true;
  } catch {
    return false;
  }
}

const syntax: Options = { ecmaVersion: 'latest', checkPrivateFields: false, allowAwaitOutsideFunction: true };

function parseExpression(text: string, written: string): Expression {
  try {
    const node = parseExpressionAt(text, 0, syntax);
    // What stands in parentheses as a whole ends before the last one.
    if (text.slice(parseExpressionAt(text, 0, { ...syntax, preserveParens: true }).end).trim() === '') return node;
  } catch {
    // said below
  }
  throw new Error(`“${written}” is no expression.`);
}
