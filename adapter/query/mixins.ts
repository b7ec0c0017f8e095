import { isFunction, walk, writtenKey, type AnyNode, type FunctionNode } from '../instrument/tree.js';

/** A class that a function makes of one that it is given. */
interface Made {
  /** The position of the parameter that it extends. */
  readonly parameter: number;
  /** Its own name, where it has one. */
  readonly name: string | null;
}

/** Functions of a program that make classes of classes: `const Loud = (Base) => class extends Base {}`. All by name. */
export class Mixins {
  private readonly made = new Map<string, readonly Made[]>();
  /** Variables that hold what a call has made. */
  private readonly results = new Map<string, AnyNode>();

  /** Looks at one node of a text, before anything is asked. */
  note(node: AnyNode): void {
    const [target, value] = boundBy(node);
    const name = target === null ? null : nameOf(target);
    if (name === null || value === null) return;
    if (value.type === 'CallExpression') this.results.set(name, value);
    const made = isFunction(value) ? classesMadeBy(value) : [];
    if (made.length > 0) this.made.set(name, made);
  }

  /** The names of the classes that an expression behind `extends` certainly has among its ancestors, or is. */
  namesOf(node: AnyNode, nested = 0): readonly string[] {
    if (nested > mostNested) return [];
    if (node.type === 'Identifier') {
      const result = this.results.get(node.name);
      return result === undefined ? [node.name] : [node.name, ...this.namesOf(result, nested + 1)];
    }
    if (node.type === 'MemberExpression' || node.type === 'ClassExpression') return [nameOf(node)].filter((name) => name !== null);
    if (node.type !== 'CallExpression') return [];
    return this.classesOf(node).flatMap(({ name, given }) => [...(name === null ? [] : [name]), ...this.namesOf(given, nested + 1)]);
  }

  /** The classes that a call makes, each with what it extends. */
  classesOf(node: AnyNode): readonly { readonly name: string | null; readonly given: AnyNode }[] {
    if (node.type !== 'CallExpression') return [];
    const made = this.made.get(nameOf(node.callee) ?? '') ?? [];
    return made.flatMap(({ parameter, name }) => {
      const given = node.arguments[parameter];
      return given === undefined ? [] : [{ name, given }];
    });
  }
}

/** A chain of more calls is not followed. */
const mostNested = 20;

function boundBy(node: AnyNode): readonly [target: AnyNode | null, value: AnyNode | null] {
  switch (node.type) {
    case 'FunctionDeclaration':
      return [node.id, node];
    case 'VariableDeclarator':
      return [node.id, node.init ?? null];
    case 'AssignmentExpression':
      return [node.left, node.right];
    case 'Property':
      return [node.computed ? null : node.key, node.value];
    default:
      return [null, null];
  }
}

function nameOf(node: AnyNode): string | null {
  if (node.type === 'Identifier') return node.name;
  if (node.type === 'ClassExpression') return node.id?.name ?? null;
  return node.type === 'MemberExpression' ? (writtenKey(node.property, node.computed) ?? null) : null;
}

function classesMadeBy({ params, body }: FunctionNode): readonly Made[] {
  const names = params.map((parameter) => nameOf(parameter.type === 'AssignmentPattern' ? parameter.left : parameter));
  const made: Made[] = [];
  walk(body, (node) => {
    if ((node.type !== 'ClassExpression' && node.type !== 'ClassDeclaration') || node.superClass?.type !== 'Identifier') return;
    const parameter = names.indexOf(node.superClass.name);
    if (parameter >= 0) made.push({ parameter, name: node.id?.name ?? null });
  });
  return made;
}
