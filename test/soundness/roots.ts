import { declared, declaredNames, isNamedFunction, keyName, nameOf } from './declarations.js';
import { removeTypes } from './removeTypes.js';
import { child, childList, children, optionalChild, parse, stringField, type SyntaxNode, type Tree } from './syntaxTree.js';

/** A function that callers outside the module can call: an exported one, or a public method of an exported class. */
export interface Root {
  /** As in `functions[].name`. */
  readonly name: string;
  readonly parameters: readonly Parameter[];
  /** The parameter list as written, for evaluating conditions over it. */
  readonly parametersText: string;
  readonly className: string | null;
  readonly isAsync: boolean;
  readonly isGenerator: boolean;
  readonly isStatic: boolean;
  readonly line: number;
  /** The numbers of the `@sometime` assertions that bind its runs. */
  readonly obligations: readonly number[];
}

export interface Parameter {
  /** The annotation as written; null for none. */
  readonly type: string | null;
  readonly optional: boolean;
  readonly isRest: boolean;
  /** null for a pattern. */
  readonly name: string | null;
}

export interface Roots {
  readonly roots: readonly Root[];
  /** The constructor parameters of every exported class. */
  readonly constructors: ReadonlyMap<string, readonly Parameter[]>;
}

/** `sometimes`: where the `@sometime` assertions are, by their numbers. */
export function rootsOf(tree: Tree, sometimes: readonly number[]): Roots {
  const { root, text } = tree;
  const found: Root[] = [];
  const constructors = new Map<string, readonly Parameter[]>();
  const bound = obligations(tree, sometimes);
  const add = (node: SyntaxNode, name: string, className: string | null, isStatic: boolean, line: number): void => {
    const parameters = childList(node, 'params');
    const first = parameters[0];
    const last = parameters[parameters.length - 1];
    found.push({
      name,
      parameters: parameters.map((parameter) => parameterOf(tree, parameter)),
      parametersText: first === undefined || last === undefined ? '' : withoutTypes(text.slice(first.range[0], last.range[1])),
      className,
      isAsync: node['async'] === true,
      isGenerator: node['generator'] === true,
      isStatic,
      line,
      obligations: bound(className ?? name),
    });
  };
  for (const outer of childList(root, 'body')) {
    if (outer.type !== 'ExportNamedDeclaration') continue;
    const declaration = optionalChild(outer, 'declaration');
    if (declaration === null) continue;
    if (declaration.type === 'FunctionDeclaration') add(declaration, nameOf(declaration), null, true, declaration.loc.start.line);
    if (declaration.type === 'VariableDeclaration') {
      for (const declarator of childList(declaration, 'declarations')) {
        if (isNamedFunction(declarator))
          add(child(declarator, 'init'), stringField(child(declarator, 'id'), 'name'), null, true, declarator.loc.start.line);
      }
    }
    if (declaration.type === 'ClassDeclaration') {
      const className = nameOf(declaration);
      constructors.set(className, []);
      for (const member of childList(child(declaration, 'body'), 'body')) {
        if (member.type !== 'MethodDefinition' || stringField(member, 'accessibility') === 'private') continue;
        const method = child(member, 'value');
        if (stringField(member, 'kind') === 'constructor')
          constructors.set(
            className,
            childList(method, 'params').map((p) => parameterOf(tree, p)),
          );
        else if (stringField(member, 'kind') === 'method' && member['computed'] !== true && child(member, 'key').type === 'Identifier') {
          add(method, `${className}.${keyName(member)}`, className, member['static'] === true, member.loc.start.line);
        }
      }
    }
  }
  return { roots: found, constructors };
}

function parameterOf(tree: Tree, node: SyntaxNode): Parameter {
  const isDefault = node.type === 'AssignmentPattern';
  const pattern = isDefault ? child(node, 'left') : node.type === 'RestElement' ? child(node, 'argument') : node;
  const annotation = optionalChild(node.type === 'RestElement' ? node : pattern, 'typeAnnotation');
  return {
    type: annotation === null ? null : tree.text.slice(annotation.range[0], annotation.range[1]).replace(/^:\s*/, ''),
    optional: isDefault || pattern['optional'] === true,
    isRest: node.type === 'RestElement',
    name: pattern.type === 'Identifier' ? stringField(pattern, 'name') : null,
  };
}

/** The `@sometime`s that bind a top-level function: those in functions that it can reach by name. More than the call graph has. */
function obligations(tree: Tree, sometimes: readonly number[]): (name: string) => readonly number[] {
  if (sometimes.length === 0) return () => [];
  const declarations = new Map<string, SyntaxNode>();
  for (const outer of childList(tree.root, 'body')) {
    const statement = declared(outer);
    if (statement === null) continue;
    for (const name of declaredNames(statement)) declarations.set(name, statement);
  }
  return (start) => {
    const seen = new Set<string>();
    const todo = [start];
    const offsets = new Set<number>();
    for (let name = todo.pop(); name !== undefined; name = todo.pop()) {
      const node = declarations.get(name);
      if (node === undefined || seen.has(name)) continue;
      seen.add(name);
      sometimes.forEach((offset, i) => {
        if (offset >= node.range[0] && offset < node.range[1]) offsets.add(i);
      });
      const see = (inner: SyntaxNode): void => {
        if (inner.type === 'Identifier') todo.push(stringField(inner, 'name'));
        for (const part of children(inner)) see(part);
      };
      see(node);
    }
    return [...offsets];
  };
}

/** Of a parameter list that the generator can write: no object types, no commas inside types. */
function withoutTypes(parameters: string): string {
  const tree = parse(`(${parameters}) => 0;`);
  return removeTypes(tree).slice(1, -') => 0;'.length);
}
