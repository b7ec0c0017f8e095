import { declarationOf, type Binding } from '../../instrument/scopes.js';
import { isFunction, pathTo } from '../../instrument/tree.js';
import type { Evaluated, KeyReport, TextPosition, ValueReport } from '../../events/rows.js';
import { isIndexName } from '../../instrument/indexNames.js';
import { mayBeDefinedAnew } from '../text/argumentsObject.js';
import type { LoadedText, RunTexts } from '../text/texts.js';

/**
 * A parameter and the element of `arguments` that shows it: in sloppy mode they are one place for those that a call has given, until the
 * element is deleted or defined anew (ECMA-262, CreateMappedArgumentsObject).
 */
export interface MappedArgument {
  readonly name: string;
  readonly variable: Extract<KeyReport, { kind: 'variable' }>;
  /** The instance of the parameter's scope. */
  readonly scope: number;
  readonly element: Extract<KeyReport, { kind: 'property' }>;
  /** The `arguments` object. */
  readonly list: number;
  /** Whether the object says that the call has given it. */
  readonly isGiven: boolean;
}

/** What is asked where the program waits. */
export interface SightOfArguments {
  evaluate(frame: number, expression: string): Promise<Evaluated>;
  functionPlace(frame: number, expression: string): Promise<TextPosition | null>;
}

export interface ParameterShown {
  readonly text: LoadedText;
  readonly binding: Binding;
}

/** The parameter that an element of an `arguments` object may show; null where it shows none, or nothing writes that by its name. */
export async function parameterShown(
  key: string,
  list: string,
  frame: number,
  sight: SightOfArguments,
  texts: RunTexts,
): Promise<ParameterShown | null> {
  const callee = await sight.functionPlace(frame, `${list}.callee`);
  const text = callee === null ? undefined : texts.text(callee.path);
  if (callee === null || text === undefined) return null;
  const home = pathTo(text.program, text.offsetAt(callee.line, callee.column)).findLast(isFunction);
  const index = await sight.evaluate(frame, key);
  const at = 'value' in index && index.value.kind === 'primitive' && isIndexName(index.value.text) ? Number(index.value.text) : -1;
  const parameter = home?.params[at];
  if (parameter?.type !== 'Identifier') return null;
  const binding = text.scopes.bindingAt.get(parameter.start);
  if (binding === undefined || indexOf(binding) !== at) return null;
  const isWritten = binding.references.some(({ isWrite, node }) => isWrite && !binding.declarations.includes(node));
  return isWritten ? { text, binding } : null;
}

/** Of parameters that have one name, the last is the variable. */
function indexOf({ name, scope }: Binding): number {
  const params = isFunction(scope.node) ? scope.node.params : [];
  return params.findLastIndex((one) => one.type === 'Identifier' && one.name === name);
}

/** Where a parameter is one place with an element: `text`, `offset`: where control is; null where its function is not around it, or it is none. */
export async function mappedArgument(
  binding: Binding,
  { text, offset, frame }: { readonly text: LoadedText; readonly offset: number; readonly frame: number },
  scope: number,
  sight: SightOfArguments,
): Promise<MappedArgument | null> {
  const around = pathTo(text.program, offset).findLast((node) => isFunction(node) && node.type !== 'ArrowFunctionExpression');
  const at = indexOf(binding);
  if (around !== binding.scope.node || at < 0) return null;
  const list = await sight.evaluate(frame, 'arguments');
  if ('error' in list || list.value.kind !== 'object' || list.value.type !== 'arguments') return null;
  const given = await sight.evaluate(frame, `${at}<arguments.length`);
  if (!isKnown(given)) return null;
  // Frozen elements show their parameters no more. A recording tells of none, and is asked only where some code could have frozen them.
  if (mayBeDefinedAnew(text, around)) {
    const isPlain = await sight.evaluate(frame, `Object.getOwnPropertyDescriptor(arguments,${at})?.writable!==false`);
    if (!isKnown(isPlain) || isPlain.value.text !== 'true') return null;
  }
  return {
    name: binding.name,
    variable: { kind: 'variable', path: text.path, declaration: declarationOf(binding) },
    scope,
    element: { kind: 'property', name: String(at) },
    list: list.value.id,
    isGiven: given.value.text === 'true',
  };
}

function isKnown(outcome: Evaluated): outcome is { readonly value: Extract<ValueReport, { kind: 'primitive' }> } {
  return 'value' in outcome && outcome.value.kind === 'primitive';
}
