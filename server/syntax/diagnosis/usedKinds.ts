import ts from 'typescript';

/** What the use of a name tells where no type is declared, as in JavaScript. */
export type UsedKind = 'number' | 'string';

/** Operators whose operands are numbers. */
const ofNumbers: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.MinusToken,
  ts.SyntaxKind.AsteriskToken,
  ts.SyntaxKind.SlashToken,
  ts.SyntaxKind.PercentToken,
  ts.SyntaxKind.AmpersandToken,
  ts.SyntaxKind.BarToken,
  ts.SyntaxKind.CaretToken,
  ts.SyntaxKind.LessThanLessThanToken,
  ts.SyntaxKind.GreaterThanGreaterThanToken,
  ts.SyntaxKind.GreaterThanGreaterThanGreaterThanToken,
  ts.SyntaxKind.MinusEqualsToken,
  ts.SyntaxKind.AsteriskEqualsToken,
  ts.SyntaxKind.SlashEqualsToken,
  ts.SyntaxKind.PercentEqualsToken,
]);
/** Operators whose operands are of one kind. */
const ofOneKind: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.LessThanToken,
  ts.SyntaxKind.LessThanEqualsToken,
  ts.SyntaxKind.GreaterThanToken,
  ts.SyntaxKind.GreaterThanEqualsToken,
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
  ts.SyntaxKind.EqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsToken,
  ts.SyntaxKind.EqualsToken,
  ts.SyntaxKind.PlusEqualsToken,
]);
const methodsOfTexts =
  /^(?:charAt|charCodeAt|codePointAt|split|trim\w*|toLowerCase|toUpperCase|startsWith|endsWith|substring|substr|padStart|padEnd|replace\w*)$/;
const methodsOfLists = /^(?:push|pop|shift|unshift|splice|sort|reverse|map|filter|reduce\w*|some|every|find\w*|flat\w*|join)$/;
/** Methods of lists that hand an index to a function, by the place of that parameter. */
const indexAt: Readonly<Record<string, number>> = {
  ...Object.fromEntries(
    ['forEach', 'map', 'filter', 'some', 'every', 'find', 'findIndex', 'findLast', 'findLastIndex', 'flatMap'].map((name) => [name, 1]),
  ),
  ...{ reduce: 2, reduceRight: 2 },
};
/** One use may tell of another one, as `a - b` and `c < a`. */
const rounds = 3;

/** The kinds that a file's uses of names without types tell. */
export class UsedKinds {
  private readonly kinds = new Map<ts.Symbol | string, UsedKind | null>();
  private readonly lists = new Set<ts.Symbol | string>();

  constructor(
    private readonly checker: ts.TypeChecker,
    private readonly file: ts.SourceFile,
  ) {
    for (let round = 0; round < rounds; round++) this.visit(file);
  }

  /** Of an expression without a type; null where nothing is told, or two things. */
  of(node: ts.Node): UsedKind | null {
    if (ts.isParenthesizedExpression(node)) return this.of(node.expression);
    if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
      const [left, right] = [this.known(node.left), this.known(node.right)];
      return left === 'string' || right === 'string' ? 'string' : left === 'number' && right === 'number' ? 'number' : null;
    }
    const key = this.keyOf(node);
    return key === null ? null : (this.kinds.get(key) ?? null);
  }

  ofSymbol(symbol: ts.Symbol): UsedKind | null {
    return this.kinds.get(symbol) ?? null;
  }

  ofField(name: string): UsedKind | null {
    return this.kinds.get(`.${name}`) ?? null;
  }

  /** Whether a variable is used as a list is: gone through, spread among elements, or asked for a method of lists. */
  isList(symbol: ts.Symbol): boolean {
    return this.lists.has(symbol) && !this.kinds.has(symbol);
  }

  /** The kind by the compiler's type, else by use. */
  private known(node: ts.Expression): UsedKind | null {
    const { flags } = this.checker.getTypeAtLocation(node);
    if ((flags & ts.TypeFlags.NumberLike) !== 0) return 'number';
    if ((flags & ts.TypeFlags.StringLike) !== 0) return 'string';
    return (flags & ts.TypeFlags.Any) === 0 ? null : this.of(node);
  }

  /** A variable; a field by its name, whatever it is a field of; a function by what its calls give. */
  private keyOf(node: ts.Node): ts.Symbol | string | null {
    if (ts.isIdentifier(node)) return this.checker.getSymbolAtLocation(node) ?? null;
    if (ts.isPropertyAccessExpression(node)) return `.${node.name.text}`;
    return ts.isCallExpression(node) && ts.isIdentifier(node.expression) ? `${node.expression.text}()` : null;
  }

  private tell(node: ts.Node, kind: UsedKind | null): void {
    if (kind === null) return;
    if (ts.isParenthesizedExpression(node)) return this.tell(node.expression, kind);
    if (kind === 'number' && ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken)
      for (const side of [node.left, node.right]) this.tell(side, 'number');
    const key = this.keyOf(node);
    if (key === null) return;
    const before = this.kinds.get(key);
    this.kinds.set(key, before === undefined || before === kind ? kind : null);
  }

  private visit(node: ts.Node): void {
    if (ts.isBinaryExpression(node)) {
      const { left, right } = node;
      const operator = node.operatorToken.kind;
      if (ofNumbers.has(operator)) for (const side of [left, right]) this.tell(side, 'number');
      if (ofOneKind.has(operator)) {
        this.tell(left, this.known(right));
        this.tell(right, this.known(left));
      }
    } else if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) {
      if (node.operator !== ts.SyntaxKind.ExclamationToken) this.tell(node.operand, 'number');
    } else if (ts.isVariableDeclaration(node) && node.initializer !== undefined) this.tell(node.name, this.known(node.initializer));
    else if (ts.isElementAccessExpression(node) && this.hasIndices(node.expression)) this.tell(node.argumentExpression, 'number');
    else if (ts.isCallExpression(node)) this.visitCall(node);
    else if (ts.isReturnStatement(node) && node.expression !== undefined) this.visitReturn(node, node.expression);
    else if (ts.isForOfStatement(node) || (ts.isSpreadElement(node) && ts.isArrayLiteralExpression(node.parent)))
      this.tellList(node.expression);
    ts.forEachChild(node, (child) => this.visit(child));
  }

  private tellList(node: ts.Expression): void {
    const key = this.keyOf(node);
    if (key !== null) this.lists.add(key);
  }

  private hasIndices(node: ts.Expression): boolean {
    const type = this.checker.getTypeAtLocation(node);
    return (type.flags & ts.TypeFlags.StringLike) !== 0 || this.checker.isArrayType(type);
  }

  private visitCall({ expression, arguments: given }: ts.CallExpression): void {
    if (!ts.isPropertyAccessExpression(expression)) return;
    if (expression.expression.getText(this.file) === 'Math') for (const argument of given) this.tell(argument, 'number');
    if (methodsOfTexts.test(expression.name.text)) this.tell(expression.expression, 'string');
    if (methodsOfLists.test(expression.name.text)) this.tellList(expression.expression);
    const at = Object.hasOwn(indexAt, expression.name.text) ? indexAt[expression.name.text] : undefined;
    const [called] = given;
    if (at === undefined || called === undefined || !(ts.isArrowFunction(called) || ts.isFunctionExpression(called))) return;
    // Of what is known to be no list, nothing is told.
    const isOpen = (this.checker.getTypeAtLocation(expression.expression).flags & ts.TypeFlags.Any) !== 0;
    const index = called.parameters[at];
    if (index !== undefined && isOpen) this.tell(index.name, 'number');
  }

  private visitReturn(node: ts.ReturnStatement, value: ts.Expression): void {
    const around = ts.findAncestor(node, ts.isFunctionLike);
    if (around?.name === undefined || !ts.isIdentifier(around.name)) return;
    const kind = this.known(value);
    const key = `${around.name.text}()`;
    if (kind !== null && !this.kinds.has(key)) this.kinds.set(key, kind);
  }
}
