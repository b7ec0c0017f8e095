import { acyclic } from 'whence/rules/library';
import { Node } from './tree.mjs';

export const forest = acyclic(Node, (n) => n.parent);
