import { toText } from '../primitive.js';
import { Unmodelled } from '../signals.js';
import { ConcreteObject, Opaque, type ConcreteValue } from '../value.js';
import { method, type Row } from './table.js';

/** Formatting converts by `%s` and `%d`, and inspecting reads some properties: only what has none of its own is printed. */
function print(args: readonly ConcreteValue[]): undefined {
  const [format] = args;
  const converts = typeof format === 'string' ? format.includes('%') && args.length > 1 : format instanceof Opaque;
  if (converts || args.some(hasOwnName)) throw new Unmodelled('what the console reads of an object');
  return undefined;
}

/** Inspecting asks an object for its tag and its class, and an error for more. */
function hasOwnName(value: ConcreteValue): boolean {
  if (!(value instanceof ConcreteObject)) return false;
  for (let holder: ConcreteObject | null = value; holder !== null; holder = holder.prototype)
    for (const property of holder.properties.values()) if (property.kind === 'accessor') return true;
  return false;
}

const printing = ['log', 'info', 'warn', 'error', 'debug', 'trace', 'group', 'groupCollapsed'];
const labelled = ['time', 'timeEnd', 'count', 'countReset'];

export const consoleMethods: readonly Row[] = [
  ...printing.map((name) => method(name, (_realm, _self, args) => print(args))),
  ...labelled.map((name) =>
    method(name, (realm, _self, [label]) => {
      if (label !== undefined) toText(label, realm);
      return undefined;
    }),
  ),
  method('groupEnd', () => undefined),
  method('dir', (_realm, _self, args) => {
    if (args.length > 1) throw new Unmodelled('options of the console');
    return print(args);
  }),
  method('table', (_realm, _self, args) => {
    if (args.length > 1 || args.some((value) => value instanceof ConcreteObject)) throw new Unmodelled('a table of the console');
    return undefined;
  }),
];
