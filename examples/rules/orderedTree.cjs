// A binary search tree; `rename` changes a key where it stands.
class TreeNode {
  constructor(key) {
    this.key = key;
    this.left = null;
    this.right = null;
  }

  insert(key) {
    const side = key < this.key ? 'left' : 'right';
    if (this[side] === null) this[side] = new TreeNode(key);
    else this[side].insert(key);
  }
}

function rename(node, key) {
  node.key = key;
}

const root = (globalThis.root = new TreeNode(50));
for (const key of [20, 80, 10, 30, 90]) root.insert(key);
rename(root.left.left, 15);
rename(root.right, 40);

exports.TreeNode = TreeNode;
