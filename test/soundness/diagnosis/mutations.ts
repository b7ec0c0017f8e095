import type { Random } from '../random.js';
import {
  boundIdentifiers,
  child,
  childList,
  children,
  isFunction,
  optionalChild,
  parse,
  stringField,
  visit,
  type SyntaxNode,
} from '../syntaxTree.js';

/** One expression of a program that becomes another of its kind. */
export interface Mutation {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly kind: MutationKind;
}

type MutationKind =
  | 'operator'
  | 'constant'
  | 'variable'
  | 'target'
  | 'negation'
  | 'arguments'
  | 'key'
  | 'index'
  | 'method'
  | 'operand'
  | 'jump'
  | 'elements'
  | 'wait';

const families: readonly (readonly string[])[] = [
  ['<', '<=', '>', '>=', '===', '!=='],
  ['+', '-', '*', '/', '%'],
  ['&&', '||'],
  ['&', '|', '^', '<<', '>>', '>>>'],
  ['=', '+=', '-=', '*='],
  ['&=', '|=', '^='],
];
const methods: readonly (readonly string[])[] = [
  ['pop', 'shift'],
  ['push', 'unshift'],
  ['floor', 'ceil', 'round', 'abs', 'trunc'],
  ['max', 'min'],
  ['add', 'delete', 'has'],
  ['some', 'every'],
  ['startsWith', 'endsWith', 'includes'],
  ['trim', 'toUpperCase', 'toLowerCase'],
  ['filter', 'map'],
  ['findIndex', 'findLastIndex'],
  ['slice', 'substring'],
  ['step', 'read'],
];

/**
 * All mutations of a program's expressions that keep kinds as far as names tell them (`x1` is a number, `s2` a string). What is declared
 * keeps its name, which is no expression: no value of the declaration makes up for a variable that others miss.
 */
export function mutationsOf(text: string): readonly Mutation[] {
  const found: Mutation[] = [];
  const names = variableNames(text);
  const targets = new Set<SyntaxNode>();
  const declared = new Set<SyntaxNode>();
  visit(parse(text).root, (node) => {
    const { type } = node;
    // Types are no expressions.
    if (type.startsWith('TS') && !/^TS(AsExpression|NonNullExpression)$/.test(type)) return false;
    if (type === 'AssignmentExpression') targets.add(child(node, 'left'));
    if (type === 'UpdateExpression') targets.add(child(node, 'argument'));
    for (const name of namesOf(node)) declared.add(name);
    if (declared.has(node)) return false;
    mutate(node, { text, names, targets, add: (at, by, kind) => add(found, text, at, by, kind) });
    return undefined;
  });
  return found;
}

/** The names that a node declares, and those of labels and exports. */
function namesOf(node: SyntaxNode): readonly SyntaxNode[] {
  const named = (field: string): SyntaxNode[] => [optionalChild(node, field) ?? []].flat();
  switch (node.type) {
    case 'VariableDeclarator':
      return boundIdentifiers(child(node, 'id'));
    case 'CatchClause':
      return named('param').flatMap(boundIdentifiers);
    case 'ClassDeclaration':
    case 'ClassExpression':
      return named('id');
    case 'LabeledStatement':
    case 'BreakStatement':
    case 'ContinueStatement':
      return named('label');
    case 'ExportSpecifier':
      return [...named('local'), ...named('exported')];
    default:
      return isFunction(node) ? [...named('id'), ...childList(node, 'params').flatMap(boundIdentifiers)] : [];
  }
}

function add(found: Mutation[], text: string, at: readonly [number, number], by: string, kind: MutationKind): void {
  if (text.slice(...at) !== by) found.push({ start: at[0], end: at[1], text: by, kind });
}

/** Some mutations, of each kind about as many. */
export function chosenMutations(text: string, random: Random, count: number): readonly Mutation[] {
  const byKind = new Map<MutationKind, Mutation[]>();
  for (const mutation of mutationsOf(text)) byKind.set(mutation.kind, [...(byKind.get(mutation.kind) ?? []), mutation]);
  const kinds = [...byKind.values()];
  if (kinds.length === 0) return [];
  return Array.from({ length: count }, () => random.choice(random.choice(kinds)));
}

export const mutated = (text: string, { start, end, text: by }: Mutation): string => text.slice(0, start) + by + text.slice(end);

/** A part without which the program has another shape: what it did is missing. Accessors of random programs do something, too. */
function hasEffects(node: SyntaxNode): boolean {
  let found = false;
  visit(node, (inner) => {
    if (/^(?:Assignment|Update|Call|New|Await|Yield)Expression$/.test(inner.type)) found = true;
    if (inner.type === 'MemberExpression' && /^(?:t|v|twice)$/.test(stringField(child(inner, 'property'), 'name'))) found = true;
  });
  return found;
}

interface Place {
  readonly text: string;
  readonly names: ReadonlyMap<string, readonly string[]>;
  readonly targets: ReadonlySet<SyntaxNode>;
  add(at: readonly [number, number], by: string, kind: MutationKind): void;
}

/** The variables of a program by the letters that tell their kinds. */
function variableNames(text: string): ReadonlyMap<string, readonly string[]> {
  const names = new Map<string, Set<string>>();
  for (const [name, letters = ''] of text.matchAll(/\b([a-z]+)\d+\b/g)) names.set(letters, (names.get(letters) ?? new Set()).add(name));
  return new Map([...names].map(([letters, all]) => [letters, [...all]]));
}

const kindLetters = (name: string): string => /^[a-z]+(?=\d+$)/.exec(name)?.[0] ?? '';

function mutate(node: SyntaxNode, place: Place): void {
  const { text } = place;
  const source = (of: SyntaxNode): string => text.slice(...of.range);
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression':
    case 'AssignmentExpression': {
      const [left, right] = [child(node, 'left'), child(node, 'right')];
      const operator = stringField(node, 'operator');
      const start = text.indexOf(operator, left.range[1]);
      if (start < 0 || start > right.range[0]) return;
      const family = families.find((each) => each.includes(operator)) ?? [];
      for (const other of family) place.add([start, start + operator.length], other, 'operator');
      if (node.type !== 'BinaryExpression' || !/^[-+*/%]$/.test(operator)) return;
      if (!hasEffects(right)) place.add(node.range, source(left), 'operand');
      if (!hasEffects(left)) place.add(node.range, source(right), 'operand');
      place.add(node.range, `(${source(right)} ${operator} ${source(left)})`, 'operand');
      return;
    }
    case 'UpdateExpression': {
      const argument = source(child(node, 'argument'));
      const other = stringField(node, 'operator') === '++' ? '--' : '++';
      place.add(node.range, node['prefix'] === true ? `${other}${argument}` : `${argument}${other}`, 'operator');
      return;
    }
    case 'Literal': {
      const value = node['value'];
      if (typeof value === 'number')
        for (const other of [value + 1, value - 1, 0, 7])
          if (Number.isSafeInteger(other) && other >= 0) place.add(node.range, String(other), 'constant');
      if (typeof value === 'boolean') place.add(node.range, String(!value), 'constant');
      if (typeof value === 'string') for (const other of ['', `${value}b`, 'a']) place.add(node.range, `'${other}'`, 'constant');
      return;
    }
    case 'Identifier': {
      const name = source(node);
      const kind = place.targets.has(node) ? 'target' : 'variable';
      // `m1` and `v2` may be of any kind: another one would be an error of types.
      if (kind === 'target' && /^[mv]\d/.test(name)) return;
      for (const other of place.names.get(kindLetters(name)) ?? []) place.add(node.range, other, kind);
      return;
    }
    case 'IfStatement':
    case 'WhileStatement':
    case 'ConditionalExpression': {
      const test = child(node, 'test');
      place.add(test.range, `!(${source(test)})`, 'negation');
      return;
    }
    case 'UnaryExpression':
      if (/^[-!]$/.test(stringField(node, 'operator'))) place.add(node.range, `(${source(child(node, 'argument'))})`, 'negation');
      return;
    case 'CallExpression':
    case 'NewExpression': {
      const args = childList(node, 'arguments');
      const [first, second] = args;
      if (first !== undefined && second !== undefined && source(first) !== source(second)) {
        const between = text.slice(first.range[1], second.range[0]);
        place.add([first.range[0], second.range[1]], source(second) + between + source(first), 'arguments');
      }
      return;
    }
    case 'AwaitExpression':
      place.add(node.range, source(child(node, 'argument')), 'wait');
      return;
    case 'ArrayExpression': {
      const elements = children(node).map(source);
      if (elements.length > 0) place.add(node.range, `[${elements.slice(1).join(', ')}]`, 'elements');
      if (elements.length > 1) place.add(node.range, `[${[...elements].reverse().join(', ')}]`, 'elements');
      return;
    }
    case 'MemberExpression': {
      const property = child(node, 'property');
      if (node['computed'] === true) {
        place.add(property.range, `${source(property)} + 1`, 'index');
        place.add(property.range, `(${source(property)}) - 1`, 'index');
        return;
      }
      const name = source(property);
      const family = methods.find((each) => each.includes(name)) ?? [];
      for (const other of family) place.add(property.range, other, 'method');
      for (const keys of [
        ['x', 'y', 'z'],
        ['count', 'value'],
      ])
        if (keys.includes(name)) for (const other of keys) place.add(property.range, other, 'key');
      return;
    }
    case 'BreakStatement':
      if (optionalChild(node, 'label') === null && source(node).startsWith('break'))
        place.add([node.range[0], node.range[0] + 5], 'continue', 'jump');
      return;
    case 'ContinueStatement':
      if (optionalChild(node, 'label') === null) place.add([node.range[0], node.range[0] + 8], 'break', 'jump');
      return;
  }
}
