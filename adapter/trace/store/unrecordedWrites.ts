import { patternTargets, scopesOf } from '../../instrument/scopes.js';
import { parseEither } from '../../instrument/parse.js';
import { walk, writtenKey, type AnyNode, type Program } from '../../instrument/tree.js';
import type { ActivationTimes } from './activationTimes.js';
import type { FunctionEntry } from './recordingFile.js';
import type { TraceStore } from './traceStore.js';

/** What the code of one function may write: names of properties; null: any, under a key that only the run knows. */
interface Writes {
  readonly entries: readonly FunctionEntry[];
  readonly names: Set<string> | null;
}

/**
 * What texts of which calls alone are recorded (`--exclude`, `node_modules`) may write to objects without a row: the properties that their code
 * names, while the function around was running or waiting. What natives write for them is recorded.
 */
export class UnrecordedWrites {
  private readonly writesByPath = new Map<string, readonly Writes[]>();

  constructor(
    private readonly store: TraceStore,
    private readonly times: ActivationTimes,
  ) {}

  /** The site of a function that may have written a property between two events; null where none may have. `name`: null: any property. */
  findBetween(name: string | null, after: number, before: number): number | null {
    for (const path of this.paths) {
      // To parse a text takes longer than to see that nothing of it ran.
      if (!this.store.source.entriesOf(path).some(({ site }) => this.times.mayRun(site, after, before))) continue;
      for (const { entries, names } of this.writesOf(path)) {
        if (name !== null && names !== null && !names.has(name)) continue;
        const found = entries.find(({ site }) => this.times.mayRun(site, after, before));
        if (found !== undefined) return found.site;
      }
    }
    return null;
  }

  /** The texts of which calls alone are recorded. */
  get paths(): readonly string[] {
    return (this.known ??= [...new Set(this.store.source.texts.flatMap(({ path, byCalls }) => (byCalls === true ? [path] : [])))]);
  }

  private known: readonly string[] | null = null;

  /** Whether some code of such a text, whenever it runs, may write a property. */
  mayWrite(path: string, name: string | null): boolean {
    return this.writesOf(path).some(({ names }) => name === null || names === null || names.has(name));
  }

  private writesOf(path: string): readonly Writes[] {
    let found = this.writesByPath.get(path);
    if (found !== undefined) return found;
    const entries = this.store.source.entriesOf(path);
    const source = this.store.source.texts.find((text) => text.path === path)?.source ?? '';
    const program = parseEither(source);
    found = program === null ? [{ entries, names: null }] : writesIn(program, entries);
    this.writesByPath.set(path, found);
    return found;
  }
}

function writesIn(program: Program, entries: readonly FunctionEntry[]): readonly Writes[] {
  const byFunction = new Map<string, { readonly entries: readonly FunctionEntry[]; names: Set<string> | null }>();
  const scopes = scopesOf(program);
  const note = (around: readonly FunctionEntry[], name: string | null): void => {
    const id = around.map(({ site }) => site).join();
    const known = byFunction.get(id) ?? { entries: around, names: new Set<string>() };
    byFunction.set(id, known);
    if (name === null) known.names = null;
    else known.names?.add(name);
  };
  walk(program, (node) => {
    // Fields come into being when the class is constructed, by whatever extends it.
    if (node.type === 'PropertyDefinition') note(entries, writtenKey(node.key, node.computed) ?? null);
    for (const target of writtenIn(node)) {
      const around = innermost(entries, target.start);
      if (target.type === 'MemberExpression') note(around, writtenKey(target.property, target.computed) ?? null);
      else if (target.type !== 'Identifier' || scopes.obscuredWrites.has(target.start)) note(around, null);
      else if (scopes.lookUp(target.name, target.start) === undefined) note(around, target.name);
    }
  });
  return [...byFunction.values()];
}

/** What a node writes itself, or deletes. */
function writtenIn(node: AnyNode): readonly AnyNode[] {
  switch (node.type) {
    case 'AssignmentExpression':
      return patternTargets(node.left);
    case 'UpdateExpression':
      return [withoutParentheses(node.argument)];
    case 'UnaryExpression': {
      const argument = withoutParentheses(node.argument.type === 'ChainExpression' ? node.argument.expression : node.argument);
      return node.operator === 'delete' && argument.type === 'MemberExpression' ? [argument] : [];
    }
    case 'ForInStatement':
    case 'ForOfStatement':
      return node.left.type === 'VariableDeclaration' ? [] : patternTargets(node.left);
    default:
      return [];
  }
}

function withoutParentheses(node: AnyNode): AnyNode {
  return node.type === 'ParenthesizedExpression' ? withoutParentheses(node.expression) : node;
}

function innermost(entries: readonly FunctionEntry[], offset: number): readonly FunctionEntry[] {
  const around = entries.filter(({ start, end }) => start <= offset && offset < end);
  const size = Math.min(...around.map(({ start, end }) => end - start));
  return around.filter(({ start, end }) => end - start === size);
}
