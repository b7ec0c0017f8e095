import { parseSource } from './parse.js';
import { patternTargets } from './scopes.js';
import { isFunction, walk, type AnyNode } from './tree.js';

/** What a text that became code while the program ran may write. */
export interface CodeWrites {
  /** Names of properties, `#p` for private ones. */
  readonly names: ReadonlySet<string>;
  readonly variables: ReadonlySet<string>;
  /** Whether under keys that only the run tells. */
  readonly isComputed: boolean;
  /** Whether it may write them later, when something that it has made is called. */
  readonly isKept: boolean;
}

/** Whether code that the program made of a text, which is null where nobody knows it, may write a property of a name. */
export function mayWriteNamed(text: string | null, name: string): boolean {
  const writes = writesOfCode(text);
  return writes === null || writes.isComputed || writes.names.has(name);
}

/** Whether code that the program made of a text may write later than where that was made. */
export function runsLater({ text, isLater = false }: { readonly text: string | null; readonly isLater?: boolean }): boolean {
  return isLater || writesOfCode(text)?.isKept !== false;
}

/** null: it may write anything, since its text is not known, is not JavaScript, or makes code of texts itself. */
export function writesOfCode(text: string | null): CodeWrites | null {
  if (text === null) return null;
  if (known.size > mostKnown) known.clear();
  let writes = known.get(text);
  if (writes === undefined) known.set(text, (writes = findWrites(text)));
  return writes;
}

const known = new Map<string, CodeWrites | null>();

const mostKnown = 1000;

function findWrites(text: string): CodeWrites | null {
  const program = parseAny(text);
  if (program === null) return null;
  const names = new Set<string>();
  const variables = new Set<string>();
  let [isComputed, isKept, isOpen, holdsWith] = [false, false, false, false];
  const write = (pattern: AnyNode) => {
    for (const target of patternTargets(pattern)) {
      if (target.type === 'Identifier') variables.add(target.name);
      else if (target.type === 'MemberExpression') {
        const { property, computed } = target;
        if (property.type === 'PrivateIdentifier') names.add(`#${property.name}`);
        else if (!computed && property.type === 'Identifier') names.add(property.name);
        else if (property.type === 'Literal') names.add(String(property.value));
        else isComputed = true;
        // An element behind the last one changes the length.
        if (computed) names.add('length');
      }
    }
  };
  walk(program, (node) => {
    if (isFunction(node) || /^Class/.test(node.type)) isKept = true;
    if (node.type === 'AssignmentExpression') write(node.left);
    else if (node.type === 'UpdateExpression') write(node.argument);
    else if (node.type === 'VariableDeclarator') write(node.id);
    else if (node.type === 'FunctionDeclaration' && node.id) write(node.id);
    else if ((node.type === 'ForInStatement' || node.type === 'ForOfStatement') && node.left.type !== 'VariableDeclaration')
      write(node.left);
    else if (node.type === 'UnaryExpression' && node.operator === 'delete')
      write(node.argument.type === 'ChainExpression' ? node.argument.expression : node.argument);
    else if (node.type === 'WithStatement') holdsWith = true;
    else if (node.type === 'Identifier' && /^(eval|Function)$/.test(node.name)) isOpen = true;
  });
  // A name may be a property there.
  if (holdsWith) for (const name of variables) names.add(name);
  return isOpen ? null : { names, variables, isComputed, isKept };
}

function parseAny(text: string): AnyNode | null {
  for (const source of [text, `class A extends Object { static async *a() {${text}\n} }`])
    for (const format of ['commonjs', 'module'] as const)
      try {
        return parseSource(source, format);
      } catch {
        // the next way
      }
  return null;
}
