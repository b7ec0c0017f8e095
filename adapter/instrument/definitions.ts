import { isIndexName } from './indexNames.js';
import type { ArrayExpression, ObjectExpression, Property, PropertyDefinition } from 'acorn';
import { aroundNamed, makesFunction } from './budgetTests.js';
import type { Context, Host } from './context.js';
import { Part } from './literalParts.js';
import { privateDeclaration, takesName, tokenOffset, writtenKey, type AnyNode } from './tree.js';

/** Probes of properties that come into being with their object: literals, spreads, class fields. */
export function probeDefinitions(ctx: Context, node: AnyNode, host: Host): void {
  // Nothing that is just made is watched by rules.
  const isSeen = ctx.plan.rules === null;
  if (node.type === 'ObjectExpression') return isSeen ? probeObject(ctx, node, host) : undefined;
  if (node.type === 'ArrayExpression' && ctx.plan.elements && isSeen) probeArray(ctx, node, host);
  else if (node.type === 'PropertyDefinition') probeField(ctx, node, host);
}

/** Nobody can see an object before its literal is complete: one probe reports all the properties that are asked for. */
function probeObject(ctx: Context, node: ObjectExpression, host: Host): void {
  const { fields, elements } = ctx.plan;
  if (fields.length === 0 && !elements) return;
  const asked = node.properties.filter((property) => {
    if (property.type === 'SpreadElement') return true;
    if (property.kind !== 'init') return false;
    const key = writtenKey(property.key, property.computed);
    return key === undefined || fields.includes(key) || (elements && isIndexName(key));
  });
  if (asked.length === 0) return;
  const again = writtenAgain(asked);
  const isPlain = again.size === 0 && asked.every((property) => keyOf(property) !== null);
  let first: number | undefined;
  let shape = '';
  const kept: string[] = [];
  const keep = ({ start, end }: AnyNode, before: string, after: string) => {
    const name = ctx.temporary(host);
    kept.push(name);
    ctx.edits.wrap(start, end, before.replace('*', name), after);
  };
  for (const property of asked) {
    const isSpread = property.type === 'SpreadElement';
    const where = isSpread ? { start: property.start, end: property.start + 3 } : property.key;
    const key = keyOf(property);
    const site = ctx.site(isSpread ? 'spread' : 'define', where, key, { isAfter: true });
    first ??= site;
    const isAgain = again.has(property);
    if (isSpread) {
      shape += isAgain ? Part.copied : Part.spread;
      const [before, after] = asArgument(property.argument);
      if (isAgain) keep(property.argument, `(*={...${before}`, `${after}})`);
      else keep(property.argument, `(*=${before}`, `${after})`);
      continue;
    }
    if (key === null) keep(property.key, ...askedKey(ctx.plan.objectKeys, '*'));
    const [plain, withValue, without] =
      key === null ? [Part.computed, Part.computedKept, Part.computedUnkept] : [Part.fixed, Part.fixedKept, Part.fixedUnkept];
    const held = isAgain ? textAgain(ctx, node, property) : null;
    // As `__proto__: x` it would be no property.
    const isUnkept = held === null && (makesFunction(property.value) || (property.shorthand && key === '__proto__'));
    if (held !== null) kept.push(held);
    else if (isAgain && !isUnkept) {
      const [before, after] = asArgument(property.value);
      keep(
        property.value,
        `${property.shorthand ? `${ctx.text.slice(property.key.start, property.key.end)}:` : ''}(*=${before}`,
        `${after})`,
      );
    }
    shape += !isAgain ? plain : isUnkept ? without : withValue;
  }
  // What is spread and computed is kept by the activation: the same literal may be evaluated again before this one is complete.
  const probe = [`__w_object(${first ?? 0},${asked.length},`, ')'] as const;
  if (isPlain) ctx.edits.wrap(node.start, node.end, ...aroundNamed(ctx, host, node, first ?? 0, probe, { count: asked.length }));
  else ctx.edits.wrap(node.start, node.end, `__w_parts(${first ?? 0},"${shape}",`, `${kept.map((one) => `,${one}`).join('')})`);
}

type Parts = ObjectExpression['properties'];

/** The name of a property as the text says it. */
function keyOf(property: Parts[number]): string | null {
  return property.type === 'SpreadElement' ? null : (writtenKey(property.key, property.computed) ?? null);
}

/** The parts of which one behind may write what they have written: names are other ones than those of texts, or spread. */
function writtenAgain(parts: Parts): ReadonlySet<Parts[number]> {
  const again = new Set<Parts[number]>();
  const names = new Set<string>();
  let isAnyName = false;
  for (const part of parts.toReversed()) {
    const name = keyOf(part);
    if (isAnyName || (name === null ? names.size > 0 : names.has(name))) again.add(part);
    if (name === null) isAnyName = true;
    else names.add(name);
  }
  return again;
}

/** A text that evaluates to what a property was given, when the literal is complete. */
function textAgain(ctx: Context, node: ObjectExpression, { value }: Property): string | null {
  const isConstant = value.type === 'Literal' && !('regex' in value);
  return isConstant || ctx.isStable(value, node) ? ctx.text.slice(value.start, value.end) : null;
}

function probeArray(ctx: Context, node: ArrayExpression, host: Host): void {
  if (node.elements.length === 0 || node.elements.length > maxElements) return;
  let first: number | undefined;
  for (const element of node.elements) {
    const isSpread = element?.type === 'SpreadElement';
    const site = ctx.site(
      isSpread ? 'spread' : 'define',
      isSpread ? { start: element.start, end: element.start + 3 } : (element ?? node),
      null,
      { isAfter: true },
    );
    first ??= site;
  }
  const shape = node.elements.map((element) => (element === null ? '_' : element.type === 'SpreadElement' ? '*' : '.')).join('');
  const probe = [`__w_array(${first ?? 0},"${shape}",`, ')'] as const;
  ctx.edits.wrap(node.start, node.end, ...aroundNamed(ctx, host, node, first ?? 0, probe, { count: shape.length }));
}

/** Tables of data are not worth a site for each element; nothing that runs changes them before they are complete. */
const maxElements = 2000;

function probeField(ctx: Context, node: PropertyDefinition, host: Host): void {
  const { fields, elements } = ctx.plan;
  const key = writtenKey(node.key, node.computed);
  if (key === undefined) return fields.length > 0 || elements ? probeComputedField(ctx, node, host) : undefined;
  if (!fields.includes(key) && !(elements && isIndexName(key))) return;
  const site = ctx.site('define', node.key, key, { declaration: privateDeclaration(ctx.program, node.key) });
  probeFieldValue(ctx, node, `${putProbe(ctx, key, site)}(${site},this,`, node.value ? named(node.value, key) : noSigns);
}

const noSigns = ['', ''] as const;

/** What is put around a key that is kept in a variable; an object is asked which property it means, as the language does there. */
function askedKey(isAsked: boolean, variable: string): readonly [string, string] {
  return isAsked ? [`${variable}=__w_named((`, '))'] : [`${variable}=(`, ')'];
}

/** The key is evaluated once, with the class; the value for each object. */
function probeComputedField(ctx: Context, node: PropertyDefinition, host: Host): void {
  const key = ctx.temporary(host);
  const site = ctx.site('define', node.key, null);
  const { value } = node;
  // A function without a name gets the key's: to be asked for that again would be seen.
  const isAsked = ctx.plan.objectKeys || (value ? takesName(value) : false);
  ctx.edits.wrap(node.key.start, node.key.end, ...askedKey(isAsked, key));
  const around = !value ? noSigns : takesName(value) ? ([`{[${key}]:`, `}[${key}]`] as const) : asArgument(value);
  probeFieldValue(ctx, node, `__w_putKey(${site},this,${key},`, around);
}

function probeFieldValue(ctx: Context, node: PropertyDefinition, probe: string, [before, after]: readonly [string, string]): void {
  if (node.value) ctx.edits.wrap(node.value.start, node.value.end, probe + before, `${after})`);
  else ctx.edits.after(fieldNameEnd(ctx.text, node), `=${probe}void 0);`);
}

/** A length, and what may change one, are distinguished from all other properties. */
export function putProbe({ firstSite }: Context, key: string, site: number): string {
  return key === 'length' || isIndexName(key) ? '__w_putSized' : `__w_put${(site - firstSite) % 4}`;
}

function fieldNameEnd(text: string, node: PropertyDefinition): number {
  return node.computed ? tokenOffset(text, node.key.end, ']') + 1 : node.key.end;
}

/**
 * What to put around a value that becomes an argument of a probe: a function or class without a name must still get the name of what
 * it is given to, a sequence must stay one value.
 */
export function named(value: AnyNode, name: string): readonly [string, string] {
  if (!takesName(value)) return asArgument(value);
  const key = JSON.stringify(name);
  return name === '__proto__' ? [`{[${key}]:`, `}[${key}]`] : [`{${key}:`, `}[${key}]`];
}

/** The parentheses that a sequence needs inside a call. */
export function asArgument(value: AnyNode): readonly [string, string] {
  return value.type === 'SequenceExpression' ? ['(', ')'] : ['', ''];
}
