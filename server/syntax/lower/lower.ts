import type ts from 'typescript';
import type { ModuleIr } from '../../ir/program.js';
import type { AssertionComment } from '../assertions/assertion.js';
import { adopt, attachedNode } from '../assertions/assertionSource.js';
import { collectAssertions } from '../assertions/collect.js';
import { declareNames } from '../names/declare.js';
import { lowerFunction } from './lowerFunction.js';
import { ModuleBuilder } from './moduleBuilder.js';
import { constantObjects, hoistedFunctions, numberVariables, keptObjects } from './moduleFacts.js';
import { resolveNames } from '../names/resolve.js';
import { variableOf } from '../names/scopes.js';
import { nodeCountOf, parse, syntaxErrors, type FieldRule, type Source, type SyntaxError } from '../source.js';
import { thresholdsOf } from '../names/thresholds.js';
import { collectIgnores } from '../assertions/ignoreComments.js';
import { exportedTypes } from '../types/exportedTypes.js';
import { typeContext } from '../types/types.js';

export interface LowerOptions {
  /** As it shall appear in control points. Its extension says which language the text is in. */
  readonly file: string;
  /** Assertion comments are lowered too. */
  readonly assertions: boolean;
  /** `native` by default. */
  readonly fields?: FieldRule;
}

export type LowerResult =
  | { readonly kind: 'module'; readonly module: ModuleIr }
  | { readonly kind: 'syntaxErrors'; readonly errors: readonly SyntaxError[] }
  /** It has more than `maxSyntaxNodes`: that is its only error. */
  | { readonly kind: 'tooLarge'; readonly nodes: number; readonly errors: readonly SyntaxError[] };

/** Syntax nodes of one file: about ten seconds, and one and a half of the largest bundles that are known. */
export const maxSyntaxNodes = 2_000_000;

/** Parses a source text and makes its graphs. The stack must allow for the depth of its nesting. */
export function lowerModule(text: string, options: LowerOptions): LowerResult {
  const source = parse(text, options.file);
  const errors = syntaxErrors(source);
  if (errors.length > 0) return { kind: 'syntaxErrors', errors };
  const nodes = nodeCountOf(source);
  if (nodes <= maxSyntaxNodes) return { kind: 'module', module: lowerParsed(source, options) };
  return { kind: 'tooLarge', nodes, errors: [{ span: { start: 0, end: 0 }, message: `There are too many syntax nodes: ${nodes}` }] };
}

function lowerParsed(source: Source, options: LowerOptions): ModuleIr {
  const comments = options.assertions ? collectAssertions(source.file) : { assertions: [], protocols: [], invalid: [], notes: [] };
  const attached = new Map<ts.Node, AssertionComment[]>();
  for (const comment of comments.assertions) {
    if (comment.tag !== 'range') adopt(comment, source.file);
    const node = attachedNode(comment);
    const known = attached.get(node);
    if (known === undefined) attached.set(node, [comment]);
    else known.push(comment);
  }
  const types = typeContext(comments.assertions);
  const bindings = declareNames(source);
  resolveNames(source, bindings, attached, types);
  const module = new ModuleBuilder(options.file, source, bindings, attached, types, options.fields);
  for (const protocol of comments.protocols) if (!module.protocols.has(protocol.class)) module.protocols.set(protocol.class, protocol);
  module.invalidAssertions.push(...comments.invalid, ...comments.notes.map((note) => ({ ...note, isNote: true as const })));
  const functions = bindings.functions.map((info) => lowerFunction(module, info));
  for (const comment of comments.assertions) {
    if (comment.attachment.kind === 'value' || module.assertionIds.has(comment)) continue;
    const message = 'This assertion is not checked, because the code around it is not modelled.';
    module.invalidAssertions.push({ span: comment.span, message });
  }
  return {
    file: options.file,
    text: source.text,
    functions,
    variables: bindings.variables.map(variableOf),
    sites: module.sites,
    assertions: module.assertions,
    invalidAssertions: module.invalidAssertions,
    ignores: options.assertions ? collectIgnores(source.file) : [],
    exports: bindings.exports.map(({ name, variable }) => ({ name, variable: variable?.id ?? null })),
    imports: bindings.imports.map(({ variable, specifier, name }) => ({ variable: variable.id, specifier, name })),
    reexports: bindings.reexports,
    types: exportedTypes(source.file, types),
    hoisted: hoistedFunctions(module),
    constants: constantObjects(module),
    kept: keptObjects(module),
    numbers: numberVariables(module),
    tampersWithBuiltins: bindings.tampersWithBuiltins,
    thresholds: thresholdsOf(bindings),
  };
}
