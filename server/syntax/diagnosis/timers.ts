import ts from 'typescript';

/** A statement that ends a timer, and what keeps the timer. */
interface EndedTimer {
  readonly text: string;
  /** The variable that is read first. */
  readonly name: string;
}

const files = new WeakMap<ts.SourceFile, readonly EndedTimer[]>();

/** The statements that end what a file keeps of `setTimeout` and `setInterval`. */
export function endedTimers(file: ts.SourceFile): readonly EndedTimer[] {
  const known = files.get(file);
  if (known !== undefined) return known;
  const found = new Map<string, EndedTimer>();
  const keep = (target: ts.Node, value: ts.Expression | undefined): void => {
    const isNamed = ts.isIdentifier(target) || ts.isPropertyAccessExpression(target);
    if (!isNamed || value === undefined || !ts.isCallExpression(value)) return;
    const kind = /^set(Timeout|Interval)$/.exec(value.expression.getText(file))?.[1];
    const place = target.getText(file);
    if (kind !== undefined) found.set(place, { text: `clear${kind}(${place});`, name: /^#?[\w$]+/.exec(place)?.[0] ?? place });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken) keep(node.left, node.right);
    if (ts.isVariableDeclaration(node)) keep(node.name, node.initializer);
    ts.forEachChild(node, visit);
  };
  visit(file);
  const all = [...found.values()];
  files.set(file, all);
  return all;
}
