import { parseExpressionAt, type Expression } from 'acorn';

/** What can be asked for: an lvalue, whose base and key are expressions of the user's source. */
export type Place =
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'field'; readonly base: string; readonly name: string }
  | { readonly kind: 'element'; readonly base: string; readonly key: string }
  | { readonly kind: 'entry'; readonly base: string; readonly key: string };

const queryKinds = ['lastChange', 'lastCondition', 'exceptionAfter', 'created', 'origin', 'inevitable', 'candidate'] as const;
export type QueryKind = (typeof queryKinds)[number];

/** Where a candidate is: a place of the user's source; with no column, whatever is on the line. */
export interface CandidatePlace {
  /** A path, or the end of one. */
  readonly file: string;
  readonly line: number;
  readonly column: number | null;
}

/** A question about an earlier point of the chain. */
export interface Query {
  readonly id: string;
  /** `returned`, `thrown`: what a call returned, what a `catch` has caught, which only an origin asks. */
  readonly kind: QueryKind | 'returned' | 'thrown';
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

/**
 * `[NAME =] KIND([POINT[(FRAME)]:]PLACE) [INDEX]`, or `candidate(POINT, FILE:LINE[:COLUMN]) [INDEX]`. Throws an error that says what is wrong
 * with the question.
 */
export function parseQueries(texts: readonly string[]): readonly Query[] {
  const queries: Query[] = [];
  for (const text of texts) queries.push(parseQuery(text, ['P1', ...queries.map(({ id }) => id)]));
  return queries;
}

function parseQuery(text: string, points: readonly string[]): Query {
  const match = /^\s*(?:([A-Za-z_$][\w$]*)\s*=\s*)?([A-Za-z]+)\s*\(([\s\S]*)\)\s*(?:\[\s*(-?\d+)\s*\])?\s*$/.exec(text);
  const kind = queryKinds.find((one) => one === match?.[2]);
  if (match === null || kind === undefined) throw new Error(`“${text}” is no question: ask ${queryKinds.join(', ')} of a place or point.`);
  const id = match[1] ?? `P${points.length + 1}`;
  if (points.includes(id)) throw new Error(`There are two points ${id}.`);
  const inside = (match[3] ?? '').trim();
  if (kind === 'candidate') return candidateQuery(text, id, inside, match[4], points);
  const asksPoint = kind === 'lastCondition' || kind === 'exceptionAfter' || kind === 'inevitable';
  const prefix = (
    asksPoint ? /^([A-Za-z_$][\w$]*)?(?:\(\s*(-?\d+)\s*\))?()$/ : /^(?:([A-Za-z_$][\w$]*)\s*(?:\(\s*(-?\d+)\s*\))?\s*:)?\s*([\s\S]+)$/
  ).exec(inside);
  if (prefix === null) throw new Error(`“${text}” must name ${asksPoint ? 'a point' : 'a place'}.`);
  const of = prefix[1] ?? points.at(-1) ?? 'P1';
  if (!points.includes(of)) throw new Error(`“${text}” starts from ${of}, which is no earlier point.`);
  const expression = prefix[3] ?? '';
  const index = match[4] === undefined ? (kind === 'exceptionAfter' ? 0 : -1) : Number(match[4]);
  return {
    id,
    kind,
    text: text.trim(),
    of,
    frame: Number(prefix[2] ?? 0),
    expression,
    place: asksPoint ? null : parsePlace(expression, kind),
    index,
  };
}

function candidateQuery(text: string, id: string, inside: string, index: string | undefined, points: readonly string[]): Query {
  const match = /^([A-Za-z_$][\w$]*)\s*,\s*(.+?):(\d+)(?::(\d+))?$/.exec(inside);
  const [, of = '', file = '', line = '', column] = match ?? [];
  if (match === null) throw new Error(`“${text}” must name a point and a place: candidate(P2, FILE:LINE).`);
  if (!points.includes(of)) throw new Error(`“${text}” starts from ${of}, which is no earlier point.`);
  const candidate = { file, line: Number(line), column: column === undefined ? null : Number(column) };
  const common = { id, kind: 'candidate', text: text.trim(), of, frame: 0, expression: '', place: null } as const;
  return { ...common, index: Number(index ?? -1), candidate };
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

/** `[POINT[(FRAME)]:] EXPRESSION`, of the stop when no point is named. Throws an error that says what is wrong. */
export function parseShows(texts: readonly string[], queries: readonly Query[]): readonly Show[] {
  const points = ['P1', ...queries.map(({ id }) => id)];
  return texts.map((text) => {
    const named = /^\s*([A-Za-z_$][\w$]*)\s*(?:\(\s*(-?\d+)\s*\))?\s*:([\s\S]+)$/.exec(text);
    const isPoint = named !== null && points.includes(named[1] ?? '');
    const expression = (isPoint ? (named[3] ?? '') : text).trim();
    parseExpression(withEventParts(expression), expression);
    return { of: isPoint ? (named[1] ?? 'P1') : 'P1', frame: isPoint ? Number(named[2] ?? 0) : 0, expression };
  });
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
    return parsePlace(expression, 'origin');
  } catch {
    return null;
  }
}

function parsePlace(written: string, kind: QueryKind): Place {
  const text = withEventParts(written);
  const node = parseExpression(text, written);
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
  if (kind === 'created' || node.type === 'ThisExpression') return { kind: 'variable', name: text };
  throw new Error(`“${written}” is no place: write a variable, o.f, a[i], this.#p or m.get(k).`);
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

function parseExpression(text: string, written: string): Expression {
  try {
    const node = parseExpressionAt(text, 0, { ecmaVersion: 'latest', checkPrivateFields: false, allowAwaitOutsideFunction: true });
    if (text.slice(node.end).trim() === '') return node;
  } catch {
    // said below
  }
  throw new Error(`“${written}” is no expression.`);
}
