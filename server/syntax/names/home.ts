import ts from 'typescript';
import { hasModifier } from '../source.js';

/** The class whose member the node is in: what `super` refers to. */
export interface Home {
  readonly class: ts.ClassLikeDeclaration;
  readonly isStatic: boolean;
}

/** The innermost class whose member the node is in; null outside of members. */
export function homeOf(node: ts.Node): Home | null {
  for (let at: ts.Node | undefined = node.parent; at !== undefined; at = at.parent) {
    if (ts.isClassElement(at) && ts.isClassLike(at.parent)) {
      return { class: at.parent, isStatic: hasModifier(at, ts.SyntaxKind.StaticKeyword) || ts.isClassStaticBlockDeclaration(at) };
    }
    if (ts.isFunctionLike(at) && !ts.isArrowFunction(at)) return null;
  }
  return null;
}
