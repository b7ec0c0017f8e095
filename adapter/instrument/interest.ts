import type { NotedProgram } from './parse.js';
import type { AnyNode } from './tree.js';
import type { Plan } from './plan.js';

/**
 * Where in a text something may have to be put in: what holds none of it is not walked through, which in megabytes is most.
 */
export class Interest {
  private readonly points: Int32Array;

  /** `spans`: of which everything is of interest. */
  constructor(
    points: readonly number[],
    private readonly spans: readonly { readonly start: number; readonly end: number }[] = [],
  ) {
    this.points = Int32Array.from(points).sort();
  }

  isIn({ start, end }: { readonly start: number; readonly end: number }): boolean {
    const { points, spans } = this;
    let [low, high] = [0, points.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((points[middle] ?? 0) < start) low = middle + 1;
      else high = middle;
    }
    if ((points[low] ?? Infinity) < end) return true;
    return spans.some((span) => span.start < end && start < span.end);
  }
}

/** Whether a plan asks for nothing that has no name. */
export function asksByName({ fields, elements, symbols, returns, entries, allocations, guards, rules }: Plan): boolean {
  return rules === null && !elements && !symbols && !returns && !entries && !guards && allocations.length === 0 && !fields.includes('');
}

/** Where names are written, or may be meant by what is computed. */
export function placesOf(names: readonly string[], { text, notes }: NotedProgram): readonly number[] {
  return [...notes, ...names.flatMap((name) => occurrencesOf(name, text))];
}

export function occurrencesOf(name: string, text: string): readonly number[] {
  const places: number[] = [];
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) places.push(at);
  return places;
}

/** Whether a node of a kind may name what its text does not show; called when it has been parsed. */
export function isNoted(node: AnyNode): boolean {
  switch (node.type) {
    case 'Identifier':
      return node.name.length !== node.end - node.start;
    case 'PrivateIdentifier':
      return node.name.length + 1 !== node.end - node.start;
    case 'AssignmentExpression':
      return isComputed(node.left) || /Pattern$/.test(node.left.type);
    case 'ForOfStatement':
    case 'ForInStatement':
      return isComputed(node.left) || /Pattern$/.test(node.left.type);
    case 'UpdateExpression':
      return isComputed(node.argument);
    case 'UnaryExpression':
      return node.operator === 'delete';
    case 'ObjectExpression':
      return node.properties.some(({ type }) => type === 'SpreadElement');
    case 'MemberExpression':
      return node.computed && isWrittenOtherwise(node.property);
    case 'Property':
    case 'PropertyDefinition':
      return node.computed || isWrittenOtherwise(node.key);
    default:
      return false;
  }
}

function isComputed(target: AnyNode): boolean {
  return target.type === 'MemberExpression' && target.computed;
}

/** Whether a literal that is a key has another text than its name. */
function isWrittenOtherwise(key: AnyNode): boolean {
  if (key.type !== 'Literal') return false;
  if (typeof key.value === 'string') return key.value.length + 2 !== key.end - key.start;
  return String(key.value) !== key.raw;
}
