export interface TreeNode { readonly name: string; readonly parent: TreeNode | null }

export function depthOf(node: TreeNode): number { //! end
  let depth = 0;
  let current = node;
  while (current.parent !== null) depth++;
  return depth;
}
