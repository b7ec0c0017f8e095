import { extent, report, rule } from 'whence/rules';
import { Element } from './document.cjs';

/** An element is among the children of its parent, and of no other element. */
export const validParent = rule({
  foreach: { n: extent(Element), m: extent(Element) },
  where: ({ n, m }) => m.parent === n && !n.children.includes(m),
  found: ({ n, m }) => report(m.name, 'names', n.name, 'as its parent, and is no child of it'),
});

export const noSharedChild = rule({
  foreach: { a: extent(Element), b: extent(Element), child: extent(Element) },
  where: ({ a, b, child }) => a.children.includes(child) && b.children.includes(child) && a.name < b.name,
  found: ({ a, b, child }) => report(child.name, 'is a child of', a.name, 'and of', b.name),
});

export const noOwnChild = rule({
  foreach: { n: extent(Element) },
  where: ({ n }) => n.children.includes(n),
});
