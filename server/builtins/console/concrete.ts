import { toText } from '../../execution/concrete/primitive.js';
import { Unmodelled } from '../../execution/concrete/signals.js';
import { ConcreteObject, ConcreteSymbol, Opaque, type ConcreteValue, type Nature } from '../../execution/concrete/concreteValue.js';
import { method, namespace, type ConcreteFamily, type Row } from '../../execution/concrete/members.js';

/** Formatting converts by `%s` and `%d`, and inspecting runs code of some objects: only what has none of its own is printed. */
function print(args: readonly ConcreteValue[]): undefined {
  const [format] = args;
  const mayConvert = typeof format === 'string' ? format.includes('%') : format instanceof Opaque;
  const converts = mayConvert && args.length > 1;
  if (converts || args.some((value) => runsCode(value, 0))) throw new Unmodelled('what the console runs of an object');
  return undefined;
}

/** Objects further inside are not inspected. */
const deepest = 3;

/** Inspecting reads the tag, the class and some more of an object, and iterates over collections. */
function runsCode(value: ConcreteValue, depth: number): boolean {
  if (!(value instanceof ConcreteObject) || depth > deepest) return false;
  const isCollection = value.nature.kind === 'map' || value.nature.kind === 'set';
  for (let holder: ConcreteObject | null = value; holder !== null; holder = holder.prototype) {
    if (holder.library !== null) continue;
    for (const [name, property] of holder.properties) {
      if ((name instanceof ConcreteSymbol && isCollection) || property.kind === 'accessor') return true;
      if (holder === value && runsCode(property.value, depth + 1)) return true;
    }
  }
  return contentsOf(value.nature).some((inner) => runsCode(inner, depth + 1));
}

function contentsOf(nature: Nature): readonly ConcreteValue[] {
  if (nature.kind === 'array') return nature.elements;
  if (nature.kind === 'set') return [...nature.entries];
  return nature.kind === 'map' ? [...nature.entries].flat() : [];
}

const printing = ['log', 'info', 'warn', 'error', 'debug', 'trace', 'group', 'groupCollapsed'];
const labelled = ['time', 'timeEnd', 'count', 'countReset'];

const consoleMethods: readonly Row[] = [
  ...printing.map((name) => method(name, (_realm, _self, args) => print(args))),
  ...labelled.map((name) =>
    method(name, (realm, _self, [label]) => {
      if (label !== undefined) toText(label, realm);
      return undefined;
    }),
  ),
  method('groupEnd', () => undefined),
  method('dir', (_realm, _self, args) => {
    if (args[1] instanceof ConcreteObject || args[1] instanceof Opaque) throw new Unmodelled('options of the console');
    return print(args.slice(0, 1));
  }),
  method('table', (_realm, _self, args) => {
    const isPlain = args.every((value) => !(value instanceof ConcreteObject || value instanceof Opaque));
    if (args.length > 1 || !isPlain) throw new Unmodelled('a table of the console');
    return undefined;
  }),
];

export const concreteConsole: ConcreteFamily = {
  globals: [['console', (realm) => namespace(realm, 'console', consoleMethods, console)]],
};
