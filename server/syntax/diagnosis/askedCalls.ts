import ts from 'typescript';
import { parse } from '../source.js';
import type { BundledModule } from './moduleExpression.js';
import { literalOf, literalText, type Literal } from './literal.js';
import type { TypedFiles } from './typedFiles.js';
import { variedLiteral } from './variedLiteral.js';

/** A call of a function that a module exports, with literals as arguments. */
export interface AskedCall {
  /** The module (absolute). */
  readonly path: string;
  /** The name under which it exports the function. */
  readonly name: string;
  /** The arguments as they are written. */
  readonly given: string;
}

/** Calls that are asked of one program. */
const mostCalls = 60;

/**
 * The calls of a test's text that literals are given to, and calls that differ from them in one of these; those that tests make first, then
 * the shortest.
 */
export function askedCalls(tests: readonly BundledModule[], suspects: readonly string[], files: TypedFiles): readonly AskedCall[] {
  const seeds = tests.flatMap((test) => callsIn(test, suspects));
  const varied = seeds.flatMap(({ path, name, given }) => {
    const types = parameterTypes(path, name, files);
    return given.flatMap((literal, at) =>
      variedLiteral(literal, types?.[at] ?? null, files.checker).map((other) => ({
        ...{ path, name },
        given: given.map((each, i) => (i === at ? other : each)),
      })),
    );
  });
  const asked = (call: SeedCall): AskedCall => ({ ...call, given: call.given.map(literalText).join(', ') });
  const shortest = varied.map(asked).sort((a, b) => a.given.length - b.given.length);
  const all = new Map([...seeds.map(asked), ...shortest].map((call) => [`${call.path} ${call.name} ${call.given}`, call] as const));
  return [...all.values()].slice(0, mostCalls);
}

interface SeedCall extends Omit<AskedCall, 'given'> {
  readonly given: readonly Literal[];
}

function callsIn({ text, path, own }: BundledModule, suspects: readonly string[]): readonly SeedCall[] {
  const { file } = parse(text, path);
  const imported = new Map<string, Pick<AskedCall, 'path' | 'name'>>();
  const constants = new Map<string, ts.Expression | null>();
  const calls: ts.CallExpression[] = [];
  const leadsTo = (specifier: ts.Expression | undefined): string | null => {
    const found = specifier !== undefined && ts.isStringLiteralLike(specifier) ? own[specifier.text] : undefined;
    return found !== undefined && suspects.includes(found) ? found : null;
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) for (const [local, name] of namesOf(node)) add(local, leadsTo(node.moduleSpecifier), name);
    else if (ts.isVariableDeclaration(node)) declare(node);
    else if (ts.isCallExpression(node)) calls.push(node);
    ts.forEachChild(node, visit);
  };
  const add = (local: string, of: string | null, name: string): void => void (of !== null && imported.set(local, { path: of, name }));
  const declare = ({ name, initializer, parent }: ts.VariableDeclaration): void => {
    if (ts.isObjectBindingPattern(name)) {
      const of = initializer !== undefined && isRequire(initializer) ? leadsTo(initializer.arguments[0]) : null;
      for (const { name: local, propertyName, dotDotDotToken } of name.elements)
        if (ts.isIdentifier(local) && dotDotDotToken === undefined && (propertyName === undefined || ts.isIdentifier(propertyName)))
          add(local.text, of, (propertyName ?? local).text);
    } else if (ts.isIdentifier(name)) {
      const isOne = !constants.has(name.text) && (parent.flags & ts.NodeFlags.Const) !== 0;
      constants.set(name.text, isOne ? (initializer ?? null) : null);
    }
  };
  visit(file);
  return calls.flatMap(({ expression, arguments: given }) => {
    const called = ts.isIdentifier(expression) ? imported.get(expression.text) : undefined;
    if (called === undefined || given.length === 0) return [];
    const literals = given.flatMap((each) => literalOf(each, (name) => constants.get(name) ?? null) ?? []);
    return literals.length === given.length ? [{ ...called, given: literals }] : [];
  });
}

/** The names that a declaration imports: here, and there. */
function namesOf({ importClause }: ts.ImportDeclaration): readonly (readonly [string, string])[] {
  const bindings = importClause?.namedBindings;
  const named =
    bindings !== undefined && ts.isNamedImports(bindings)
      ? bindings.elements.map(({ name, propertyName }) => [name.text, (propertyName ?? name).text] as const)
      : [];
  return importClause?.name === undefined ? named : [[importClause.name.text, 'default'], ...named];
}

const isRequire = (node: ts.Expression): node is ts.CallExpression =>
  ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === 'require';

/** The types of the parameters of an exported function; null where they are not known. */
function parameterTypes(path: string, name: string, { checker, fileOf }: TypedFiles): readonly ts.Type[] | null {
  const file = fileOf(path);
  const module = file === null ? undefined : checker.getSymbolAtLocation(file);
  const symbol = module === undefined ? undefined : checker.getExportsOfModule(module).find((each) => each.name === name);
  const [signature] = symbol === undefined ? [] : checker.getTypeOfSymbol(symbol).getCallSignatures();
  return signature?.parameters.map((parameter) => checker.getTypeOfSymbol(parameter)) ?? null;
}

/** A module that answers the calls: `$ask(n)` gives what the n-th one comes to, as text. Imports the modules by their paths. */
export function askingModule(path: string, calls: readonly AskedCall[]): BundledModule {
  const paths = [...new Set(calls.map((call) => call.path))];
  const names = [...new Map(calls.map((call) => [`${call.path} ${call.name}`, call] as const)).keys()];
  const imports = calls
    .filter((call, i) => calls.findIndex((each) => each.path === call.path && each.name === call.name) === i)
    .map((call) => `import { ${call.name} as $asked${names.indexOf(`${call.path} ${call.name}`)} } from ${JSON.stringify(call.path)};`);
  const cases = calls.map(
    (call, i) =>
      `    case ${i}: { const given = [${call.given}]; return $gives($asked${names.indexOf(`${call.path} ${call.name}`)}, given); }`,
  );
  const text = [...imports, showText, 'export function $ask(which) {', '  switch (which) {', ...cases, '  }', '}'].join('\n');
  return { path, text, own: Object.fromEntries(paths.map((each) => [each, each])) };
}

/** What a call gives, and what it leaves in its arguments. */
const showText = `
function $gives(asked, given) {
  const before = $show(given, 0);
  let told;
  try {
    told = $show(asked(...given), 0);
  } catch (error) {
    told = 'throws ' + $show(error, 0);
  }
  const after = $show(given, 0);
  return before === after ? told : told + ', and leaves ' + after.slice(1, -1);
}
function $show(value, depth) {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'number') return value === 0 && 1 / value < 0 ? '-0' : String(value);
  if (typeof value === 'bigint') return String(value) + 'n';
  if (typeof value === 'function') return 'a function';
  if (value === null || typeof value !== 'object') return String(value);
  if (value instanceof Error) return value.name + ': ' + value.message;
  if (depth > 4) return '…';
  if (Array.isArray(value)) {
    let items = '';
    for (let i = 0; i < value.length; i++) items += (i === 0 ? '' : ', ') + $show(value[i], depth + 1);
    return '[' + items + ']';
  }
  if (value instanceof Map) return 'Map ' + $show([...value], depth);
  if (value instanceof Set) return 'Set ' + $show([...value], depth);
  let entries = '';
  for (const name of Object.keys(value)) entries += (entries === '' ? ' ' : ', ') + name + ': ' + $show(value[name], depth + 1);
  return entries === '' ? '{}' : '{' + entries + ' }';
}`;
