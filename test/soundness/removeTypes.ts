import { child, childList, optionalChild, stringField, visit, type SyntaxNode, type Tree } from './syntaxTree.js';

const typeNodes = new Set([
  'TSTypeAnnotation',
  'TSTypeParameterDeclaration',
  'TSTypeParameterInstantiation',
  'TSInterfaceDeclaration',
  'TSTypeAliasDeclaration',
  'TSDeclareFunction',
]);
const refused = new Set([
  'TSEnumDeclaration',
  'TSModuleDeclaration',
  'TSParameterProperty',
  'TSImportEqualsDeclaration',
  'TSExportAssignment',
  'Decorator',
]);

/** Blanks the types and the word `export`, so that every other character keeps its offset. */
export function removeTypes(tree: Tree): string {
  const { text } = tree;
  const blanks: [number, number][] = [];
  visit(tree.root, (node) => {
    if (refused.has(node.type)) throw new Error(`the harness cannot run ${node.type}`);
    if (typeNodes.has(node.type)) {
      blanks.push([node.range[0], node.range[1]]);
      return false;
    }
    blanks.push(...ownBlanks(text, node));
    return true;
  });
  let result = '';
  let done = 0;
  for (const [start, end] of blanks.sort((a, b) => a[0] - b[0])) {
    if (start < done) continue;
    result += text.slice(done, start) + text.slice(start, end).replace(/[^\n]/g, ' ');
    done = end;
  }
  return result + text.slice(done);
}

function ownBlanks(text: string, node: SyntaxNode): [number, number][] {
  switch (node.type) {
    case 'ExportNamedDeclaration': {
      const declaration = optionalChild(node, 'declaration');
      return [[node.range[0], declaration === null ? node.range[1] : declaration.range[0]]];
    }
    case 'TSAsExpression':
    case 'TSSatisfiesExpression': {
      const type = child(node, 'typeAnnotation');
      const between = text.slice(child(node, 'expression').range[1], type.range[0]);
      const word = /\b(?:as|satisfies)\s*$/.exec(between);
      return word === null ? [] : [[type.range[0] - word[0].length, node.range[1]]];
    }
    case 'TSNonNullExpression':
      return [[node.range[1] - 1, node.range[1]]];
    case 'Identifier': {
      if (node['optional'] !== true) return [];
      const mark = text.indexOf('?', node.range[0] + stringField(node, 'name').length);
      return [[mark, mark + 1]];
    }
    case 'PropertyDefinition':
    case 'MethodDefinition': {
      if (node['declare'] === true || node.type.startsWith('TSAbstract')) return [[node.range[0], node.range[1]]];
      const key = child(node, 'key');
      const blanks: [number, number][] = [];
      for (const match of text.slice(node.range[0], key.range[0]).matchAll(/\b(?:public|private|protected|readonly|override)\b/g)) {
        blanks.push([node.range[0] + match.index, node.range[0] + match.index + match[0].length]);
      }
      if ((node['optional'] === true || node['definite'] === true) && '?!'.includes(text[key.range[1]] ?? ' '))
        blanks.push([key.range[1], key.range[1] + 1]);
      return blanks;
    }
    case 'ClassDeclaration': {
      const first = childList(node, 'implements')[0];
      if (first === undefined) return [];
      const start = text.lastIndexOf('implements', first.range[0]);
      return [[start, child(node, 'body').range[0]]];
    }
    default:
      return [];
  }
}
