import assert from 'node:assert/strict';
import ts from 'typescript';
import { codeFiles, importsOf, read } from './files.js';

/** What decides is pure: it is given what was seen, and gives an answer with what it lacks. */
const rooms = ['question', 'text', 'seen', 'decide', 'origin'].map((room) => `adapter/querypoints/${room}/`);
const files = codeFiles.filter((file) => rooms.some((room) => file.startsWith(room)));

/** Texts of one run, and of all: filled while a run loads them. What decides looks them up. */
const filled = ['adapter/querypoints/text/texts.ts'];

describe('deciding', () => {
  it('knows no process', () => {
    const wrong = files.flatMap((file) =>
      importsOf(file)
        .filter((name) =>
          /\/(launch|inspector|runtime|runs|dap|operations)\/|^node:(child_process|net|worker_threads|inspector)/.test(name),
        )
        .map((name) => `${file} imports ${name}`),
    );
    assert.deepEqual(wrong, []);
  });

  it('changes nothing that it is given, nor itself', () => {
    assert.deepEqual(
      files.filter((file) => !filled.includes(file)).flatMap((file) => changesIn(file, read(file))),
      [],
    );
  });

  it('is told apart from what does', () => {
    const text = `
      class Chain { private last = null; readonly steps: string[] = []; constructor(private readonly seen: Map<string, number>) {} }
      function add(run: Run, effects: Set<string>) { run.isPending = true; run.count++; run.answers.set('P1', 1); effects.add('x'); }
      function local(values: readonly number[]) { const found = []; for (const value of values) found.push(value); return found; }
    `;
    assert.deepEqual(
      changesIn('a.ts', text).map((change) => change.replace(/^a\.ts:\d+ /, '')),
      [
        'a field that is not readonly: last',
        'a field whose type can be changed: steps',
        'a parameter that can be changed: seen',
        'a parameter that can be changed: effects',
        'an assignment to run.isPending',
        'an assignment to run.count',
        'a change of run.answers',
      ],
    );
  });
});

/** Fields that change, parameters that could be given to be changed, and what is done to something else than a local variable. */
function changesIn(file: string, text: string): readonly string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const at = (node: ts.Node, what: string) => `${file}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1} ${what}`;
  const ofNode = (node: ts.Node): readonly string[] => {
    if (ts.isPropertyDeclaration(node) || (ts.isParameter(node) && ts.isParameterPropertyDeclaration(node, node.parent))) {
      const isReadonly = node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ReadonlyKeyword) === true;
      if (!isReadonly) return [at(node, `a field that is not readonly: ${node.name.getText()}`)];
      if (ts.isPropertyDeclaration(node) && isMutable(node.type))
        return [at(node, `a field whose type can be changed: ${node.name.getText()}`)];
    }
    if (ts.isParameter(node) && isMutable(node.type)) return [at(node, `a parameter that can be changed: ${node.name.getText()}`)];
    if (ts.isPropertySignature(node) && isMutable(node.type)) return [at(node, `data that can be changed: ${node.name.getText()}`)];
    const target = assigned(node);
    if (target !== undefined) return [at(node, `an assignment to ${target.getText()}`)];
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const { expression, name } = node.expression;
      const isChange = /^(set|add|delete|clear|push|unshift|pop|shift|splice)$/.test(name.text);
      if (isChange && ts.isPropertyAccessExpression(expression)) return [at(node, `a change of ${expression.getText()}`)];
    }
    return [];
  };
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    found.push(...ofNode(node));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** The property that a node assigns to. */
function assigned(node: ts.Node): ts.Expression | undefined {
  const isAssignment =
    ts.isBinaryExpression(node) &&
    node.operatorToken.kind >= ts.SyntaxKind.FirstAssignment &&
    node.operatorToken.kind <= ts.SyntaxKind.LastAssignment;
  const isUpdate =
    (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) &&
    (node.operator === ts.SyntaxKind.PlusPlusToken || node.operator === ts.SyntaxKind.MinusMinusToken);
  const target = isAssignment ? node.left : isUpdate ? node.operand : undefined;
  return target !== undefined && ts.isPropertyAccessExpression(target) && !isThisInConstructor(target) ? target : undefined;
}

/** What a constructor gives its object. */
function isThisInConstructor({ expression, parent }: ts.PropertyAccessExpression): boolean {
  let around: ts.Node = parent;
  while (!ts.isFunctionLike(around) && !ts.isSourceFile(around)) around = around.parent;
  return expression.kind === ts.SyntaxKind.ThisKeyword && ts.isConstructorDeclaration(around);
}

function isMutable(type: ts.TypeNode | undefined): boolean {
  if (type === undefined) return false;
  if (ts.isArrayTypeNode(type)) return !(ts.isTypeOperatorNode(type.parent) && type.parent.operator === ts.SyntaxKind.ReadonlyKeyword);
  if (ts.isUnionTypeNode(type)) return type.types.some(isMutable);
  return ts.isTypeReferenceNode(type) && /^(Map|Set|Array|WeakMap|WeakSet)$/.test(type.typeName.getText());
}
