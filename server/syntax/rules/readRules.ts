import ts from 'typescript';
import { LineMap } from '../../base/span.js';
import type { RuleExpression } from '../../rules/ruleExpression.js';
import type { CheckTime, DomainText, RulesFile, RuleText, RuleVariable, StateText } from '../../rules/rulesFile.js';
import { parse, skipTypes, syntaxErrors } from '../source.js';
import { programWrite } from './programWrites.js';
import { shownFields } from './shownFields.js';
import { checkAction, lowerPattern, sharedMetavariables } from './readPattern.js';
import { lowerElements, lowerFunction } from './readCondition.js';
import { withoutLibrary } from './library.js';
import { libraryModule, literalOf, RuleProblem, RuleScope } from './ruleScope.js';

/** A fault of a text that is to be a rules file, as one sentence with its place. */
export class RulesFileError extends Error {
  override readonly name = 'RulesFileError';
}

/** Reads a rules file without running it. Throws a `RulesFileError` where it does not parse, or has no rule. */
export function readRules(written: string, path: string, shownPath = path): RulesFile {
  const text = written.includes(libraryModule) ? withoutLibrary(written, path) : written;
  const source = parse(text, path);
  const lines = new LineMap(text);
  const [error] = syntaxErrors(source);
  if (error !== undefined) {
    const { line, column } = lines.positionOf(error.span.start);
    throw new RulesFileError(`${shownPath}:${line}:${column}: The rules file does not parse: ${error.message.replace(/\.$/, '')}.`);
  }
  const scope = new RuleScope(source.file);
  const rules = exportedRules(scope).map(({ name, call }) => {
    const { line, column } = lines.positionOf(call.getStart(source.file));
    return { line, column, ...lowerRule(name, call, scope) };
  });
  if (rules.length === 0)
    throw new RulesFileError(`${shownPath}: There is no rule in the file: export const name = rule({ … }), with rule from 'whence/rules'.`);
  const declared = (word: string): readonly (readonly [string, ts.Expression])[] =>
    [...scope.constants].filter(([, value]) => scope.wordOf(value) === word);
  return {
    path,
    code: javaScriptOf(withNames(text, scope), path),
    rules,
    tracked: declared('tracked').map(([name]) => name),
    states: declared('state').map(([name, value]) => stateText(name, value, scope)),
  };
}

function stateText(name: string, value: ts.Expression, scope: RuleScope): StateText {
  const [of] = ts.isCallExpression(value) ? value.arguments : [];
  try {
    return { name, of: scope.classOf(of) };
  } catch {
    return { name, of: null };
  }
}

interface ExportedRule {
  readonly name: string;
  readonly call: ts.CallExpression;
}

/** The rules that the file exports, in the order of the text. */
function exportedRules(scope: RuleScope): readonly ExportedRule[] {
  const found: ExportedRule[] = [];
  const add = (name: string, value: ts.Expression | undefined): void => {
    const call = value === undefined ? undefined : skipTypes(value);
    if (call !== undefined && ts.isCallExpression(call) && scope.wordOf(call) === 'rule') found.push({ name, call });
  };
  for (const statement of scope.file.statements) {
    if (ts.isExportAssignment(statement)) {
      const value = skipTypes(statement.expression);
      add('default', ts.isIdentifier(value) ? scope.constants.get(value.text) : value);
    }
    if (ts.isVariableStatement(statement) && statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true)
      for (const { name, initializer } of statement.declarationList.declarations) if (ts.isIdentifier(name)) add(name.text, initializer);
    if (ts.isExportDeclaration(statement) && statement.exportClause !== undefined && ts.isNamedExports(statement.exportClause))
      for (const { name, propertyName } of statement.exportClause.elements)
        add(name.text, scope.constants.get((propertyName ?? name).text));
  }
  return found;
}

type Lowered = Omit<RuleText, 'line' | 'column'>;

const holdsAlways: RuleExpression = { kind: 'literal', value: true };

function lowerRule(name: string, call: ts.CallExpression, scope: RuleScope): Lowered {
  const empty: Lowered = { name, variables: [], where: holdsAlways, check: 'return', shown: [], patterns: [], fault: null };
  try {
    const [given] = call.arguments;
    const options = given === undefined ? undefined : skipTypes(given);
    if (options === undefined || !ts.isObjectLiteralExpression(options))
      throw new RuleProblem('rule needs an object: rule({ foreach, where, found }).', call);
    return { ...empty, ...lowerOptions(options, scope) };
  } catch (error) {
    if (!(error instanceof RuleProblem)) throw error;
    return { ...empty, fault: placed(error, scope) };
  }
}

/** The sentence of a problem, with its line where it is known. */
function placed({ message, node }: RuleProblem, { file }: RuleScope): string {
  if (node === null) return message;
  const { line } = file.getLineAndCharacterOfPosition(node.getStart(file));
  return `line ${line + 1}: ${message}`;
}

const knownOptions: readonly string[] = ['foreach', 'where', 'check', 'found', 'at', 'metavariables'];

function lowerOptions(options: ts.ObjectLiteralExpression, scope: RuleScope): Partial<Lowered> {
  const parts = new Map<string, ts.Expression>();
  let found: ts.Node | null = null;
  for (const property of options.properties) {
    const name = property.name !== undefined && ts.isIdentifier(property.name) ? property.name.text : '';
    if (!knownOptions.includes(name))
      throw new RuleProblem(
        property.name !== undefined && ts.isStringLiteral(property.name) && property.name.text.endsWith('.')
          ? property.name.text
          : `rule has no option "${property.name?.getText(scope.file) ?? '…'}": it has ${knownOptions.join(', ')}.`,
        property,
      );
    if (ts.isPropertyAssignment(property)) parts.set(name, skipTypes(property.initializer));
    else if (ts.isShorthandPropertyAssignment(property)) parts.set(name, property.name);
    else if (!ts.isMethodDeclaration(property) || name !== 'found')
      throw new RuleProblem(`"${name}" must be written as ${name}: ….`, property);
    if (name === 'found') {
      found = property;
      const action = ts.isPropertyAssignment(property)
        ? property.initializer
        : ts.isShorthandPropertyAssignment(property)
          ? property.name
          : property;
      checkAction('found', action, scope);
    }
    const write = name === 'found' || name === 'at' ? programWrite(property, scope.file) : null;
    if (write !== null) throw write;
  }
  const foreach = parts.get('foreach');
  const at = parts.get('at');
  if (foreach === undefined && at === undefined) throw new RuleProblem('A rule needs foreach or at.', options);
  const variables = foreach === undefined ? [] : variablesOf(foreach, scope);
  const where = parts.get('where');
  const names = variables.map(({ name }) => name);
  const shared = sharedMetavariables(parts.get('metavariables'), scope);
  return {
    variables,
    where: where === undefined ? holdsAlways : lowerFunction(where, names, scope, 'where'),
    check: checkTime(parts.get('check')),
    shown: found === null ? [] : shownFields(found, names),
    patterns: at === undefined ? [] : entriesOf(at, scope).map((entry, index) => lowerPattern(entry, index, shared, scope)),
  };
}

function entriesOf(at: ts.Expression, scope: RuleScope): readonly ts.Expression[] {
  const list = ts.isIdentifier(at) ? (scope.constants.get(at.text) ?? at) : at;
  return ts.isArrayLiteralExpression(list) ? list.elements : [list];
}

function checkTime(given: ts.Expression | undefined): CheckTime {
  if (given === undefined) return 'return';
  if (ts.isStringLiteralLike(given) && (given.text === 'change' || given.text === 'return' || given.text === 'turn')) return given.text;
  throw new RuleProblem("check is 'change', 'return' or 'turn'.", given);
}

/** More variables than these no rule has. */
const mostVariables = 8;

function variablesOf(foreach: ts.Expression, scope: RuleScope): readonly RuleVariable[] {
  if (!ts.isObjectLiteralExpression(foreach)) throw new RuleProblem('foreach is an object: { n: extent(Node) }.', foreach);
  const variables: RuleVariable[] = [];
  for (const property of foreach.properties) {
    if (!(ts.isPropertyAssignment(property) || ts.isShorthandPropertyAssignment(property)) || !ts.isIdentifier(property.name))
      throw new RuleProblem('foreach declares variables: { n: extent(Node) }.', property);
    const value = ts.isShorthandPropertyAssignment(property) ? property.name : property.initializer;
    const names = variables.map(({ name }) => name);
    variables.push({ name: property.name.text, domain: domainOf(value, { name: property.name.text, earlier: names }, scope) });
  }
  if (variables.length === 0) throw new RuleProblem('foreach declares no variable.', foreach);
  if (variables.length > mostVariables) throw new RuleProblem(`foreach declares more than ${mostVariables} variables.`, foreach);
  return variables;
}

function domainOf(
  given: ts.Expression,
  variable: { readonly name: string; readonly earlier: readonly string[] },
  scope: RuleScope,
): DomainText {
  const expression = skipTypes(given);
  const value = ts.isIdentifier(expression) ? (scope.constants.get(expression.text) ?? expression) : expression;
  switch (scope.wordOf(value)) {
    case 'extent': {
      const [of] = (value as ts.CallExpression).arguments;
      const place = of === undefined ? undefined : skipTypes(of);
      return place !== undefined && scope.wordOf(place) === 'site'
        ? siteOf(place as ts.CallExpression)
        : { kind: 'extent', of: scope.classOf(of) };
    }
    case 'site':
      return siteOf(value as ts.CallExpression);
    case 'tracked':
      if (ts.isIdentifier(expression)) return { kind: 'tracked', name: expression.text };
      throw new RuleProblem('A tracked set needs a name: const commands = tracked<Command>().', expression);
  }
  if (ts.isArrowFunction(value)) return { kind: 'elements', ...lowerElements(value, variable, scope) };
  throw new RuleProblem(
    `foreach can't range over ${expression.getText(scope.file)}: it ranges over extent(Class), extent(site('FILE:LINE')), a tracked set, or ({ n }) => n.kids.`,
    expression,
  );
}

function siteOf(call: ts.CallExpression): DomainText {
  const [given] = call.arguments;
  const literal = given === undefined ? undefined : literalOf(given);
  const text = literal?.kind === 'literal' ? literal.value : null;
  const [, file, line] = typeof text === 'string' ? (/^(.+):(\d+)$/.exec(text) ?? []) : [];
  if (file === undefined) throw new RuleProblem("site needs a place: site('src/a.ts:12').", call);
  return { kind: 'site', file, line: Number(line) };
}

/** The text, in which sets and states are given the names that they are declared under. */
function withNames(text: string, scope: RuleScope): string {
  let named = text;
  for (const [name, value] of [...scope.constants].reverse()) {
    const word = scope.wordOf(value);
    if ((word !== 'tracked' && word !== 'state') || !ts.isCallExpression(value)) continue;
    const missing = word === 'state' && value.arguments.length === 1 ? ', undefined' : '';
    const end = value.arguments.end;
    const separator = value.arguments.length > 0 && !value.arguments.hasTrailingComma ? `${missing}, ` : '';
    named = `${named.slice(0, end)}${separator}${JSON.stringify(name)}${named.slice(end)}`;
  }
  return named;
}

/** Nothing of it is checked: the functions of its rules run in the program. */
function javaScriptOf(text: string, path: string): string {
  return ts.transpileModule(text, {
    fileName: path,
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.CommonJS, esModuleInterop: false },
  }).outputText;
}
