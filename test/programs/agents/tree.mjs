export class Node {
  parent = null;
  children = [];

  constructor(name) {
    this.name = name;
  }

  add(child) {
    this.children.push(child);
    child.parent = this;
    return child;
  }

  move(target) {
    this.parent.children = this.parent.children.filter((child) => child !== this);
    target.add(this);
  }
}

const root = new Node('root');
const nodes = [root];
for (let index = 1; index < 200; index++) nodes.push(nodes[(index - 1) >> 1].add(new Node(`n${index}`)));
for (let step = 1; step < 90; step++) {
  const [from, to] = [nodes[(step * 37) % 199 + 1], nodes[(step * 61) % 200]];
  if (from !== to) from.move(to);
}

function depth(node) {
  return node.parent === null ? 0 : 1 + depth(node.parent);
}

for (const node of nodes) depth(node);
