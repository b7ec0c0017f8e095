import { declaringClass, isFunction, pathTo, type AnyNode } from '../../instrument/tree.js';
import type { TextPosition } from '../../events/rows.js';
import type { RunTexts } from './texts.js';

/** The field behind an accessor, of the object that the accessor is called on. */
export interface BackingField {
  /** Of the text that the getter is in; a private one with its `#`. */
  readonly name: string;
  readonly path: string;
  /** Of a private name: the class that declares it, by where it begins. */
  readonly declaration: number | null;
}

/** What a getter returns when that is a field of its object; null when it computes something. */
export function backingFieldOf(getter: TextPosition, texts: RunTexts): BackingField | null {
  const text = texts.text(getter.path);
  if (text === undefined) return null;
  const offset = text.offsetAt(getter.line, getter.column);
  const home = pathTo(text.program, offset).findLast(isFunction);
  const returned = home === undefined ? null : returnedBy(home.body);
  if (returned?.type !== 'MemberExpression' || returned.computed || returned.object.type !== 'ThisExpression') return null;
  const { property } = returned;
  if (property.type === 'Identifier') return { name: property.name, path: text.path, declaration: null };
  if (property.type !== 'PrivateIdentifier') return null;
  const declaration = declaringClass(text.program, returned.start, property.name);
  return declaration === null ? null : { name: `#${property.name}`, path: text.path, declaration };
}

function returnedBy(body: AnyNode): AnyNode | null {
  if (body.type !== 'BlockStatement') return body;
  const [only, another] = body.body;
  return only?.type === 'ReturnStatement' && another === undefined ? (only.argument ?? null) : null;
}
