import type { Context } from './context.js';
import { asArgument } from './definitions.js';
import { scriptNames } from './scriptNames.js';
import type { AnyNode, Program } from './tree.js';

/** Statements that may give their script its value. */
const givers = new WeakSet<AnyNode>();

/** Whether the value of an expression statement may be that of its script. */
export function givesValue(statement: AnyNode): boolean {
  return givers.has(statement);
}

/**
 * A script has a value: that of the statement with one that was evaluated last. What is put in has values too, so the script's is kept in a
 * variable of the realm, and stands at its end.
 */
export class ScriptValue {
  constructor(program: Program) {
    this.findLast(program.body);
  }

  /** What the script begins with. */
  beginning({ body }: Program, text: string): string {
    const directive = body.findLast((statement) => statement.type === 'ExpressionStatement' && statement.directive !== undefined);
    const value = directive?.type === 'ExpressionStatement' ? directive.expression : undefined;
    return `${scriptNames.value}=${value === undefined ? 'void 0' : text.slice(value.start, value.end)};`;
  }

  /** What it ends with. */
  get end(): string {
    return `;${scriptNames.value};`;
  }

  /** Before what is inside is worked on. */
  probe(ctx: Context, node: AnyNode): void {
    if (!givers.has(node)) return;
    if (node.type === 'ExpressionStatement') {
      const { expression } = node;
      const [before, after] = asArgument(expression);
      ctx.edits.wrap(expression.start, expression.end, `${scriptNames.value}=__w_same(${before}`, `${after})`);
    } else ctx.edits.wrap(node.start, node.end, `{${scriptNames.value}=void 0;`, '}');
  }

  /** From the end to the statement that has a value, however it is left. Gives whether there is one. */
  private findLast(statements: readonly AnyNode[]): boolean {
    return statements.toReversed().some((statement) => this.find(statement, true));
  }

  private findAll(statements: readonly AnyNode[]): void {
    for (const statement of statements) this.find(statement, false);
  }

  /** `isLast`: only what comes last in it may give the value: it is no body of a loop, which may go on from anywhere. */
  private find(statement: AnyNode, isLast: boolean): boolean {
    switch (statement.type) {
      case 'ExpressionStatement':
        if (statement.directive === undefined) givers.add(statement);
        return true;
      case 'BlockStatement':
        if (isLast) return this.findLast(statement.body);
        this.findAll(statement.body);
        return false;
      case 'LabeledStatement':
        if (statement.body.type === 'FunctionDeclaration') return false;
        if (statement.body.type === 'BlockStatement') {
          this.findAll(statement.body.body);
          return false;
        }
        // A loop keeps its label.
        this.findInside(statement.body);
        if (statement.body.type === 'ExpressionStatement') givers.add(statement.body);
        else givers.add(statement);
        return true;
      case 'IfStatement':
      case 'WithStatement':
      case 'SwitchStatement':
      case 'TryStatement':
      case 'WhileStatement':
      case 'DoWhileStatement':
      case 'ForStatement':
      case 'ForInStatement':
      case 'ForOfStatement':
        givers.add(statement);
        this.findInside(statement);
        return true;
      default:
        return false;
    }
  }

  private findInside(statement: AnyNode): void {
    switch (statement.type) {
      case 'IfStatement':
        this.find(statement.consequent, false);
        if (statement.alternate) this.find(statement.alternate, false);
        return;
      case 'SwitchStatement':
        for (const { consequent } of statement.cases) this.findAll(consequent);
        return;
      case 'TryStatement':
        this.findAll(statement.block.body);
        if (statement.handler) {
          // What was evaluated before the exception is no value of it.
          givers.add(statement.handler.body);
          this.findAll(statement.handler.body.body);
        }
        return;
      case 'LabeledStatement':
        this.findInside(statement.body);
        return;
      default:
        if ('body' in statement && statement.body !== null && !Array.isArray(statement.body) && 'type' in statement.body)
          this.find(statement.body, false);
    }
  }
}
