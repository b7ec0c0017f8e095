import ts from 'typescript';
import type { Candidate } from './candidate.js';
import { spanOf, type Part } from './parts.js';
import type { Types } from './vocabulary.js';

/** Changes of the names that a declaration gives to what it takes apart: two of a list, or two of an object, change places. */
export function bindingEdits(part: Part, index: number, file: ts.SourceFile): readonly Candidate[] {
  const { owner, expression } = part;
  if (expression === null || !ts.isVariableDeclaration(owner) || ts.isIdentifier(owner.name)) return [];
  const value = expression.getText(file);
  const { name } = owner;
  const swapped = (first: ts.Node, second: ts.Node, text: string): Candidate => ({
    places: [{ site: { kind: 'expression', part: index }, text }],
    edits: [
      { span: spanOf(first, file), text: second.getText(file) },
      { span: spanOf(second, file), text: first.getText(file) },
    ],
    size: 1.2,
  });
  if (ts.isArrayBindingPattern(name)) {
    const elements = name.elements.map((element) => (isNamed(element) ? element : null));
    const defaultOf = (at: number): string | undefined => elements[at]?.initializer?.getText(file);
    const alike = pairsOf(elements).filter(([i, j]) => defaultOf(i) === defaultOf(j));
    return alike.map(([i, j]) => {
      const order = elements.map((_, at) => (at === i ? j : at === j ? i : at));
      // The names stay where they are, and what they take changes places.
      const text = `((all) => [${order.map((at) => `all[${at}]`).join(', ')}, ...all.slice(${order.length})])([...(${value})])`;
      return swapped(name.elements[i] ?? name, name.elements[j] ?? name, text);
    });
  }
  const names = name.elements.map((element) => (isPlain(element) && element.propertyName === undefined ? element : null));
  return pairsOf(names).map(([i, j]) => {
    const [first, second] = [names[i]?.name.getText(file) ?? '', names[j]?.name.getText(file) ?? ''];
    const text = `((all) => ({ ...all, ${first}: all.${second}, ${second}: all.${first} }))(${value})`;
    const exchanged = swapped(name, name, text);
    const edit = (at: number, by: string) => ({ span: spanOf(name.elements[at] ?? name, file), text: by });
    return { ...exchanged, edits: [edit(i, `${first}: ${second}`), edit(j, `${second}: ${first}`)] };
  });
}

const isNamed = (element: ts.ArrayBindingElement): element is ts.BindingElement =>
  ts.isBindingElement(element) && ts.isIdentifier(element.name) && element.dotDotDotToken === undefined;

const isPlain = (element: ts.ArrayBindingElement): element is ts.BindingElement => isNamed(element) && element.initializer === undefined;

/** The places of two that are there. */
const pairsOf = (elements: readonly (ts.BindingElement | null)[]): readonly (readonly [number, number])[] =>
  elements.flatMap((first, i) =>
    elements.flatMap((second, j) => (i < j && first !== null && second !== null && j - i <= mostApart ? [[i, j] as const] : [])),
  );
const mostApart = 2;

/** Defaults that parameters of a function may lack. */
export function missingDefaults(fn: ts.FunctionLikeDeclaration, types: Types, file: ts.SourceFile): readonly Candidate[] {
  const { body } = fn;
  const [first] = body !== undefined && ts.isBlock(body) ? body.statements : [];
  if (first === undefined || ts.isConstructorDeclaration(fn)) return [];
  const position = first.getStart(file);
  return fn.parameters.flatMap((parameter) => {
    const { name, type, questionToken } = parameter;
    const isOpen = type === undefined || types.mayBeNothing(types.of(parameter));
    if (!ts.isIdentifier(name) || parameter.initializer !== undefined || parameter.dotDotDotToken !== undefined || !isOpen) return [];
    const kind = types.kindOf(types.of(parameter));
    const values = defaults[kind] ?? Object.values(defaults).flat();
    return values.map((value): Candidate => ({
      places: [{ site: { kind: 'gap', position }, text: `if (${name.text} === undefined) ${name.text} = ${value};` }],
      edits: [
        ...(questionToken === undefined ? [] : [{ span: spanOf(questionToken, file), text: '' }]),
        { span: { start: parameter.end, end: parameter.end }, text: ` = ${value}` },
      ],
      size: 2.4,
    }));
  });
}

const defaults: Readonly<Record<string, readonly string[]>> = {
  number: ['0', '1'],
  string: ["''"],
  boolean: ['true', 'false'],
  array: ['[]'],
  object: ['{}'],
};
