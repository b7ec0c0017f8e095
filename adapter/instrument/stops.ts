import { LineMap } from '../../server/base/span.js';
import type { Context, Host } from './context.js';
import type { Mapping } from './mapping.js';
import { childrenOf, isFunction, walk, type AnyNode } from './tree.js';

/** Finds the statement before which the user stopped, and puts the probe there. */
export class StopFinder {
  /** Where the stop is; undefined when it is not in this text. */
  readonly target: AnyNode | undefined;

  constructor(
    private readonly ctx: Context,
    mapping: Mapping | null,
  ) {
    const { stop } = ctx.plan;
    this.target = stop === null || (mapping === null && !stop.paths.includes(ctx.path)) ? undefined : this.find(mapping);
  }

  /** A statement in a list; `before` is where the probe goes when it is a directive, which must stay first. */
  probeListed(statement: AnyNode, before: AnyNode | undefined): void {
    if (statement === this.target) this.ctx.edits.before((before ?? statement).start, this.probe(statement));
  }

  /** A statement that is the whole body of another. */
  probeSingle(statement: AnyNode): void {
    if (statement === this.target) this.ctx.edits.wrap(statement.start, statement.end, `{${this.probe(statement)}`, '}');
  }

  /** The body of an arrow function, where it is an expression. */
  probeArrow(body: AnyNode, host: Host): void {
    if (body === this.target) host.statements.push(this.probe(body));
  }

  /** What a compiler has made of a statement: a part of an expression. */
  probePart(node: AnyNode, parent: AnyNode): void {
    if (node === this.target && partsOf(parent).includes(node))
      this.ctx.edits.wrap(node.start, node.end, `(${this.probe(node).slice(0, -1)},`, ')');
  }

  private probe(node: AnyNode): string {
    const { stop } = this.ctx.plan;
    const site = this.ctx.site('stop', node, null);
    const kept = (stop?.names ?? []).flatMap((name) => this.kept(name, node.start));
    const keep = kept.length === 0 ? '' : `,()=>[${kept.join()}]`;
    const condition = stop?.when === null || stop === null ? 'null' : `()=>(${stop.when})`;
    return `__w_stop(${site},${condition}${keep});`;
  }

  /** V8 forgets variables of outer functions that a closure does not mention. */
  private kept(name: string, offset: number): readonly string[] {
    const binding = this.ctx.scopes.lookUp(name, offset);
    // What is called `arguments` in a function or a class's field is not that variable.
    if (binding === undefined || name === 'arguments') return [];
    return this.ctx.plan.variablesAtStop.includes(name) ? [name, this.ctx.scopeVariable(binding, binding.scope.node.end)] : [name];
  }

  private find(mapping: Mapping | null): AnyNode | undefined {
    const { text, path, program } = this.ctx;
    const { stop } = this.ctx.plan;
    if (stop === null) return undefined;
    const lines = new LineMap(text);
    let best: { readonly node: AnyNode; readonly column: number } | undefined;
    walk(program, (node) => {
      for (const statement of [...this.statementsIn(node), ...(mapping === null ? [] : partsOf(node))]) {
        const { line, column } = lines.positionOf(statement.start);
        const source = mapping === null ? { path, line, column } : mapping(line, column);
        if (source === null || !stop.paths.includes(source.path) || source.line !== stop.line) continue;
        if (best === undefined || isBetter(source.column, best.column, stop.column)) best = { node: statement, column: source.column };
      }
    });
    return best?.node;
  }

  /** What control can stop before, directly below a node. */
  private statementsIn(node: AnyNode): readonly AnyNode[] {
    if (node.type === 'Program' || node.type === 'BlockStatement' || node.type === 'StaticBlock') return node.body.filter(isExecuted);
    if (node.type === 'SwitchCase') return node.consequent.filter(isExecuted);
    if (node.type === 'ArrowFunctionExpression' && node.body.type !== 'BlockStatement') return [node.body];
    if (isFunction(node)) return [];
    return childrenOf(node).filter(
      (child) =>
        /Statement$|^VariableDeclaration$/.test(child.type) &&
        child.type !== 'BlockStatement' &&
        (node.type === 'IfStatement' || ('body' in node && node.body === child)),
    );
  }
}

/** What is a statement before a program is made small: `a; b;` becomes `a, b`, and `if (a) b;` becomes `a && b`. */
function partsOf(node: AnyNode): readonly AnyNode[] {
  switch (node.type) {
    case 'SequenceExpression':
      return node.expressions;
    case 'LogicalExpression':
      return [node.right];
    case 'ConditionalExpression':
      return [node.consequent, node.alternate];
    default:
      return [];
  }
}

function isExecuted(statement: AnyNode): boolean {
  return statement.type !== 'FunctionDeclaration' && statement.type !== 'BlockStatement' && !/^Import/.test(statement.type);
}

/** The first statement of the line; with a column the first at or after it, else the last before. */
function isBetter(column: number, best: number, wanted: number | null): boolean {
  if (wanted === null) return column < best;
  if (column >= wanted) return best < wanted || column < best;
  return best < wanted && column > best;
}
