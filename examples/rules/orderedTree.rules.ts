import { extent, report, rule } from 'whence/rules';
import { TreeNode } from './orderedTree.cjs';

export const leftIsSmaller = rule({
  foreach: { n: extent(TreeNode) },
  where: ({ n }) => n.left !== null && n.left.key >= n.key,
  found: ({ n }) => report('left of', n.key, 'is', n.left.key),
});

export const rightIsNotSmaller = rule({
  foreach: { n: extent(TreeNode) },
  where: ({ n }) => n.right !== null && n.right.key < n.key,
  found: ({ n }) => report('right of', n.key, 'is', n.right.key),
});
