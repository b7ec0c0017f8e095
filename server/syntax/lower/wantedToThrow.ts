import ts from 'typescript';

/** Methods that want a function to throw: of assert and node:test, tape, AVA, tap and others. */
const wanting = /^(?:throws|rejects|throwsAsync|assertThrows|assertRejects|shouldThrow|isRejected)$/;

/** What is said behind `expect(f)` of a function that is to throw: of Jest, Vitest, Jasmine, Chai and others. */
const saying = /^(?:toThrow\w*|throws?|Throw|rejects|rejected\w*|toReject\w*|toBeRejected\w*)$/;

/** Whether a function is written where a test wants it to throw: `assert.throws(() => …)`, `expect(() => …).toThrow()`. */
export function isWantedToThrow(node: ts.Node): boolean {
  const given = outermost(node);
  const call = given.parent as ts.Node | undefined;
  if (call === undefined || !ts.isCallExpression(call) || call.arguments[0] !== given) return false;
  const name = nameOf(call.expression);
  return wanting.test(name) || (/^expect(?:Async)?$/.test(name) && isSaidToThrow(call));
}

/** `expect(f).to.throw()`, but for `.not`. */
function isSaidToThrow(expectation: ts.CallExpression): boolean {
  const said: string[] = [];
  for (let at: ts.Node = expectation; ; at = at.parent) {
    const { parent } = at as { readonly parent: ts.Node | undefined };
    if (parent === undefined) break;
    if (ts.isPropertyAccessExpression(parent) || ts.isElementAccessExpression(parent)) {
      if (parent.expression !== at) break;
      said.push(nameOf(parent));
    } else if (!ts.isCallExpression(parent) || parent.expression !== at) break;
  }
  return said.some((word) => saying.test(word)) && !said.includes('not');
}

/** The last name of what is called; empty where there is none. */
function nameOf(called: ts.Expression): string {
  const inner = ts.isParenthesizedExpression(called) || ts.isNonNullExpression(called) ? called.expression : called;
  if (ts.isIdentifier(inner)) return inner.text;
  if (ts.isPropertyAccessExpression(inner)) return inner.name.text;
  if (ts.isElementAccessExpression(inner) && ts.isStringLiteralLike(inner.argumentExpression)) return inner.argumentExpression.text;
  return '';
}

/** With the parentheses and casts around it. */
function outermost(node: ts.Node): ts.Node {
  const { parent } = node as { readonly parent: ts.Node | undefined };
  const isAround =
    parent !== undefined && (ts.isParenthesizedExpression(parent) || ts.isAsExpression(parent) || ts.isSatisfiesExpression(parent));
  return isAround ? outermost(parent) : node;
}
