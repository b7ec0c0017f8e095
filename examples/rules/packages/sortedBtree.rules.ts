import { extent, report, rule } from 'whence/rules';
import { BNode, BNodeInternal } from 'sorted-btree';

// "Maximum number of children/values in each node, 4 to 256; default 32."
export const nodeFits = rule({
  foreach: { n: extent(BNode) },
  where: ({ n }) => n.keys.length > 32,
  found: ({ n }) => report('a node has', n.keys.length, 'keys'),
});

// "An ordered map": the keys of a node ascend.
export const keysAscend = rule({
  foreach: { n: extent(BNode) },
  where: ({ n }) => n.keys.length > 1 && n.keys[0] >= n.keys[n.keys.length - 1],
  found: ({ n }) => report('keys from', n.keys[0], 'to', n.keys[n.keys.length - 1]),
});

// "Each internal node has, for each child, the highest key in it."
export const keyForEachChild = rule({
  foreach: { n: extent(BNodeInternal) },
  where: ({ n }) => n.children.length !== n.keys.length,
  found: ({ n }) => report(n.children.length, 'children, but', n.keys.length, 'keys'),
});

// "A map": a leaf has a value for each of its keys.
export const valueForEachKey = rule({
  foreach: { n: extent(BNode) },
  where: ({ n }) => n.children === undefined && n.values.length !== n.keys.length,
  found: ({ n }) => report(n.keys.length, 'keys, but', n.values.length, 'values'),
});

// "Nodes are shared by clones, and marked so": what two nodes have as a child is marked.
export const sharedIsMarked = rule({
  foreach: { n: extent(BNodeInternal), c: ({ n }) => n.children, m: extent(BNodeInternal) },
  where: ({ n, c, m }) => n !== m && m.children.includes(c) && c.isShared !== true && n.isShared !== true && m.isShared !== true,
  found: ({ c }) => report('a child of two nodes is not marked; it begins with', c.keys[0]),
});
