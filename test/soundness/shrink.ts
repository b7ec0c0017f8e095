import type { Checker } from './checker.js';
import { children, child, childList, optionalChild, parse, type SyntaxNode } from './syntaxTree.js';
import { examine, type Fault, type Subject } from './verdict.js';

export interface Shrunk {
  readonly text: string;
  readonly fault: Fault;
  readonly attempts: number;
}

/** A text that replaces part of the program. */
interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * Makes the program smaller while the checker still makes a claim of the same kind that a run contradicts: statements
 * and assertion comments are left out, compound statements are replaced by their parts, expressions by their operands or
 * by constants. Largest parts first, until nothing more can go or `limit` programs have been examined.
 */
export async function shrink(subject: Subject, fault: Fault, checker: Checker, limit = 1500): Promise<Shrunk> {
  let text = subject.text;
  let best = fault;
  let attempts = 0;
  const stillFaulty = async (candidate: string): Promise<Fault | null> => {
    attempts++;
    try {
      const { faults } = await examine({ ...subject, text: candidate }, checker);
      return faults.find((found) => isSameKind(found, fault)) ?? null;
    } catch {
      return null;
    }
  };
  for (let changed = true; changed && attempts < limit;) {
    changed = false;
    let index = 0;
    for (let edits = editsOf(text); index < edits.length && attempts < limit; index++) {
      const edit = edits[index];
      if (edit === undefined) break;
      const candidate = withoutBlankLines(text.slice(0, edit.start) + edit.text + text.slice(edit.end));
      if (candidate.length >= text.length) continue;
      const found = await stillFaulty(candidate);
      if (found === null) continue;
      text = candidate;
      best = found;
      changed = true;
      // The list is in document order within each size class; going on from here avoids trying the same edits again.
      edits = editsOf(text);
      index = Math.max(-1, Math.min(index, edits.length) - 2);
    }
  }
  return { text, fault: best, attempts };
}

/** Findings must keep their severity and code, crashes their message: otherwise one fault shrinks to another. */
const isSameKind = (found: Fault, wanted: Fault): boolean => {
  if (found.kind !== wanted.kind) return false;
  if (wanted.kind === 'finding') return firstWords(found.message) === firstWords(wanted.message);
  return wanted.kind !== 'crash' || firstLine(found.message) === firstLine(wanted.message);
};

const firstWords = (text: string): string => text.split(' ', 2).join(' ');

const firstLine = (text: string): string => (text.split('\n', 1)[0] ?? '').replace(/\d+/g, '#');

const withoutBlankLines = (text: string): string => text.replace(/\n(?:[ \t]*\n)+/g, '\n').replace(/^\s*\n/, '');

function editsOf(text: string): Edit[] {
  let tree;
  try {
    tree = parse(text);
  } catch {
    return [];
  }
  const edits: Edit[] = [];
  const remove = (node: SyntaxNode): void => {
    edits.push({ start: node.range[0], end: node.range[1], text: '' });
  };
  const replace = (node: SyntaxNode, by: string): void => {
    edits.push({ start: node.range[0], end: node.range[1], text: by });
  };
  const source = (node: SyntaxNode): string => text.slice(node.range[0], node.range[1]);
  const inside = (block: SyntaxNode): string =>
    block.type === 'BlockStatement' ? text.slice(block.range[0] + 1, block.range[1] - 1) : source(block);
  for (const comment of tree.comments) remove(comment);
  const see = (node: SyntaxNode, parent: SyntaxNode | null): void => {
    if (isStatement(node) && parent !== null && isList(parent)) remove(node);
    switch (node.type) {
      case 'IfStatement': {
        const alternate = optionalChild(node, 'alternate');
        replace(node, inside(child(node, 'consequent')));
        if (alternate !== null) {
          replace(node, inside(alternate));
          edits.push({ start: child(node, 'consequent').range[1], end: alternate.range[1], text: '' });
        }
        break;
      }
      case 'WhileStatement':
      case 'DoWhileStatement':
      case 'ForStatement':
      case 'ForOfStatement':
      case 'ForInStatement':
      case 'LabeledStatement':
        replace(node, inside(child(node, 'body')));
        break;
      case 'BlockStatement':
        if (parent !== null && isList(parent)) replace(node, inside(node));
        break;
      case 'TryStatement': {
        const [handler, finalizer] = [optionalChild(node, 'handler'), optionalChild(node, 'finalizer')];
        replace(node, inside(child(node, 'block')));
        if (handler !== null) {
          replace(node, inside(child(handler, 'body')));
          if (finalizer !== null) remove(handler);
        }
        if (finalizer !== null) {
          replace(node, inside(finalizer));
          if (handler !== null) edits.push({ start: handler.range[1], end: finalizer.range[1], text: '' });
        }
        break;
      }
      case 'SwitchStatement':
        for (const part of childList(node, 'cases')) remove(part);
        break;
      case 'SwitchCase':
        break;
      case 'ExportNamedDeclaration': {
        const declaration = optionalChild(node, 'declaration');
        if (declaration !== null) replace(node, source(declaration));
        break;
      }
      case 'MethodDefinition':
      case 'PropertyDefinition':
        remove(node);
        break;
      case 'ReturnStatement':
        if (optionalChild(node, 'argument') !== null) replace(node, 'return;');
        break;
      case 'TSTypeAnnotation':
        break;
      case 'ClassDeclaration': {
        const superclass = optionalChild(node, 'superClass');
        if (superclass !== null)
          edits.push({ start: text.lastIndexOf('extends', superclass.range[0]), end: superclass.range[1], text: '' });
        break;
      }
      default:
        if (isExpression(node) && parent !== null && !isTarget(node, parent)) {
          for (const part of children(node)) if (isExpression(part)) replace(node, `(${source(part)})`);
          for (const part of children(node)) if (isExpression(part)) replace(node, source(part));
          for (const constant of ['0', '1', 'true', '[]', '{}']) if (source(node).length > constant.length) replace(node, constant);
        }
        if (node.type === 'CallExpression' || node.type === 'ArrayExpression' || node.type === 'NewExpression') {
          const list = childList(node, node.type === 'ArrayExpression' ? 'elements' : 'arguments');
          removeFromList(list, edits);
        }
        if (node.type === 'ObjectExpression') removeFromList(childList(node, 'properties'), edits);
    }
    if (Array.isArray(node['params'])) removeFromList(childList(node, 'params'), edits);
    if (node['async'] === true && text.startsWith('async ', node.range[0]))
      edits.push({ start: node.range[0], end: node.range[0] + 6, text: '' });
    for (const part of children(node)) see(part, node);
  };
  see(tree.root, null);
  return edits.sort((a, b) => b.end - b.start - b.text.length - (a.end - a.start - a.text.length));
}

function removeFromList(list: readonly SyntaxNode[], edits: Edit[]): void {
  list.forEach((item, i) => {
    const next = list[i + 1];
    const previous = list[i - 1];
    if (next !== undefined) edits.push({ start: item.range[0], end: next.range[0], text: '' });
    else if (previous !== undefined) edits.push({ start: previous.range[1], end: item.range[1], text: '' });
    else edits.push({ start: item.range[0], end: item.range[1], text: '' });
  });
}

const isStatement = (node: SyntaxNode): boolean => /Statement$|Declaration$/.test(node.type);
const isList = (node: SyntaxNode): boolean => ['Program', 'BlockStatement', 'SwitchCase', 'StaticBlock'].includes(node.type);
const isExpression = (node: SyntaxNode): boolean =>
  (/Expression$/.test(node.type) && !node.type.startsWith('TSExpression')) ||
  node.type === 'Identifier' ||
  node.type === 'Literal' ||
  node.type === 'TemplateLiteral';

/** Names that are declared or written, keys, and callees that only make sense as they are. */
function isTarget(node: SyntaxNode, parent: SyntaxNode): boolean {
  if (parent['left'] === node && /Assignment|For/.test(parent.type)) return true;
  if (parent['key'] === node || parent['id'] === node || parent['param'] === node || parent['label'] === node) return true;
  if (parent.type === 'MemberExpression' && parent['property'] === node && parent['computed'] !== true) return true;
  if (Array.isArray(parent['params']) && parent['params'].includes(node)) return true;
  return (
    parent.type === 'UpdateExpression' ||
    /Pattern$|^RestElement$/.test(parent.type) ||
    (parent.type === 'Property' && parent['shorthand'] === true)
  );
}
