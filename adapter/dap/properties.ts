import type { DebugProtocol } from '@vscode/debugprotocol';
import type { Runtime } from 'node:inspector';
import { isOwnField } from '../runtime/realm/ownFields.js';
import type { Target } from './target.js';

interface RowBase {
  readonly name: string;
  readonly hint: DebugProtocol.VariablePresentationHint;
  /** How it is written in the user's program, where it can be. */
  readonly expression: string | null;
}

/** One row below an object or a scope. */
export type Row =
  | (RowBase & { readonly kind: 'value'; readonly value: Runtime.RemoteObject; readonly description: string | null })
  | (RowBase & { readonly kind: 'getter'; readonly owner: Runtime.RemoteObject; readonly key: string })
  | (RowBase & { readonly kind: 'text'; readonly text: string })
  | (RowBase & { readonly kind: 'rows'; readonly text: string; readonly rows: readonly Row[] });

/** The variables of a scope. */
export async function ownRows(target: Target, object: Runtime.RemoteObject): Promise<readonly Row[]> {
  const { objectId } = object;
  if (objectId === undefined) return [];
  const [{ result }, described] = await Promise.all([
    target.client.send('Runtime.getProperties', { objectId, ownProperties: true, generatePreview: true }),
    descriptions(target, objectId),
  ]);
  // Probes have variables of their own.
  const own = result.filter(({ name }) => !name.startsWith('__w_'));
  return own.map((property) => propertyRow(property, object, property.name, described));
}

/** The properties of an object, with inherited getters, private members, and what V8 alone knows of it. */
export async function propertyRows(
  target: Target,
  object: Runtime.RemoteObject,
  expression: string | null,
  isWithoutElements: boolean,
): Promise<readonly Row[]> {
  const { objectId } = object;
  if (objectId === undefined) return [];
  const options = { objectId, ...(isWithoutElements ? { nonIndexedPropertiesOnly: true } : {}) };
  const [own, accessors, described] = await Promise.all([
    target.client.send('Runtime.getProperties', { ...options, ownProperties: true, generatePreview: true }),
    target.client.send('Runtime.getProperties', { ...options, accessorPropertiesOnly: true }),
    descriptions(target, objectId),
  ]);
  const names = new Set(own.result.map(({ name }) => name));
  const inherited = accessors.result.filter(
    ({ name, get, isOwn }) => !isOwn && get !== undefined && name !== '__proto__' && !names.has(name),
  );
  const shownAs = (name: string) => (expression === null ? null : memberExpression(expression, name));
  return [
    ...own.result
      .filter(({ name }) => name !== '__proto__')
      .map((one) => propertyRow(one, object, one.symbol === undefined ? shownAs(one.name) : null, described)),
    ...(own.privateProperties ?? []).filter(({ name }) => !isOwnField(name)).map((one) => privateRow(one, expression)),
    ...inherited.map((one) => propertyRow(one, object, shownAs(one.name), described)),
    ...(own.internalProperties ?? []).filter(({ name }) => !isImplementation(name)).map(internalRow),
  ];
}

function propertyRow(
  { name, value, get, set, writable, enumerable, symbol }: Runtime.PropertyDescriptor,
  owner: Runtime.RemoteObject,
  expression: string | null,
  described: Readonly<Record<string, string>>,
): Row {
  const attributes = writable === false ? ['readOnly'] : [];
  const visibility: Partial<DebugProtocol.VariablePresentationHint> = enumerable || symbol !== undefined ? {} : { visibility: 'internal' };
  if (get !== undefined && get.type !== 'undefined') {
    return {
      kind: 'getter',
      name,
      owner,
      key: name,
      expression,
      hint: { kind: 'property', attributes: set?.type === 'function' ? [] : ['readOnly'], ...visibility },
    };
  }
  const hint = { kind: value?.type === 'function' ? 'method' : 'property', attributes, ...visibility };
  if (value === undefined)
    return { kind: 'text', name, text: set === undefined ? '<not initialised>' : 'write-only', hint, expression: null };
  return { kind: 'value', name, value, hint, expression, description: described[name] ?? null };
}

function privateRow(
  { name, value, get }: { name: string; value?: Runtime.RemoteObject; get?: Runtime.RemoteObject },
  expression: string | null,
): Row {
  const hint: DebugProtocol.VariablePresentationHint = { kind: 'property', visibility: 'private' };
  const shownAs = expression === null ? null : `${expression}.${name}`;
  if (value === undefined) return { kind: 'text', name, text: get === undefined ? 'write-only' : '(accessor)', hint, expression: null };
  return { kind: 'value', name, value, hint, expression: shownAs, description: null };
}

function internalRow({ name, value }: Runtime.InternalPropertyDescriptor): Row {
  const hint: DebugProtocol.VariablePresentationHint = { kind: 'virtual', visibility: 'internal', attributes: ['readOnly'] };
  if (value === undefined) return { kind: 'text', name, text: '', hint, expression: null };
  return { kind: 'value', name, value, hint, expression: null, description: null };
}

/** What a debugger's user does not look for in a value. */
function isImplementation(name: string): boolean {
  return name === '[[Scopes]]';
}

/** The expression for a member of an expression's value. */
export function memberExpression(expression: string, name: string): string {
  const base = /^[\p{ID_Continue}$.#[\]"']+$/u.test(expression) ? expression : `(${expression})`;
  if (/^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name)) return `${base}.${name}`;
  return /^(0|[1-9]\d*)$/.test(name) ? `${base}[${name}]` : `${base}[${JSON.stringify(name)}]`;
}

/**
 * What values say of themselves: a method `Symbol.for('debug.description')`, or a `toString` of the program's own. Asked of all
 * properties in one call; what would have a side effect is not called.
 */
async function descriptions(target: Target, objectId: string): Promise<Readonly<Record<string, string>>> {
  try {
    const { result, exceptionDetails } = await target.call({
      objectId,
      functionDeclaration: describingFunction,
      arguments: [{ objectId: await descriptionSign(target) }],
      returnByValue: true,
      throwOnSideEffect: true,
    });
    return exceptionDetails === undefined ? ((result.value ?? {}) as Readonly<Record<string, string>>) : {};
  } catch {
    return {};
  }
}

const signs = new WeakMap<Target, Promise<string>>();

/** `Symbol.for` counts as a side effect: the sign is fetched once, apart. */
function descriptionSign(target: Target): Promise<string> {
  const known = signs.get(target);
  if (known !== undefined) return known;
  const sign = target.client
    .send('Runtime.evaluate', { expression: "Symbol.for('debug.description')", disableBreaks: true })
    .then(({ result }) => result.objectId ?? '');
  signs.set(target, sign);
  return sign;
}

const describingFunction = `function(sign){
  const described={};let rest=200;
  for(const name of Object.getOwnPropertyNames(this)){
    if(--rest<0)break;
    const property=Object.getOwnPropertyDescriptor(this,name);
    if(!property||!('value' in property))continue;
    const {value}=property;
    if(typeof value!=='object'||value===null||Array.isArray(value))continue;
    try{
      const own=typeof value[sign]==='function'?value[sign]:value.toString;
      if(typeof own!=='function'||Function.prototype.toString.call(own).endsWith('{ [native code] }'))continue;
      const text=own.call(value);
      if(typeof text==='string'&&!text.startsWith('[object '))described[name]=text.slice(0,1000);
    }catch{}
  }
  return described}`;
