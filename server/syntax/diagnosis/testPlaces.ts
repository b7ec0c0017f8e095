import ts from 'typescript';
import type { Span } from '../../base/span.js';
import { parse } from '../source.js';

/** A call that declares a test or a suite under a name that is written there. */
export interface TestPlace {
  /** The names of suites and test, joined by ` > `; `*` stands for a name that is computed. */
  readonly name: string;
  readonly span: Span;
  readonly isSuite: boolean;
}

const suites: ReadonlySet<string> = new Set(['describe', 'suite', 'context']);
const tests: ReadonlySet<string> = new Set(['test', 'it', 'specify']);

/** The tests of a text, in its order. */
export function testPlaces(text: string, path: string): readonly TestPlace[] {
  const { file } = parse(text, path);
  const places: TestPlace[] = [];
  const visit = (node: ts.Node, around: string): void => {
    const called = ts.isCallExpression(node) ? calledName(node.expression) : null;
    if (!ts.isCallExpression(node) || called === null) return ts.forEachChild(node, (child) => visit(child, around));
    const [first] = node.arguments;
    const own = first !== undefined && ts.isStringLiteralLike(first) ? first.text : '*';
    const name = around === '' ? own : `${around} > ${own}`;
    places.push({ name, span: { start: node.getStart(file), end: node.end }, isSuite: suites.has(called) });
    // `test.each(table)` declares nothing before it is called with a name.
    if (ts.isCallExpression(node.expression)) ts.forEachChild(node.expression, (child) => visit(child, around));
    for (const argument of node.arguments) visit(argument, name);
  };
  visit(file, '');
  return places;
}

function calledName(callee: ts.Expression): string | null {
  const base = ts.isPropertyAccessExpression(callee) ? callee.expression : callee;
  if (ts.isCallExpression(base)) return calledName(base.expression);
  if (ts.isTaggedTemplateExpression(base)) return calledName(base.tag);
  return ts.isIdentifier(base) && (suites.has(base.text) || tests.has(base.text)) ? base.text : null;
}

/** The innermost place around an offset. */
export const placeAround = (places: readonly TestPlace[], offset: number): TestPlace | null =>
  places.findLast(({ span }) => span.start <= offset && offset < span.end) ?? null;
