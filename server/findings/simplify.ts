import {
  all,
  always,
  any,
  compare,
  isAlways,
  isNever,
  isRelational,
  literal,
  never,
  not,
  type Compared,
  type ConditionTree,
  type Operand,
} from './conditionTree.js';
import { failingSideOf } from './failingSide.js';
import { printCondition } from './printCondition.js';
import { Known, type Atom, type Kind } from './known.js';

/**
 * A condition that is equivalent where that is known, with fewer tests: none that those before it decide, and none that the others imply.
 * A test stays behind those that it is only evaluated under.
 */
export function simplify(tree: ConditionTree, known = Known.nothing): ConditionTree {
  switch (tree.kind) {
    case 'not':
      return negated(simplify(tree.of, known));
    case 'all':
    case 'any':
      return joined(tree.kind, tree.of, known);
    default:
      return ofTest(tree, known);
  }
}

function ofTest(atom: Atom, known: Known): ConditionTree {
  const decided = known.decides(atom);
  if (decided !== null) return decided ? always : never;
  return ofNothing(atom, known) ?? ofObject(atom, known) ?? ofLength(atom, known) ?? atom;
}

/** `x == null` where x is one of the two is known not to be. */
function ofNothing(atom: Atom, known: Known): ConditionTree | null {
  if (atom.kind !== 'compare' || atom.other.text !== 'null' || (atom.operator !== '==' && atom.operator !== '!=')) return null;
  const left = (['undefined', 'null'] as const).filter((kind) => known.kindsOf(atom.subject.text).has(kind));
  const [only] = left;
  if (only === undefined || left.length !== 1) return null;
  return compare(atom.subject, atom.operator === '==' ? '===' : '!==', literal(only === 'null' ? null : undefined));
}

/** `Object(x) === x` where `typeof x` is known to be `"object"`. */
function ofObject(atom: Atom, known: Known): ConditionTree | null {
  if (atom.kind !== 'isObject') return null;
  const isNullable = [...known.kindsOf(atom.subject.text)].every((kind) => kind === 'object' || kind === 'null');
  return isNullable ? compare(atom.subject, atom.equal ? '!==' : '===', literal(null)) : null;
}

/** Lengths are whole and not negative. */
function ofLength(atom: Atom, known: Known): ConditionTree | null {
  if (atom.kind !== 'compare' || atom.subject.lengthOf === undefined || atom.other.literal !== 'number') return null;
  const bound = Number(atom.other.text);
  const most = atom.operator === '<=' ? bound : atom.operator === '<' ? bound - 1 : null;
  if (most !== null && most > 0 && known.leastOf(atom.subject) === most) return compare(atom.subject, '===', literal(most));
  const isNone = (atom.operator === '<=' && bound === 0) || (atom.operator === '<' && bound === 1);
  if (!isNone && !(atom.operator === '===' && bound === 0)) return null;
  const of = atom.subject.lengthOf;
  const isText = [...known.kindsOf(of)].every((kind) => kind === 'string');
  if (isText) return compare({ text: of, precedence: atom.subject.precedence }, '===', literal(''));
  return isNone ? compare(atom.subject, '===', literal(0)) : null;
}

function negated(tree: ConditionTree): ConditionTree {
  if (isAlways(tree)) return never;
  if (isNever(tree)) return always;
  if (tree.kind === 'not') return tree.of;
  if (tree.kind === 'typeof' || tree.kind === 'isObject') return failingSideOf(tree);
  if (tree.kind !== 'compare' || mayBeUnordered(tree)) return not(tree);
  return simplify(failingSideOf(tree));
}

/** Whether two values may be neither less, nor equal, nor greater: NaN is. A length is a number. */
function mayBeUnordered({ subject, operator, other }: Compared): boolean {
  return isRelational(operator) && (subject.lengthOf === undefined || other.literal === undefined);
}

function joined(kind: 'all' | 'any', of: readonly ConditionTree[], known: Known): ConditionTree {
  const isAll = kind === 'all';
  const join = isAll ? all : any;
  let parts = guardsFirst(of);
  let before = known;
  parts = parts.map((part) => {
    const simpler = simplify(part, before);
    before = before.with(simpler, isAll);
    return simpler;
  });
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i];
    if (part === undefined) continue;
    const others = parts.filter((_, j) => j !== i).reduce((facts, other) => facts.with(other, isAll), known);
    const rest = simplify(part, others);
    // What the others say already.
    if (isAll ? isAlways(rest) : isNever(rest)) parts[i] = isAll ? always : never;
  }
  const one = ofOneLength(parts, isAll);
  if (one !== null) return joined(kind, one, known);
  const merged = withoutSplit(kind, parts);
  if (merged !== null) return joined(kind, merged, known);
  return withoutPairs(join(...withoutCovered(withoutWeaker(ofIntegers(parts, isAll), isAll), isAll, known)));
}

/** `s.length > 1 && s.length <= 2` is `s.length === 2`; for `any` what fails. Null where there is no such pair. */
function ofOneLength(parts: readonly ConditionTree[], isAll: boolean): readonly ConditionTree[] | null {
  const bounds = parts.map((part) => {
    const test = isAll ? part : failingSideOf(part);
    if (test.kind !== 'compare' || test.subject.lengthOf === undefined || test.other.literal !== 'number') return null;
    const bound = Number(test.other.text);
    if (!isRelational(test.operator) || !Number.isInteger(bound)) return null;
    const isLower = test.operator.startsWith('>');
    return { subject: test.subject, isLower, at: test.operator.length === 2 ? bound : bound + (isLower ? 1 : -1) };
  });
  for (const [i, lower] of bounds.entries()) {
    const j = bounds.findIndex((each) => lower?.isLower === true && each?.isLower === false && each.subject.text === lower.subject.text);
    if (lower === null || j < 0 || bounds[j]?.at !== lower.at) continue;
    const only = compare(lower.subject, isAll ? '===' : '!==', literal(lower.at));
    return parts.flatMap((part, k) => (k === i ? [only] : k === j ? [] : [part]));
  }
  return null;
}

/** `(a && p) || (!a && (p || q))` is `p || (!a && (p || q))`; for `all` the other way round. Null where there is no such pair. */
function withoutSplit(kind: 'all' | 'any', parts: readonly ConditionTree[]): readonly ConditionTree[] | null {
  const inner = kind === 'any' ? 'all' : 'any';
  const join = inner === 'all' ? all : any;
  const of = (part: ConditionTree): readonly ConditionTree[] => (part.kind === inner ? part.of : []);
  for (const [i, first] of parts.entries()) {
    for (const test of of(first)) {
      const rest = join(...of(first).filter((each) => each !== test));
      const opposite = printCondition(negated(test));
      const isSplit = parts.some((second, j) => {
        if (j === i || !of(second).some((each) => printCondition(each) === opposite)) return false;
        const others = join(...of(second).filter((each) => printCondition(each) !== opposite));
        const choices = others.kind === kind ? others.of : [others];
        return choices.some((each) => printCondition(each) === printCondition(rest));
      });
      if (isSplit) return parts.map((part) => (part === first ? rest : part));
    }
  }
  return null;
}

/** `!(x >= 0)` is `x < 0` beside a part that speaks of whether x is an integer: what compares with nothing is none. */
function ofIntegers(parts: readonly ConditionTree[], isAll: boolean): readonly ConditionTree[] {
  const integers = new Set(
    parts.flatMap((part) => {
      const test = isAll ? part : part.kind === 'not' ? part.of : null;
      return test?.kind === 'isInteger' ? [test.subject, ...(test.subject.made?.of ?? [])].map(({ text: of }) => of) : [];
    }),
  );
  return parts.map((part) => {
    if (part.kind !== 'not' || part.of.kind !== 'compare' || !isRelational(part.of.operator)) return part;
    const { subject, other } = part.of;
    const isOrdered = ({ text: of, literal: is, lengthOf }: Operand): boolean =>
      is === 'number' || lengthOf !== undefined || integers.has(of);
    return integers.has(subject.text) && isOrdered(other) ? failingSideOf(part.of) : part;
  });
}

/** Of several bounds of one subject on one side, such as `x > 1 || x > 5`, the one that says all. */
function withoutWeaker(parts: readonly ConditionTree[], isAll: boolean): readonly ConditionTree[] {
  const bounds = parts.map((part) => {
    const isDenied = part.kind === 'not';
    const test = isDenied ? part.of : part;
    if (test.kind !== 'compare' || test.other.literal !== 'number' || !isRelational(test.operator)) return null;
    const isRising = test.operator.startsWith('>');
    // What `x > a` admits shrinks as a grows; all of several admit what the largest does, any of them what the smallest does.
    return {
      key: `${isDenied} ${test.operator} ${test.subject.text}`,
      at: Number(test.other.text),
      takesLargest: isRising === (isAll !== isDenied),
    };
  });
  return parts.filter((_, i) => {
    const own = bounds[i];
    if (own === null || own === undefined) return true;
    return bounds.every((other, j) => {
      if (other === null || i === j || other.key !== own.key) return true;
      return other.at === own.at ? i < j : own.takesLargest === own.at > other.at;
    });
  });
}

/** Without parts that are true only where another one is, or for `all` that another one is true only where they are. */
function withoutCovered(parts: readonly ConditionTree[], isAll: boolean, known: Known): readonly ConditionTree[] {
  const kept = [...parts];
  for (const part of parts) {
    const where = known.with(part, !isAll);
    const isCovered = kept.some((other) => other !== part && (isAll ? isNever : isAlways)(simplify(other, where)));
    if (isCovered) kept.splice(kept.indexOf(part), 1);
  }
  if (!isAll) return kept;
  // `!(a || b)` is two parts of which others may imply one.
  for (const [index, part] of kept.entries()) {
    if (part.kind !== 'not' || part.of.kind !== 'any') continue;
    const isOpen = (test: ConditionTree): boolean =>
      !kept.some((other) => other !== part && isNever(simplify(other, known.with(test, true))));
    kept[index] = negated(any(...part.of.of.filter(isOpen)));
  }
  return kept;
}

/** Tests of what a variable is come first: the others may only be evaluated behind them. */
function guardsFirst(parts: readonly ConditionTree[]): ConditionTree[] {
  const guards = parts.filter(isGuard);
  const isOfObject = ({ kind }: ConditionTree): boolean => kind === 'isObject';
  const others = parts.filter((part) => !isGuard(part));
  return [...guards.filter((part) => !isOfObject(part)), ...guards.filter(isOfObject), ...others];
}

function isGuard(tree: ConditionTree): boolean {
  if (tree.kind !== 'compare' && tree.kind !== 'typeof' && tree.kind !== 'isObject') return false;
  if (!/^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(tree.subject.text)) return false;
  return tree.kind !== 'compare' || tree.other.text === 'null' || tree.other.text === 'undefined';
}

/** `x === null || x === undefined` is one test. */
function withoutPairs(tree: ConditionTree): ConditionTree {
  if (tree.kind !== 'any' && tree.kind !== 'all') return tree;
  const operator = tree.kind === 'any' ? '===' : '!==';
  const subjects = (of: Kind): readonly string[] =>
    tree.of.flatMap((part) => (part.kind === 'compare' && part.operator === operator && part.other.text === of ? [part.subject.text] : []));
  const nulls = subjects('null');
  const both = new Set(subjects('undefined').filter((subject) => nulls.includes(subject)));
  if (both.size === 0) return tree;
  const isOfPair = (part: ConditionTree, text: string): boolean =>
    part.kind === 'compare' && part.operator === operator && part.other.text === text && both.has(part.subject.text);
  const parts = tree.of.flatMap((part) => {
    if (isOfPair(part, 'undefined')) return [];
    if (part.kind === 'compare' && isOfPair(part, 'null')) return [compare(part.subject, tree.kind === 'any' ? '==' : '!=', literal(null))];
    return [part];
  });
  return tree.kind === 'any' ? any(...parts) : all(...parts);
}
