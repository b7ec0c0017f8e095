import { declarationOf } from '../instrument/scopes.js';
import { isFunction, walk, type AnyNode } from '../instrument/tree.js';
import { nearNames } from './nearNames.js';
import { NoSuchCode } from './parseQuestion.js';
import type { FunctionPlace, TraceReader } from './reader.js';

/** A function that a name means, or a top level. */
interface NamedPlace extends FunctionPlace {
  readonly isTop: boolean;
}

/**
 * Whether a function is one that a name means: `name`, `Class.name`, `FILE:LINE`, `FILE:` and nothing for top levels. Throws a
 * `NoSuchCode` where it means none.
 */
export function functionsNamed(reader: TraceReader, name: string): (place: NamedPlace) => boolean {
  const found = new Set([...placesNamed(reader, name)].map(keyOf));
  if (found.size === 0)
    throw new NoSuchCode(`No text of the recording has a function ${JSON.stringify(name)}.${nearNames(name, functionNames(reader))}`);
  return (place) => found.has(keyOf(place));
}

/** The variables of a name that functions of a name declare, by where: in their own scopes and in blocks. */
export function variablesNamed(reader: TraceReader, owner: string, variable: string): readonly FunctionPlace[] {
  const found: FunctionPlace[] = [];
  const names: string[] = [];
  for (const { path, start, isTop } of placesNamed(reader, owner)) {
    const text = reader.texts.text(path);
    if (text === undefined) continue;
    for (const binding of text.scopes.bindings) {
      const { home } = binding.scope;
      const isOwn = home.type === 'Program' ? isTop : !isTop && home.start === start;
      const declaration = declarationOf(binding);
      const name = text.sourceNameAt(declaration, reader.texts) ?? binding.name;
      if (isOwn && (name === variable || binding.name === variable)) found.push({ path, start: declaration });
      if (isOwn) names.push(name);
    }
  }
  if (found.length === 0)
    throw new NoSuchCode(`${owner === '' ? 'The top level' : owner} declares no variable ${variable}.${nearNames(variable, names)}`);
  return found;
}

function keyOf({ path, start, isTop }: NamedPlace): string {
  return `${isTop ? '' : start}:${path}`;
}

function* placesNamed(reader: TraceReader, name: string): Generator<NamedPlace> {
  if (name === '') return yield { path: reader.mainPath, start: 0, isTop: true };
  const [, file, line] = /^(.+):(\d*)$/.exec(name) ?? [];
  for (const path of reader.paths) {
    const program = reader.texts.text(path)?.program;
    if (program === undefined) continue;
    if (file !== undefined && line === '') {
      if (reader.isTextOf(path, file)) yield { path, start: 0, isTop: true };
      continue;
    }
    for (const start of functionStarts(program)) {
      const place = { path, start, isTop: false };
      const { full, bare } = reader.nameOf(place);
      if (full === name || bare === name) yield place;
      else if (file !== undefined) {
        const position = reader.positionAt(path, start);
        if (position !== null && position.line === Number(line) && reader.isFile(position.path, file)) yield place;
      }
    }
  }
}

/** The names that functions of the recording's texts have. */
function* functionNames(reader: TraceReader): Generator<string> {
  for (const path of reader.paths) {
    const program = reader.texts.text(path)?.program;
    for (const start of program === undefined ? [] : functionStarts(program)) {
      const { full, bare } = reader.nameOf({ path, start });
      if (full !== null) yield full;
      if (bare !== null) yield bare;
    }
  }
}

const starts = new WeakMap<AnyNode, readonly number[]>();

/** Where functions and classes begin. */
function functionStarts(program: AnyNode): readonly number[] {
  let found = starts.get(program);
  if (found === undefined) {
    const all: number[] = [];
    walk(program, (node) => void ((isFunction(node) || /^Class(Declaration|Expression)$/.test(node.type)) && all.push(node.start)));
    starts.set(program, (found = all));
  }
  return found;
}
