import { parseSource } from '../../instrument/parse.js';
import { isFunction, walk, type AnyNode } from '../../instrument/tree.js';
import { patternTargets } from '../../instrument/scopes.js';
import type { Resolved } from '../seen/resolve.js';
import type { SeenRun } from '../seen/seenRun.js';

/** What a text that became code while the program ran may write. */
interface Writes {
  /** Names of properties, `#p` for private ones. */
  readonly names: ReadonlySet<string>;
  readonly variables: ReadonlySet<string>;
  /** Whether under keys that only the run tells. */
  readonly isComputed: boolean;
  /** Whether it may write them later, when something that it has made is called. */
  readonly isKept: boolean;
}

/** What is asked of a place. */
type Written = Pick<Resolved, 'key' | 'declaration' | 'isGlobal'>;

/**
 * Why code that the program made of a text may have changed a place between two times, as a sentence; null when none may have. Natives that
 * such code calls are seen, and functions of the program's own texts.
 */
export async function codeSince(run: SeenRun, place: Written, before: number, after: number): Promise<string | null> {
  if (place.key.kind === 'entry') return null;
  const isLexical = place.key.kind === 'private' || (place.key.kind === 'variable' && place.declaration !== null);
  const codes = await run.events.code();
  const found = codes.find((code) => {
    if (code.first > before || (isLexical && !code.isDirect)) return false;
    const writes = code.text === null ? null : writesOf(code.text);
    if (writes === null) return true;
    return (writes.isKept || code.last > after) && mayWrite(writes, place, run);
  });
  return found === undefined ? null : `Code that the program made of a text may have written it${run.placeOf(found.site)}.`;
}

function mayWrite({ names, variables, isComputed }: Writes, { key, declaration, isGlobal }: Written, run: SeenRun): boolean {
  switch (key.kind) {
    case 'variable': {
      const name = declaration === null ? undefined : run.texts.text(declaration.path)?.scopes.bindingAt.get(declaration.offset)?.name;
      return name === undefined || variables.has(name);
    }
    case 'property':
      return isComputed || names.has(key.name) || (isGlobal && variables.has(key.name));
    case 'private':
      return names.has(key.name);
    case 'symbol':
      return isComputed;
    case 'entry':
      return false;
  }
}

/** Whether code that the program made of a text, which is null where nobody knows it, may write a property of a name. */
export function mayWriteNamed(text: string | null, name: string): boolean {
  const writes = text === null ? null : writesOf(text);
  return writes === null || writes.isComputed || writes.names.has(name);
}

const known = new Map<string, Writes | null>();

/** null: its text is not JavaScript, or makes code of texts itself. */
function writesOf(text: string): Writes | null {
  if (known.size > mostKnown) known.clear();
  let writes = known.get(text);
  if (writes === undefined) known.set(text, (writes = findWrites(text)));
  return writes;
}

const mostKnown = 1000;

function findWrites(text: string): Writes | null {
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
