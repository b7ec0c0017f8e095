import ts from 'typescript';
import { LineMap, type Span } from '../../base/span.js';
import type { RuleExpression } from '../../rules/ruleExpression.js';
import type { CheckTime, DomainText, RulesFile, RuleText, RuleVariable, StateText } from '../../rules/rulesFile.js';
import { parse, skipTypes, spanOf, syntaxErrors } from '../source.js';
import { programWrite } from './programWrites.js';
import { shownFields } from './shownFields.js';
import { checkAction, lowerPattern, sharedMetavariables } from './readPattern.js';
import { lowerElements, lowerFunction } from './readCondition.js';
import { asWritten, withoutLibrary } from './library.js';
import { libraryModule, literalOf, RuleProblem, RuleScope } from './ruleScope.js';

/** A fault of a text that is to be a rules file, as one sentence with its place. */
export class RulesFileError extends Error {
  override readonly name = 'RulesFileError';
}

/** What is said of a text without a rule. */
export const noRule = "There is no rule in the file: export const name = rule({ … }), with rule from 'whence/rules'.";

/** Reads a rules file without running it. Throws a `RulesFileError` where it does not parse, or has no rule. */
export function readRules(written: string, path: string, shownPath = path): RulesFile {
  const expanded = written.includes(libraryModule) ? withoutLibrary(written, path) : asWritten(written);
  const { text } = expanded;
  const source = parse(text, path);
  const lines = new LineMap(text);
  const [error] = syntaxErrors(source);
  if (error !== undefined) {
    const { line, column } = lines.positionOf(error.span.start);
    throw new RulesFileError(`${shownPath}:${line}:${column}: The rules file does not parse: ${error.message.replace(/\.$/, '')}.`);
  }
  const scope = new RuleScope(source.file);
  const exported = exportedRules(scope);
  const rules = exported.map(({ name, call }) => {
    const { line, column } = lines.positionOf(call.getStart(source.file));
    const isAlone = exported.filter((other) => other.name === name).length === 1;
    return { line, column, ...lowerRule({ name, call }, isAlone, scope, (node) => expanded.written(spanOf(node, source.file))) };
  });
  if (rules.length === 0) throw new RulesFileError(`${shownPath}: ${noRule}`);
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

/** The problems of a rule, in the order in which its parts are read. */
class Problems {
  readonly found: RuleProblem[] = [];

  /** What is read, or what stands for it where it has a problem. */
  reading<T>(read: () => T, otherwise: T): T {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof RuleProblem)) throw error;
      this.found.push(error);
      return otherwise;
    }
  }
}

/** `isAlone`: no other rule of the file has its name. */
function lowerRule({ name, call }: ExportedRule, isAlone: boolean, scope: RuleScope, written: (node: ts.Node) => Span): Lowered {
  const problems = new Problems();
  if (!isAlone) problems.found.push(new RuleProblem(`Another rule of this file is named ${name}, too: rename one of them.`, call));
  const options = problems.reading(() => optionsOf(call), null);
  const parts = options === null ? null : lowerOptions(options, scope, problems);
  const [first] = problems.found;
  const faulty = { variables: [], where: holdsAlways, check: 'return', shown: [], patterns: [] } as const;
  const { foreach, entries } = parts ?? { foreach: [], entries: [] };
  return {
    name,
    ...(parts === null || first !== undefined ? faulty : parts.lowered),
    fault: first === undefined ? null : placed(first, scope),
    problems: problems.found.map(({ message, node }) => ({ message, span: written(node ?? call) })),
    places: { rule: written(call), domains: foreach.map(written), patterns: entries.map(written) },
  };
}

function optionsOf(call: ts.CallExpression): ts.ObjectLiteralExpression {
  const [given] = call.arguments;
  const options = given === undefined ? undefined : skipTypes(given);
  if (options !== undefined && ts.isObjectLiteralExpression(options)) return options;
  throw new RuleProblem('rule needs an object: rule({ foreach, where, found }).', call);
}

/** The sentence of a problem, with its line where it is known. */
function placed({ message, node }: RuleProblem, { file }: RuleScope): string {
  if (node === null) return message;
  const { line } = file.getLineAndCharacterOfPosition(node.getStart(file));
  return `line ${line + 1}: ${message}`;
}

const knownOptions: readonly string[] = ['foreach', 'where', 'check', 'found', 'at', 'metavariables'];

interface LoweredOptions {
  readonly lowered: Pick<RuleText, 'variables' | 'where' | 'check' | 'shown' | 'patterns'>;
  /** What the variables range over. */
  readonly foreach: readonly ts.Node[];
  /** The patterns of `at`. */
  readonly entries: readonly ts.Node[];
}

function lowerOptions(options: ts.ObjectLiteralExpression, scope: RuleScope, problems: Problems): LoweredOptions {
  const parts = new Map<string, ts.Expression>();
  for (const property of options.properties) problems.reading(() => readOption(property, parts, scope), undefined);
  const found = options.properties.find(({ name }) => name !== undefined && ts.isIdentifier(name) && name.text === 'found') ?? null;
  const foreach = parts.get('foreach');
  const at = parts.get('at');
  if (foreach === undefined && at === undefined && problems.found.length === 0)
    problems.found.push(new RuleProblem('A rule needs foreach or at.', options));
  const variables = foreach === undefined ? [] : problems.reading(() => variablesOf(foreach, scope), null);
  const names = (variables ?? []).map(({ name }) => name);
  const shared = problems.reading(() => sharedMetavariables(parts.get('metavariables'), scope), []);
  const where = parts.get('where');
  const entries = at === undefined ? [] : entriesOf(at, scope);
  const condition =
    // What has no variables says nothing that could be held against them.
    where === undefined || variables === null
      ? holdsAlways
      : problems.reading(() => lowerFunction(where, names, scope, 'where'), holdsAlways);
  const lowered = {
    variables: variables ?? [],
    where: condition,
    check: problems.reading(() => checkTime(parts.get('check')), 'return'),
    shown: found === null ? [] : shownFields(found, names),
    patterns: entries.flatMap((entry, index) => problems.reading(() => [lowerPattern(entry, index, shared, scope)], [])),
  };
  return { lowered, foreach: variables === null || foreach === undefined ? [] : domainsOf(foreach), entries };
}

/** Notes an option by its name. */
function readOption(property: ts.ObjectLiteralElementLike, parts: Map<string, ts.Expression>, scope: RuleScope): void {
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

/** What the variables range over, in their order. */
function domainsOf(foreach: ts.Expression): readonly ts.Node[] {
  const object = foreach as ts.ObjectLiteralExpression;
  return object.properties.map((property) => (ts.isPropertyAssignment(property) ? property.initializer : property));
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
