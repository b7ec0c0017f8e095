import ts from 'typescript';
import type { Types } from './vocabulary.js';

/** Methods of which one ends what the other one begins. */
const opposites: ReadonlyMap<string, readonly string[]> = new Map(
  [
    ['on', 'off'],
    ['add', 'remove'],
    ['add', 'delete'],
    ['open', 'close'],
    ['lock', 'unlock'],
    ['acquire', 'release'],
    ['start', 'stop'],
    ['begin', 'end'],
    ['enter', 'leave'],
    ['enter', 'exit'],
    ['attach', 'detach'],
    ['connect', 'disconnect'],
    ['subscribe', 'unsubscribe'],
    ['register', 'unregister'],
    ['enable', 'disable'],
    ['show', 'hide'],
    ['push', 'pop'],
    ['set', 'delete'],
  ].reduce((all, [one = '', other = '']) => {
    for (const [from, to] of [
      [one, other],
      [other, one],
    ] as const)
      all.set(from, [...(all.get(from) ?? []), to]);
    return all;
  }, new Map<string, readonly string[]>()),
);

/** How a name begins that has an opposite, and the rest: `addListener`. */
const named = /^([a-z]+)([A-Z]\w*)?$/;

/** Calls that end what the functions around a place begin, or begin what they end: of `this.on(name, call)` it is `this.off(name, call);`. */
export function oppositeCalls(place: ts.Node, types: Types): readonly string[] {
  const found = new Set<string>();
  for (
    let around = ts.findAncestor(place, ts.isFunctionLike);
    around !== undefined;
    around = ts.findAncestor(around.parent, ts.isFunctionLike)
  )
    visit(around, place, types, found);
  return [...found].slice(0, mostCalls);
}

const mostCalls = 6;

function visit(node: ts.Node, place: ts.Node, types: Types, found: Set<string>): void {
  if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression))
    for (const text of oppositesOf(node, node.expression, place, types)) found.add(text);
  ts.forEachChild(node, (child) => visit(child, place, types, found));
}

function oppositesOf(
  call: ts.CallExpression,
  { expression: receiver, name }: ts.PropertyAccessExpression,
  place: ts.Node,
  types: Types,
): readonly string[] {
  const [, verb = '', rest = ''] = named.exec(name.text) ?? [];
  const isSeen = (node: ts.Node): boolean =>
    node.kind === ts.SyntaxKind.ThisKeyword ||
    ts.isStringLiteral(node) ||
    (ts.isIdentifier(node) && types.isVisible(node.text, place)) ||
    (ts.isPropertyAccessExpression(node) && isSeen(node.expression));
  const type = types.checker.getApparentType(types.of(receiver));
  return (opposites.get(verb) ?? []).flatMap((other) => {
    const property = type.getProperty(other + rest);
    const [signature] = property === undefined ? [] : types.checker.getTypeOfSymbol(property).getCallSignatures();
    if (signature === undefined || !isSeen(receiver)) return [];
    const given = call.arguments.slice(0, signature.parameters.length);
    if (!given.every(isSeen)) return [];
    return [`${receiver.getText()}.${other}${rest}(${given.map((argument) => argument.getText()).join(', ')});`];
  });
}
