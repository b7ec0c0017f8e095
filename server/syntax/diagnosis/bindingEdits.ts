import ts from 'typescript';
import type { Candidate } from './candidate.js';
import { defaultValues } from './defaultValues.js';
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

/** Defaults that parameters of a function may lack, or the names that they are taken apart into. */
export function missingDefaults(
  fn: ts.FunctionLikeDeclaration,
  types: Types,
  file: ts.SourceFile,
  missed: readonly string[],
): readonly Candidate[] {
  const { body } = fn;
  const [first] = body !== undefined && ts.isBlock(body) ? body.statements : [];
  if (first === undefined || (ts.isConstructorDeclaration(fn) && !mayBeginOtherwise(fn, first))) return [];
  const position = first.getStart(file);
  return defaultsOf(fn, types, file, missed).map(({ name, value, edits, size }) => ({
    places: [{ site: { kind: 'gap', position }, text: `if (${name} === undefined) ${name} = ${value};` }],
    ...{ edits, size },
  }));
}

/** Defaults that parameters of a function may lack whose body is an expression. */
export function missingDefaultsOfArrow(
  { owner, expression }: Part,
  index: number,
  types: Types,
  missed: readonly string[],
  file: ts.SourceFile,
): readonly Candidate[] {
  if (expression === null || !ts.isArrowFunction(owner) || owner.body !== expression || waits(expression)) return [];
  // What is written as an argument is called by one function, which gives it what it takes.
  if (ts.isCallExpression(owner.parent)) return [];
  return defaultsOf(owner, types, file, missed).map(({ name, value, edits, size }) => {
    const text = `((${name}) => (${expression.getText(file)}))(${name} === undefined ? ${value} : ${name})`;
    return { places: [{ site: { kind: 'expression', part: index }, text }], edits, size };
  });
}

/** Whether an expression waits for something, which only the function itself may do. */
const waits = (node: ts.Node): boolean =>
  ts.isAwaitExpression(node) ||
  ts.forEachChild(node, (child) => (ts.isFunctionLike(child) ? undefined : waits(child) || undefined)) === true;

/** Whether something may stand before the first statement of a constructor: it calls no other one, and no parameter is a property. */
const mayBeginOtherwise = ({ parameters }: ts.ConstructorDeclaration, first: ts.Statement): boolean =>
  !(ts.isExpressionStatement(first) && ts.isCallExpression(first.expression) && isSuper(first.expression)) &&
  parameters.every((parameter) => ts.getModifiers(parameter) === undefined);
const isSuper = ({ expression }: ts.CallExpression): boolean => expression.kind === ts.SyntaxKind.SuperKeyword;

interface MissingDefault extends Pick<Candidate, 'edits' | 'size'> {
  readonly name: string;
  readonly value: string;
}

function defaultsOf(
  fn: ts.FunctionLikeDeclaration,
  types: Types,
  file: ts.SourceFile,
  missed: readonly string[],
): readonly MissingDefault[] {
  return fn.parameters.flatMap(withNames).flatMap((declared) => {
    const { name } = declared;
    const isParameter = ts.isParameter(declared);
    const isOpen = (isParameter && declared.type === undefined) || types.mayBeNothing(types.of(name)) || types.isUntyped(name);
    if (!ts.isIdentifier(name) || declared.initializer !== undefined || declared.dotDotDotToken !== undefined || !isOpen) return [];
    const kind = types.kindOf(types.of(name));
    const mark = isParameter ? declared.questionToken : undefined;
    const { parent } = declared;
    // `x => x` has no parentheses yet.
    const isBare = ts.isArrowFunction(parent) && !file.text.slice(parent.getStart(file), declared.getStart(file)).includes('(');
    const missing = (value: string, size: number): MissingDefault => ({
      ...{ name: name.text, value, size },
      edits: isBare
        ? [{ span: spanOf(declared, file), text: `(${name.text} = ${value})` }]
        : [
            ...(mark === undefined ? [] : [{ span: spanOf(mark, file), text: '' }]),
            { span: { start: declared.end, end: declared.end }, text: ` = ${value}` },
          ],
    });
    return [
      // One default serves all callers that give nothing.
      ...defaultValues(kind, missed).map((value) => missing(value, 1.5)),
      ...(defaults[kind] ?? Object.values(defaults).flat()).map((value) => missing(value, 2.4)),
    ];
  });
}

/** A parameter, and the names that it is taken apart into. */
const withNames = (declared: ts.ParameterDeclaration | ts.BindingElement): readonly (ts.ParameterDeclaration | ts.BindingElement)[] =>
  ts.isIdentifier(declared.name)
    ? [declared]
    : declared.name.elements.flatMap((element) => (ts.isBindingElement(element) ? withNames(element) : []));

/** The names of an object that a declaration takes apart may lack a default. */
export function missingDefaultsIn(
  part: Part,
  index: number,
  types: Types,
  missed: readonly string[],
  file: ts.SourceFile,
): readonly Candidate[] {
  const { owner, expression } = part;
  if (missed.length === 0 || expression === null || !ts.isVariableDeclaration(owner) || !ts.isObjectBindingPattern(owner.name)) return [];
  return owner.name.elements.filter(isPlain).flatMap((element) => {
    const key = (element.propertyName ?? element.name).getText(file);
    return defaultValues(types.kindOf(types.of(element.name)), missed).map((value): Candidate => {
      const text = `((all) => ({ ...all, ${key}: all.${key} === undefined ? ${value} : all.${key} }))(${expression.getText(file)})`;
      return {
        places: [{ site: { kind: 'expression', part: index }, text }],
        edits: [{ span: { start: element.end, end: element.end }, text: ` = ${value}` }],
        size: 1.8,
      };
    });
  });
}

const defaults: Readonly<Record<string, readonly string[]>> = {
  number: ['0', '1'],
  string: ["''"],
  boolean: ['true', 'false'],
  array: ['[]'],
  object: ['{}'],
};
