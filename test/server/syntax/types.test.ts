import assert from 'node:assert/strict';
import ts from 'typescript';
import type { TypeAssumption } from '../../../server/ir/program.js';
import { collectAssertions } from '../../../server/syntax/assertions/collect.js';
import {
  declaredAssumption,
  neverReturns,
  parameterAssumption,
  permanentAssertions,
  typeContext,
  type TypeContext,
} from '../../../server/syntax/types/types.js';

describe('the assumption of a declared type', () => {
  it('is of a kind of values', () => {
    check('number', 'number');
    check('string', 'string');
    check('boolean', 'boolean');
    check('bigint', 'bigint');
    check('symbol', 'symbol');
    check('null', 'null');
    check('undefined', 'undefined');
    check('void', 'undefined');
    check('never', 'never');
    check('object', 'object');
    check('`a${string}`', 'string');
    check('unique symbol', 'symbol');
  });

  it('is a literal', () => {
    check("'a'", '"a"');
    check('5', '5');
    check('-5', '-5');
    check('true', 'true');
    check('10n', 'bigint');
  });

  it('is a union, flat and without repetition', () => {
    check('number | string', 'number | string');
    check("('a' | 'b') | 'a'", '"a" | "b"');
    check('number | never', 'number');
    check('number | any', 'any');
    check('number | Unknown', 'any');
  });

  it('is an array or a tuple', () => {
    check('number[]', 'number[]');
    check('readonly number[]', 'number[]');
    check('Array<string | null>', '(string | null)[]');
    check('ReadonlyArray<number>', 'number[]');
    check('Readonly<number[]>', 'number[]');
    check('[number, string]', '[number, string]');
    check('readonly [x: number, y: number]', '[number, number]');
    check('[number, string?]', '[number] | [number, string | undefined]');
    check('[x: number, y?: string]', '[number] | [number, string | undefined]');
    check('[a?: 1, b?: 1, c?: 1, d?: 1]', 'any[]');
    check('[number, ...string[]]', 'any[]');
  });

  it('is a function or an object', () => {
    check('(n: number) => void', 'function');
    check('new () => Date', 'function');
    check('{ (n: number): string }', 'function');
    check('Function', 'function');
    check('{ x: number }', 'object');
    check('{ [key: string]: number }', 'object');
    check('Map<string, number>', 'object');
    check('Date', 'object');
  });

  it('is no object where a primitive value could be passed', () => {
    check('{}', anyButNothing);
    check('{ length: number }', anyButNothing);
    check('{ toString(): string }', anyButNothing);
    check('Empty', anyButNothing, 'interface Empty {}');
    check('Counted', anyButNothing, 'interface Counted { length: number }');
  });

  it('is known of interfaces, classes, enums and aliases of the file', () => {
    check('Point', 'object', 'interface Point { x: number }');
    check('Point', 'object', 'class Point { constructor(readonly x: number) {} }');
    check('Point', 'object', 'class Point { #x = 1; }');
    check('Point3', 'object', 'interface Point { x: number }\ninterface Point3 extends Point {}');
    check('Point', anyButNothing, 'class Point { static x = 1; }');
    check('Callback', 'function', 'interface Callback { (n: number): void }');
    check('Colour', 'number', 'enum Colour { red, green = 5 }');
    check('Colour', '"r" | "g"', "enum Colour { red = 'r', green = 'g' }");
    check('Count', 'number | undefined', 'type Maybe = number | undefined; type Count = Maybe;');
  });

  it('is any where the type is not understood', () => {
    check('any', 'any');
    check('unknown', 'any');
    check('Imported', 'any', "import { Imported } from './other.js';");
    check('Elsewhere', 'any');
    check('name.Space', 'any');
    check('number extends string ? 1 : 2', 'any');
    check('{ [K in "a"]: number }["a"]', 'any');
    check('typeof program', 'any');
    check('Endless', 'any', 'type Endless = Endless | number;');
    check('String', 'any');
  });

  it('keeps the most telling part of an intersection', () => {
    check('number & { readonly brand: "metres" }', 'number');
    check('Unknown & { x: number }', 'object');
  });

  it('follows names from the inside to the outside', () => {
    const program = 'type T = string; function f<U>(a: T, b: U) { type T = number; let x: T; }';
    assert.deepEqual(declarations(program), { a: 'string', b: 'any', x: 'number' });
    assert.deepEqual(declarations('type T = string; class A<T> { m(a: T) {} }'), { a: 'any' });
  });

  it('is absent without a type', () => assert.deepEqual(declarations('function f(a) { let x = 1; }'), { a: null, x: null }));
});

describe('the assumption of a parameter', () => {
  it('is about what may be passed', () =>
    assert.deepEqual(declarations('function f(a: number, b?: number, c: number = 1, d = 1, ...e: number[]) {}'), {
      a: 'number',
      b: 'number | undefined',
      c: 'number | undefined',
      d: null,
      e: 'number[]',
    }));

  it('of a rest parameter is an array in any case', () => {
    assert.deepEqual(declarations('function f(...a) {}'), { a: 'any[]' });
    assert.deepEqual(declarations('function f<T extends unknown[]>(...a: T) {}'), { a: 'any[]' });
    assert.deepEqual(declarations('function f(...a: [number, string]) {}'), { a: '[number, string]' });
  });

  it('is absent where a type is only a comment', () => {
    const program = `
      /** @param {number} a @param {?string} b @param {...number} rest */
      function f(a, b, ...rest) {}
      /** @type {number} */
      let x = 1;`;
    assert.deepEqual(declarations(program, 'program.js'), { a: null, b: null, rest: 'any[]', x: null });
  });
});

describe('the assumption of a property', () => {
  it('may be undefined where the property is optional', () =>
    assert.deepEqual(declarations('class A { a: number = 1; b?: string; c = 1; }'), { a: 'number', b: 'string | undefined', c: null }));
});

describe('permanent assertions', () => {
  it('come from the declaration and from the aliases of its type', () => {
    const program = `
      // @range 0..1000
      type Natural = number;
      // @range 0..100
      // @invariant this !== 13
      type Percent = (Natural);
      // @range 5..10
      let a: Percent = 7;
      function f(b: Natural, c: Percent | null, d: Percent[], e: number) {}
      class A { g: Percent = 1; }`;
    const sourceFile = parse(program);
    const context = contextOf(sourceFile);
    const found: Record<string, string[]> = {};
    each(sourceFile, (node) => {
      if (isTyped(node)) found[node.name.getText()] = permanentAssertions(node, context).map(({ tag, text }) => `${tag} ${text}`);
    });
    const percent = ['range 0..100', 'invariant this !== 13', 'range 0..1000'];
    assert.deepEqual(found, { a: ['range 5..10', ...percent], b: ['range 0..1000'], c: [], d: [], e: [], g: percent });
  });
});

describe('a function whose declared return type is never', () => {
  it('never returns', () => {
    const names: string[] = [];
    const sourceFile = parse('function f(): never { throw 1; } function g() { throw 1; } const h = (): never => { throw 1; };');
    each(sourceFile, (node) => {
      if (ts.isFunctionDeclaration(node) || ts.isArrowFunction(node)) if (neverReturns(node)) names.push(node.getText().slice(0, 10));
    });
    assert.deepEqual(names, ['function f', '(): never ']);
  });
});

const anyButNothing = 'boolean | number | string | bigint | symbol | object';

/** Checks the assumption of a type, written among other declarations. */
function check(type: string, expected: string, others = ''): void {
  assert.equal(declarations(`${others}\ntype Checked = ${type};\ndeclare let checked: Checked;`)['checked'], expected, type);
}

type Typed = ts.ParameterDeclaration | ts.VariableDeclaration | ts.PropertyDeclaration;

/** The assumptions of the parameters, variables and properties of a program, by name. */
function declarations(program: string, file = 'program.ts'): Record<string, string | null> {
  const sourceFile = parse(program, file);
  const context = contextOf(sourceFile);
  const found: Record<string, string | null> = {};
  each(sourceFile, (node) => {
    if (!isTyped(node)) return;
    found[node.name.getText()] = show(ts.isParameter(node) ? parameterAssumption(node, context) : declaredAssumption(node, context));
  });
  return found;
}

function isTyped(node: ts.Node): node is Typed {
  const isOfSignature =
    ts.isParameter(node) && (ts.isTypeNode(node.parent) || ts.isTypeElement(node.parent) || ts.isIndexSignatureDeclaration(node.parent));
  return !isOfSignature && (ts.isParameter(node) || ts.isVariableDeclaration(node) || ts.isPropertyDeclaration(node));
}

function parse(program: string, file = 'program.ts'): ts.SourceFile {
  return ts.createSourceFile(file, program, ts.ScriptTarget.Latest, true);
}

function contextOf(sourceFile: ts.SourceFile): TypeContext {
  return typeContext(collectAssertions(sourceFile).assertions);
}

function each(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node);
  ts.forEachChild(node, (child) => each(child, visit));
}

/** Written like a type. */
function show(assumption: TypeAssumption | null): string | null {
  return assumption === null ? null : showType(assumption);
}

function showType(assumption: TypeAssumption): string {
  switch (assumption.kind) {
    case 'literal':
      return JSON.stringify(assumption.value);
    case 'array':
      return assumption.element.kind === 'union' ? `(${showType(assumption.element)})[]` : `${showType(assumption.element)}[]`;
    case 'tuple':
      return `[${assumption.elements.map(showType).join(', ')}]`;
    case 'union':
      return assumption.of.map(showType).join(' | ');
    default:
      return assumption.kind;
  }
}
