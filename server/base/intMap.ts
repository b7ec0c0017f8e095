/**
 * A persistent map from non-negative integers (below 2^30) to values: a big-endian Patricia trie (Okasaki and Gill 1998).
 * Two maps that share structure are compared, joined and met in time proportional to their difference, which is what
 * makes a state per control point affordable. `null` is the empty map.
 */
export type IntMap<V> = Leaf<V> | Branch<V> | null;

let visits = 0;

/** The number of lookups, and of nodes visited to go through maps: the cost of large maps, on every machine alike. */
export const visited = (): number => visits;

/** Counts visits of something else that cost as much. */
export function visit(times = 1): void {
  visits += times;
}

class Leaf<V> {
  /** The results of `rewriteMarked` and `someMarked` for the value; -1: none yet. */
  marks = -1;

  constructor(
    readonly key: number,
    readonly value: V,
  ) {}
}

class Branch<V> {
  constructor(
    /** The common bits of all keys above `bit`. */
    readonly prefix: number,
    /** The power of two at which the two sides differ; keys on the left have it clear. */
    readonly bit: number,
    readonly left: Leaf<V> | Branch<V>,
    readonly right: Leaf<V> | Branch<V>,
  ) {}

  /** The results of `rewriteMarked` and `someMarked` for the values; -1: none yet. */
  marks = -1;
}

const prefixOf = (key: number, bit: number): number => key & ~((bit << 1) - 1);

function joinTrees<V>(keyA: number, a: Leaf<V> | Branch<V>, keyB: number, b: Leaf<V> | Branch<V>): Branch<V> {
  const bit = 1 << (31 - Math.clz32(keyA ^ keyB));
  const prefix = prefixOf(keyA, bit);
  return (keyA & bit) === 0 ? new Branch(prefix, bit, a, b) : new Branch(prefix, bit, b, a);
}

function branch<V>(old: Branch<V>, left: IntMap<V>, right: IntMap<V>): IntMap<V> {
  if (left === null) return right;
  if (right === null) return left;
  return left === old.left && right === old.right ? old : new Branch(old.prefix, old.bit, left, right);
}

/** O(log n). */
export function get<V>(map: IntMap<V>, key: number): V | undefined {
  visits++;
  let node = map;
  while (node instanceof Branch) node = (key & node.bit) === 0 ? node.left : node.right;
  return node !== null && node.key === key ? node.value : undefined;
}

/** The map with the key set; the same map if the key already has this very value. */
export function set<V>(map: IntMap<V>, key: number, value: V): Leaf<V> | Branch<V> {
  if (map === null) return new Leaf(key, value);
  if (map instanceof Leaf) {
    if (map.key === key) return map.value === value ? map : new Leaf(key, value);
    return joinTrees(key, new Leaf(key, value), map.key, map);
  }
  if (prefixOf(key, map.bit) !== map.prefix) return joinTrees(key, new Leaf(key, value), map.prefix, map);
  if ((key & map.bit) === 0) {
    const left = set(map.left, key, value);
    return left === map.left ? map : new Branch(map.prefix, map.bit, left, map.right);
  }
  const right = set(map.right, key, value);
  return right === map.right ? map : new Branch(map.prefix, map.bit, map.left, right);
}

/** The map without the key; the same map if the key is absent. */
export function remove<V>(map: IntMap<V>, key: number): IntMap<V> {
  if (map === null) return null;
  if (map instanceof Leaf) return map.key === key ? null : map;
  if (prefixOf(key, map.bit) !== map.prefix) return map;
  return (key & map.bit) === 0 ? branch(map, remove(map.left, key), map.right) : branch(map, map.left, remove(map.right, key));
}

/** Visits all entries, in ascending order of the keys. */
export function forEach<V>(map: IntMap<V>, visit: (key: number, value: V) => void): void {
  visits++;
  if (map === null) return;
  if (map instanceof Leaf) {
    visit(map.key, map.value);
    return;
  }
  forEach(map.left, visit);
  forEach(map.right, visit);
}

/** Rewrites every value; `undefined` removes the key. Untouched subtrees are shared. */
export function mapValues<V>(map: IntMap<V>, rewrite: (value: V, key: number) => V | undefined): IntMap<V> {
  visits++;
  if (map === null) return null;
  if (map instanceof Leaf) {
    const value = rewrite(map.value, map.key);
    if (value === undefined) return null;
    return value === map.value ? map : new Leaf(map.key, value);
  }
  return branch(map, mapValues(map.left, rewrite), mapValues(map.right, rewrite));
}

/**
 * Rewrites the values that may have the mark: subtrees without it are left alone. `marksOf` gives a value's marks as bits, not
 * negative, and is the same function whenever it is asked about one map.
 */
export function rewriteMarked<V>(map: IntMap<V>, mark: number, marksOf: (value: V) => number, rewrite: (value: V) => V): IntMap<V> {
  visits++;
  if (map === null || (marksIn(map, marksOf) & mark) === 0) return map;
  if (map instanceof Leaf) {
    const value = rewrite(map.value);
    return value === map.value ? map : new Leaf(map.key, value);
  }
  return branch(map, rewriteMarked(map.left, mark, marksOf, rewrite), rewriteMarked(map.right, mark, marksOf, rewrite));
}

/** Whether some value that may have the mark passes the test; `marksOf` as above. */
export function someMarked<V>(
  map: IntMap<V>,
  mark: number,
  marksOf: (value: V) => number,
  test: (value: V, key: number) => boolean,
): boolean {
  visits++;
  if (map === null || (marksIn(map, marksOf) & mark) === 0) return false;
  if (map instanceof Leaf) return test(map.value, map.key);
  return someMarked(map.left, mark, marksOf, test) || someMarked(map.right, mark, marksOf, test);
}

function marksIn<V>(node: Leaf<V> | Branch<V>, marksOf: (value: V) => number): number {
  if (node.marks < 0) node.marks = node instanceof Leaf ? marksOf(node.value) : marksIn(node.left, marksOf) | marksIn(node.right, marksOf);
  return node.marks;
}

/** The functions by which `combine` treats the keys of two maps. */
export interface Combiner<V> {
  /** Both sides have the key, with different values. `undefined` drops it. */
  both(a: V, b: V, key: number): V | undefined;
  /** Whether keys that only one side has are kept. */
  readonly keepLeft: boolean;
  readonly keepRight: boolean;
}

/** Pointwise combination; subtrees that are the same object are taken over unseen (both(x, x) must be x). Reuses `a`, else `b`. */
export function combine<V>(a: IntMap<V>, b: IntMap<V>, how: Combiner<V>): IntMap<V> {
  visits++;
  if (a === b) return a;
  if (a === null) return how.keepRight ? b : null;
  if (b === null) return how.keepLeft ? a : null;
  if (a instanceof Leaf) {
    if (b instanceof Leaf) {
      if (a.key === b.key) return combineLeaves(a, b, how);
      if (how.keepLeft) return how.keepRight ? joinTrees(a.key, a, b.key, b) : a;
      return how.keepRight ? b : null;
    }
    return combineLeafBranch(a, b, how, true);
  }
  if (b instanceof Leaf) return combineLeafBranch(b, a, how, false);
  if (a.bit === b.bit && a.prefix === b.prefix) {
    const left = combine(a.left, b.left, how);
    const right = combine(a.right, b.right, how);
    if (left === b.left && right === b.right && !(left === a.left && right === a.right)) return b;
    return branch(a, left, right);
  }
  if (a.bit > b.bit && prefixOf(b.prefix, a.bit) === a.prefix) {
    return (b.prefix & a.bit) === 0
      ? branch(a, combine(a.left, b, how), how.keepLeft ? a.right : null)
      : branch(a, how.keepLeft ? a.left : null, combine(a.right, b, how));
  }
  if (b.bit > a.bit && prefixOf(a.prefix, b.bit) === b.prefix) {
    return (a.prefix & b.bit) === 0
      ? branch(b, combine(a, b.left, how), how.keepRight ? b.right : null)
      : branch(b, how.keepRight ? b.left : null, combine(a, b.right, how));
  }
  if (how.keepLeft) return how.keepRight ? joinTrees(a.prefix, a, b.prefix, b) : a;
  return how.keepRight ? b : null;
}

function combineLeaves<V>(a: Leaf<V>, b: Leaf<V>, how: Combiner<V>): IntMap<V> {
  if (a.value === b.value) return a;
  const value = how.both(a.value, b.value, a.key);
  if (value === undefined) return null;
  if (value === a.value) return a;
  return value === b.value ? b : new Leaf(a.key, value);
}

/** `leafIsLeft`: the leaf is the left operand. */
function combineLeafBranch<V>(leaf: Leaf<V>, tree: Branch<V>, how: Combiner<V>, leafIsLeft: boolean): IntMap<V> {
  const keepLeaf = leafIsLeft ? how.keepLeft : how.keepRight;
  const keepTree = leafIsLeft ? how.keepRight : how.keepLeft;
  if (prefixOf(leaf.key, tree.bit) !== tree.prefix) {
    if (!keepLeaf) return keepTree ? tree : null;
    return keepTree ? joinTrees(leaf.key, leaf, tree.prefix, tree) : leaf;
  }
  const inLeft = (leaf.key & tree.bit) === 0;
  const side = inLeft ? tree.left : tree.right;
  const other = keepTree ? (inLeft ? tree.right : tree.left) : null;
  const combined = leafIsLeft ? combine<V>(leaf, side, how) : combine<V>(side, leaf, how);
  if (combined === null) return other;
  if (other === null) return combined;
  if (combined === side) return tree;
  return inLeft
    ? new Branch(tree.prefix, tree.bit, combined, other as Leaf<V> | Branch<V>)
    : new Branch(tree.prefix, tree.bit, other as Leaf<V> | Branch<V>, combined);
}

/**
 * Whether `holds` for every key. A key that only `a` has is passed with `b` undefined and the other way round;
 * subtrees that are the same object are assumed to hold.
 */
export function every<V>(a: IntMap<V>, b: IntMap<V>, holds: (a: V | undefined, b: V | undefined, key: number) => boolean): boolean {
  visits++;
  if (a === b) return true;
  if (a === null) return everyRight(b, holds);
  if (b === null) return everyLeft(a, holds);
  if (a instanceof Leaf && b instanceof Leaf) {
    if (a.key === b.key) return a.value === b.value || holds(a.value, b.value, a.key);
    return holds(a.value, undefined, a.key) && holds(undefined, b.value, b.key);
  }
  if (a instanceof Branch && (b instanceof Leaf || a.bit > b.bit)) {
    const key = b instanceof Leaf ? b.key : b.prefix;
    if (prefixOf(key, a.bit) === a.prefix) {
      return (key & a.bit) === 0
        ? every(a.left, b, holds) && every(a.right, null, holds)
        : every(a.left, null, holds) && every(a.right, b, holds);
    }
    return every(a, null, holds) && every(null, b, holds);
  }
  if (b instanceof Branch && (a instanceof Leaf || b.bit > a.bit)) {
    const key = a instanceof Leaf ? a.key : a.prefix;
    if (prefixOf(key, b.bit) === b.prefix) {
      return (key & b.bit) === 0
        ? every(a, b.left, holds) && every(null, b.right, holds)
        : every(null, b.left, holds) && every(a, b.right, holds);
    }
    return every(a, null, holds) && every(null, b, holds);
  }
  if (a instanceof Branch && b instanceof Branch && a.prefix === b.prefix) {
    return every(a.left, b.left, holds) && every(a.right, b.right, holds);
  }
  return every(a, null, holds) && every(null, b, holds);
}

function everyLeft<V>(map: IntMap<V>, holds: (a: V | undefined, b: V | undefined, key: number) => boolean): boolean {
  visits++;
  if (map === null) return true;
  if (map instanceof Leaf) return holds(map.value, undefined, map.key);
  return everyLeft(map.left, holds) && everyLeft(map.right, holds);
}

function everyRight<V>(map: IntMap<V>, holds: (a: V | undefined, b: V | undefined, key: number) => boolean): boolean {
  visits++;
  if (map === null) return true;
  if (map instanceof Leaf) return holds(undefined, map.value, map.key);
  return everyRight(map.left, holds) && everyRight(map.right, holds);
}

/** O(n). */
export function size<V>(map: IntMap<V>): number {
  visits++;
  if (map === null) return 0;
  return map instanceof Leaf ? 1 : size(map.left) + size(map.right);
}
