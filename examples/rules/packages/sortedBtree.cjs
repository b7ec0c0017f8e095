// The examples of the documentation of sorted-btree, larger.
const BTree = require('sorted-btree').default;

const tree = new BTree([
  [3, 'three'],
  [1, 'one'],
  [2, 'two'],
]);
for (let i = 200; i > 0; i--) tree.set((i * 37) % 211, `value ${i}`);
const clone = tree.clone();
for (let i = 0; i < 60; i++) clone.delete((i * 37) % 211);
clone.editRange(20, 150, true, (key, value, counter) => (key % 2 ? { delete: true } : { value: `${value}, edited ${counter}` }));
const copy = clone.greedyClone();
copy.setPairs([
  [500, 'a'],
  [501, 'b'],
]);
tree.deleteRange(10, 90, true);

// "It can be used as a set, too: give no values."
const set = new BTree();
for (let i = 0; i < 40; i++) set.set((i * 7) % 41);
set.delete(7);
console.log(tree.size, clone.size, copy.size, set.size);
globalThis.kept = [tree, clone, copy, set];
