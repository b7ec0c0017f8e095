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
    ts.forEachChild(node, (child) => visit(child, name));
  };
  visit(file, '');
  return places;
}

function calledName(callee: ts.Expression): string | null {
  const base = ts.isPropertyAccessExpression(callee) ? callee.expression : callee;
  const name = ts.isIdentifier(base) ? base.text : ts.isCallExpression(base) ? calledName(base.expression) : null;
  return name !== null && (suites.has(name) || tests.has(name)) ? name : null;
}

/** The place of the test of that name: the one written so, else one whose computed names may be so. */
export function placeOfTest(places: readonly TestPlace[], name: string): TestPlace | null {
  const parts = name.split(' > ');
  const fits = ({ name: pattern }: TestPlace): boolean => {
    const own = pattern.split(' > ');
    return own.length === parts.length && own.every((part, i) => part === '*' || part === parts[i]);
  };
  return places.find((place) => place.name === name) ?? places.find(fits) ?? null;
}
