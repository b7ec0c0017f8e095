import { childrenOf, isFunction, memberTokenOffset, tokenOffset, writtenKey, type AnyNode } from '../../instrument/tree.js';

/** A part of a text. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

type Member = Extract<AnyNode, { type: 'MemberExpression' }>;

/** An access: where V8 says that a frame is which waits for its accessor, null where the text does not tell. */
interface Access {
  readonly place: Span | null;
  /** What reads or writes: the member, or what writes to it, or the part of a pattern. */
  readonly nodes: readonly AnyNode[];
}

/**
 * Where a statement reads a property of a name, or writes one, in the order in which it does so; each as V8 says that a frame is which waits
 * for the accessor. null: that the text does not tell. Functions and statements in it are left out.
 */
export function accessPlaces(statement: AnyNode, text: string, name: string, isWrite: boolean): readonly (Span | null)[] {
  return accessesIn(statement, text, name, isWrite).map(({ place }) => place);
}

/**
 * The same of the access that a node is, or whose target ends at an offset, whatever its property is called; null: there is none, or the text
 * does not tell.
 */
export function accessPlace(statement: AnyNode, text: string, node: AnyNode, offset: number, isWrite: boolean): Span | null {
  const all = accessesIn(statement, text, null, isWrite);
  const found = all.find(({ nodes }) => nodes.includes(node)) ?? all.find(({ nodes }) => isWrite && nodes.at(-1)?.end === offset);
  return found?.place ?? null;
}

function accessesIn(statement: AnyNode, text: string, name: string | null, isWrite: boolean): readonly Access[] {
  const finder = new AccessFinder(statement, text, name);
  finder.visit(statement);
  return isWrite ? finder.writes : finder.reads;
}

class AccessFinder {
  readonly reads: Access[] = [];
  readonly writes: Access[] = [];

  constructor(
    private readonly statement: AnyNode,
    private readonly text: string,
    private readonly name: string | null,
  ) {}

  visit(node: AnyNode): void {
    if (isFunction(node) || (node !== this.statement && node.type.endsWith('Statement'))) return;
    switch (node.type) {
      case 'AssignmentExpression':
        return this.assignment(node);
      case 'UpdateExpression':
        return this.update(node);
      case 'VariableDeclarator':
        if (node.init) this.visit(node.init);
        return this.target(node.id);
      case 'ForOfStatement':
      case 'ForInStatement':
        this.visit(node.right);
        if (node.left.type === 'VariableDeclaration') return this.visit(node.left);
        return this.target(node.left, node.type === 'ForInStatement');
      case 'MemberExpression':
        this.parts(node);
        if (this.isNamed(node)) this.reads.push({ place: this.readAt(node), nodes: [node] });
        return;
      case 'UnaryExpression':
        return node.operator === 'delete' && node.argument.type === 'MemberExpression'
          ? this.parts(node.argument)
          : this.visit(node.argument);
      default:
        for (const child of childrenOf(node)) this.visit(child);
    }
  }

  private assignment(node: Extract<AnyNode, { type: 'AssignmentExpression' }>): void {
    const { left, operator, right } = node;
    if (left.type !== 'MemberExpression') {
      this.visit(right);
      return this.target(left);
    }
    this.parts(left);
    if (operator !== '=' && this.isNamed(left)) this.reads.push({ place: this.readBeforeWrite(node, left), nodes: [node, left] });
    this.visit(right);
    if (this.isNamed(left)) this.writes.push({ place: at(tokenOffset(this.text, left.end, operator), node.end), nodes: [node, left] });
  }

  private update(node: Extract<AnyNode, { type: 'UpdateExpression' }>): void {
    const { argument, operator, prefix } = node;
    if (argument.type !== 'MemberExpression') return this.visit(argument);
    this.parts(argument);
    if (!this.isNamed(argument)) return;
    this.reads.push({ place: this.readBeforeWrite(node, argument), nodes: [node, argument] });
    // In front it is where the last word of the operand is.
    const last = node.end > argument.end || argument.computed ? node.end - 1 : argument.property.start;
    const place = at(prefix ? last : tokenOffset(this.text, argument.end, operator), node.end);
    this.writes.push({ place, nodes: [node, argument] });
  }

  /** What is given a value: a variable, a property, a pattern. `isHidden`: V8 does not say that it is at its begin. */
  private target(node: AnyNode, isHidden = false): void {
    switch (node.type) {
      case 'MemberExpression':
        this.parts(node);
        if (this.isNamed(node)) this.writes.push({ place: isHidden ? null : at(node.start, node.end), nodes: [node] });
        return;
      case 'AssignmentPattern':
        this.visit(node.right);
        return this.target(node.left, true);
      case 'RestElement':
        return this.target(node.argument);
      case 'ArrayPattern':
        for (const element of node.elements) if (element !== null) this.target(element);
        return;
      case 'ObjectPattern':
        for (const property of node.properties) {
          if (property.type === 'RestElement') this.target(property.argument);
          else {
            if (property.computed) this.visit(property.key);
            const { start, end } = property.value;
            if (this.name === null || writtenKey(property.key, property.computed) === this.name)
              this.reads.push({ place: { start, end }, nodes: [property] });
            this.target(property.value);
          }
        }
    }
  }

  private parts({ object, property, computed }: Member): void {
    this.visit(object);
    if (computed) this.visit(property);
  }

  private isNamed({ property, computed }: Member): boolean {
    return this.name === null || writtenKey(property, computed) === this.name;
  }

  private readAt({ object, property, computed, optional, end }: Member): Span {
    if (computed) return at(tokenOffset(this.text, object.end, '['), end);
    return at(optional ? memberTokenOffset(this.text, object.end) : property.start, end);
  }

  /** Before a value is written at once, V8 gives the reading no place of its own: it is where control was last. */
  private readBeforeWrite(node: AnyNode, { object, property, computed }: Member): Span | null {
    if (computed && property.type === 'Identifier') return at(property.start, node.end);
    if (object.type === 'MemberExpression') return this.readAt(object);
    const isFirst = this.statement.type === 'ExpressionStatement' && this.statement.expression === node;
    const isSimple = object.type === 'Identifier' || object.type === 'ThisExpression';
    return isFirst && isSimple ? at(this.statement.start, node.end) : null;
  }
}

function at(start: number, end: number): Span {
  return { start, end };
}
