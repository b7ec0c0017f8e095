import assert from 'node:assert/strict';
import ts from 'typescript';
import { codeFiles, read } from './files.js';

const product = codeFiles.filter((file) => /^(server|adapter|extension)\/.*\.ts$/.test(file));

/** More than that are a value with names. */
const mostParameters = 6;

/** The rooms in which functions give results and write into nothing that they are given: the list only becomes longer. */
const withoutOutParameters = ['server/lattice', 'server/semantics'];

describe('parameters', () => {
  it(`are at most ${mostParameters}`, () => {
    assert.deepEqual(
      product.flatMap((file) => longListsIn(file, read(file))),
      [],
    );
  });

  for (const room of withoutOutParameters)
    it(`are not written into in ${room}`, () => {
      const files = product.filter((file) => file.startsWith(`${room}/`));
      assert.deepEqual(
        files.flatMap((file) => writtenIn(file, read(file))),
        [],
      );
    });

  it('that are too many, or are written into, are found', () => {
    const text = `
      function many(a, b, c, d, e, f, g) {}
      const probes = { __w_rule: (a, b, c, d, e, f, g) => {}, rule: (a, b, c, d, e, f, g) => {} };
      class Many { constructor(a, b, c, d, e, f) {} }
      const load = (key: Value, effects: Effects) => { effects.throws = true; effects.count++; const own = { a: 1 }; own.a = 2; };
      function fill({ name }: Named, known: Value[], set: Set<number>) { known.push(name); set.add(1); name.text = ''; }
    `;
    assert.deepEqual(longListsIn('a.ts', text), ['a.ts:2 many has 7 parameters', 'a.ts:3 a function has 7 parameters']);
    assert.deepEqual(
      writtenIn('a.ts', text).map((line) => line.replace(/^a\.ts:\d+ /, '')),
      ['effects.throws = true', 'effects.count++', 'known.push(name)', 'set.add(1)', "name.text = ''"],
    );
  });
});

function longListsIn(file: string, text: string): readonly string[] {
  return found(file, text, (node) => {
    if (!ts.isFunctionLike(node) || ts.isFunctionTypeNode(node) || node.parameters.length <= mostParameters) return null;
    if (isCalledByProbes(node)) return null;
    return `${node.name?.getText() ?? 'a function'} has ${node.parameters.length} parameters`;
  });
}

/** Whether probes call the function: they hand over what they have, one after the other, and make no object in the program for it. */
const isCalledByProbes = ({ parent }: ts.Node): boolean => ts.isPropertyAssignment(parent) && parent.name.getText().startsWith('__w_');

/** Assignments to properties of parameters, and calls of methods that change a parameter which is a collection. */
function writtenIn(file: string, text: string): readonly string[] {
  return found(file, text, (node) => {
    const target = changed(node);
    if (target === undefined) return null;
    let base: ts.Expression = target;
    while (ts.isPropertyAccessExpression(base) || ts.isElementAccessExpression(base)) base = base.expression;
    return ts.isIdentifier(base) && isParameter(base) ? node.getText() : null;
  });
}

/** What a node changes: the object of a property that is assigned, or the collection that a method changes. */
function changed(node: ts.Node): ts.Expression | undefined {
  if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
    const isChange = /^(set|add|delete|clear|push|unshift|pop|shift|splice|fill|sort|reverse)$/.test(node.expression.name.text);
    const { expression } = node.expression;
    return isChange && ts.isIdentifier(expression) && isCollection(expression) ? expression : undefined;
  }
  const isAssignment =
    ts.isBinaryExpression(node) &&
    node.operatorToken.kind >= ts.SyntaxKind.FirstAssignment &&
    node.operatorToken.kind <= ts.SyntaxKind.LastAssignment;
  const isUpdate =
    (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) &&
    (node.operator === ts.SyntaxKind.PlusPlusToken || node.operator === ts.SyntaxKind.MinusMinusToken);
  const target = isAssignment ? node.left : isUpdate ? node.operand : undefined;
  return target !== undefined && (ts.isPropertyAccessExpression(target) || ts.isElementAccessExpression(target))
    ? target.expression
    : undefined;
}

const isParameter = (name: ts.Identifier): boolean => declaring(name) !== undefined;

/** Whether the parameter is declared as an array, a map or a set. */
function isCollection(name: ts.Identifier): boolean {
  const type = declaring(name)?.type;
  return (
    type !== undefined && (ts.isArrayTypeNode(type) || (ts.isTypeReferenceNode(type) && /^(Map|Set|Array)$/.test(type.typeName.getText())))
  );
}

/** The parameter that declares the name, if the nearest declaration is one. */
function declaring(name: ts.Identifier): ts.ParameterDeclaration | undefined {
  for (let around: ts.Node = name.parent; !ts.isSourceFile(around); around = around.parent) {
    if (ts.isFunctionLike(around)) {
      const parameter = around.parameters.find((one) => namesOf(one.name).includes(name.text));
      if (parameter !== undefined) return parameter;
    }
    if (ts.isBlock(around) && around.statements.some((one) => ts.isVariableStatement(one) && declares(one.declarationList, name.text)))
      return undefined;
    if ((ts.isForOfStatement(around) || ts.isForStatement(around)) && around.initializer !== undefined)
      if (ts.isVariableDeclarationList(around.initializer) && declares(around.initializer, name.text)) return undefined;
  }
  return undefined;
}

const declares = (list: ts.VariableDeclarationList, name: string): boolean =>
  list.declarations.some((one) => namesOf(one.name).includes(name));

function namesOf(name: ts.BindingName): readonly string[] {
  if (ts.isIdentifier(name)) return [name.text];
  return name.elements.flatMap((element) => (ts.isOmittedExpression(element) ? [] : namesOf(element.name)));
}

function found(file: string, text: string, say: (node: ts.Node) => string | null): readonly string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const lines: string[] = [];
  const visit = (node: ts.Node): void => {
    const what = say(node);
    if (what !== null) lines.push(`${file}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1} ${what}`);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return lines;
}
