import type { AssignmentExpression, Identifier, ObjectPattern } from 'acorn';
import type { Context } from './context.js';
import { named } from './definitions.js';
import type { AnyNode } from './tree.js';

type Property = Extract<AnyNode, { type: 'Property' }>;

/** A variable that a pattern stores to. Something may run after it, before the pattern is done, that throws or asks. */
export interface StoredTarget {
  readonly name: Identifier;
  /** The property whose key is evaluated just after the store and can tell of it; null: a setter takes the place of the variable. */
  readonly next: Property | null;
  /** Whether the name stands for its property too, as in `{ name }`. */
  readonly isShorthand: boolean;
  /** What is stored where the pattern finds nothing. */
  readonly fallback: AnyNode | null;
}

/**
 * The variables of an assignment's pattern, in their order, whose stores are not all done at once: between them iterators, getters, defaults and setters
 * run. Not those of rests: what these make is told behind the pattern.
 */
export function interruptedTargets({ left, right }: AssignmentExpression, isTold: (name: Identifier) => boolean): readonly StoredTarget[] {
  if (isDoneAtOnce(left, right)) return [];
  return targetsIn(left, isTold).filter(({ name }) => isTold(name));
}

/** Whether names alone get the elements of a list that is written beside them, or one name gets a property. */
function isDoneAtOnce(pattern: AnyNode, value: AnyNode): boolean {
  if (pattern.type === 'ObjectPattern') {
    const [only, another] = pattern.properties;
    return another === undefined && (only?.type !== 'Property' || only.value.type === 'Identifier');
  }
  if (pattern.type !== 'ArrayPattern' || value.type !== 'ArrayExpression') return false;
  return pattern.elements.every((element) => element === null || element.type === 'Identifier');
}

function targetsIn(pattern: AnyNode, isTold: (name: Identifier) => boolean, isShorthand = false): readonly StoredTarget[] {
  switch (pattern.type) {
    case 'ObjectPattern':
      return propertiesIn(pattern, isTold);
    case 'ArrayPattern':
      return pattern.elements.flatMap((element) => {
        if (element === null) return [];
        return element.type === 'RestElement' ? restOf(element.argument, isTold) : targetsIn(element, isTold);
      });
    case 'AssignmentPattern':
      if (pattern.left.type !== 'Identifier') return targetsIn(pattern.left, isTold);
      return [{ name: pattern.left, next: null, isShorthand, fallback: pattern.right }];
    case 'Identifier':
      return [{ name: pattern, next: null, isShorthand, fallback: null }];
    default:
      return [];
  }
}

/**
 * V8 says another sentence of what cannot be taken apart where its first property is stored to no variable. So the key of the second one tells of
 * the first.
 */
function propertiesIn({ properties: [first, ...others] }: ObjectPattern, isTold: (name: Identifier) => boolean): readonly StoredTarget[] {
  const keeps = first?.type === 'Property' && first.value.type === 'Identifier' && isTold(first.value) && others.length > 0;
  const next = keeps && others[0]?.type === 'Property' ? others[0] : null;
  const targets = (first === undefined || keeps ? others : [first, ...others]).flatMap((property) =>
    property.type === 'RestElement'
      ? restOf(property.argument, isTold)
      : targetsIn(property.value, isTold, property.shorthand && property !== next),
  );
  if (!keeps || next === null || first.value.type !== 'Identifier') return targets;
  return [{ name: first.value, next, isShorthand: first.shorthand, fallback: null }, ...targets];
}

/** A rest may be a pattern again. */
function restOf(argument: AnyNode, isTold: (name: Identifier) => boolean): readonly StoredTarget[] {
  return argument.type === 'Identifier' ? [] : targetsIn(argument, isTold);
}

/** Puts an object with a setter in the place of a variable, which tells and then stores. */
export function putSetter({ edits }: Context, { name, isShorthand, fallback }: StoredTarget, site: number, scope: string): void {
  const property = isShorthand ? `${name.name}:` : '';
  edits.wrap(name.start, name.end, `${property}__w_variable(${site},${scope},__w_x=>{`, '=__w_x}).value');
  if (fallback === null) return;
  const [before, after] = named(fallback, name.name);
  edits.wrap(fallback.start, fallback.end, before, after);
}

/** Has the key of a property tell of the store before. */
export function tellByKey({ edits, text }: Context, { key, computed, shorthand }: Property, probe: string): void {
  if (computed) return edits.wrap(key.start, key.end, `(${probe},(`, '))');
  const name = key.type === 'Identifier' ? JSON.stringify(key.name) : text.slice(key.start, key.end);
  if (shorthand) edits.before(key.start, `[(${probe},${name})]:`);
  else edits.replace(text, key.start, key.end, `[(${probe},${name})]`);
}
