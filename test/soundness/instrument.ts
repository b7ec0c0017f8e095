import { jumps, placeAssertions } from './assertionPoints.js';
import { isAboutEntry, isAboutStatement, isMethod, type Claim } from './claims.js';
import { declared, declaredNames, isNamedFunction, keyName, nameOf } from './declarations.js';
import type { Instrumented, RecordPoint } from './instrumented.js';
import { Insertions, lastRank } from './insertions.js';
import { Monitor, type MonitorPlan } from './monitor.js';
import {
  boundNames,
  child,
  childList,
  children,
  isFunction,
  optionalChild,
  parse,
  stringField,
  type SyntaxNode,
  type Tree,
} from './syntaxTree.js';
import { removeTypes } from './removeTypes.js';
import { rootsOf } from './roots.js';

interface Scope {
  /** Names whose declarations precede, innermost last. */
  readonly visible: readonly string[];
  /** Number and name of the innermost function, null at the top level. */
  readonly owner: { readonly index: number; readonly suspends: boolean } | null;
  readonly depth: number;
}

const silentStatements = new Set([
  'FunctionDeclaration',
  'ClassDeclaration',
  'TSInterfaceDeclaration',
  'TSTypeAliasDeclaration',
  'TSDeclareFunction',
  'EmptyStatement',
  'ImportDeclaration',
]);

/** Throws an error for text that it cannot run: a syntax error, an import, an enum. */
export function instrument(text: string, claims: readonly Claim[] = [], observe = true): Instrumented {
  const tree = parse(text);
  return new Instrumenter(tree, claims, observe).run();
}

class Instrumenter {
  private readonly insertions = new Insertions();
  private readonly statements: SyntaxNode[] = [];
  private readonly recordsByLine = new Map<number, { at: number; point: number }>();
  private readonly records: RecordPoint[] = [];
  /** Assignments so far: each has a number of its own. */
  private writes = 0;
  private readonly accessOwners: { name: string; line: number }[] = [];
  private readonly exportedNames: string[] = [];
  /** Exported functions and classes, whose functions are roots. */
  private readonly exported = new Set<string>();
  /** The typed fields of classes, by the name of the class. */
  private readonly fields = new Map<string, Fields>();
  private readonly placedClaims = new Set<number>();
  private usesTasks = false;
  private allAccessesObserved = true;

  constructor(
    private readonly tree: Tree,
    private readonly claims: readonly Claim[],
    /** False: only the runs' verdicts are wanted. */
    private readonly observing: boolean,
  ) {}

  run(): Instrumented {
    const { tree } = this;
    for (const outer of childList(tree.root, 'body')) {
      const declaration = outer.type === 'ExportNamedDeclaration' ? declared(outer) : null;
      if (declaration !== null) for (const name of declaredNames(declaration)) this.exported.add(name);
    }
    this.statementList(childList(tree.root, 'body'), { visible: [], owner: null, depth: 1 });
    const sometimes = placeAssertions(tree, this.statements, this.insertions);
    const { roots, constructors } = rootsOf(tree, sometimes);
    const body = this.insertions.appliedTo(removeTypes(tree));
    const code = `'use strict';\n${body}\nreturn { ${this.exportedNames.join(', ')} };`;

    const plan: MonitorPlan = {
      statementCount: this.statements.length,
      recordNames: this.records.map((record) => record.names),
      sometimeCount: sometimes.length,
      claimCount: this.claims.length,
    };
    const keptRecords = new Set([...this.recordsByLine.values()].map(({ point }) => point));
    return {
      tree,
      roots,
      constructors,
      records: this.records.map((record, i) => (keptRecords.has(i) ? record : { line: record.line, names: [] })),
      accessOwners: this.accessOwners,
      plan,
      placedClaims: this.placedClaims,
      constants: constantsOf(tree.text),
      usesTasks: this.usesTasks,
      allAccessesObserved: this.allAccessesObserved,
      code,
      instantiate: evaluator(code),
      monitor: (bounds, contract) => new Monitor(plan, bounds, contract),
    };
  }

  // Statements ------------------------------------------------------------------------------------------------------

  private statementList(list: readonly SyntaxNode[], scope: Scope): void {
    let visible = scope.visible;
    for (const outer of list) {
      const statement = declared(outer);
      const inner = { ...scope, visible };
      if (statement === null) continue;
      if (outer.type === 'ExportNamedDeclaration') this.exportedNames.push(...declaredNames(statement));
      this.node(statement, { ...inner, depth: scope.depth + 1 });
      if (statement.type === 'VariableDeclaration') visible = [...visible, ...declaredNames(statement)];
      if (!silentStatements.has(statement.type) && statement['directive'] === undefined)
        this.observe(outer, statement, { ...scope, visible });
    }
  }

  private observe(outer: SyntaxNode, statement: SyntaxNode, scope: Scope): void {
    const index = this.statements.push(statement) - 1;
    if (!this.observing) return;
    const { depth } = scope;
    this.insertions.open(outer, `$.before(${index}); `, depth);
    const claims = this.claims.flatMap((claim, i) => (isAboutStatement(claim, statement, this.tree.text) ? [{ claim, i }] : []));
    for (const { claim, i } of claims) {
      this.placedClaims.add(i);
      const only = jumps.has(statement.type) && statement.type !== 'ReturnStatement';
      this.insertions.open(outer, `$.${only ? 'claim' : 'claimBefore'}(${i}, () => (${claim.condition ?? 'false'})); `, depth);
    }
    if (statement.type === 'ReturnStatement') {
      const argument = optionalChild(statement, 'argument');
      if (argument === null) return;
      const start = statement.range[0] + 'return'.length;
      const end = statement.range[1] - (this.tree.text[statement.range[1] - 1] === ';' ? 1 : 0);
      this.insertions.open(start, ` $.value(${index}, ${claims.map(({ i }) => `$.claimValue(${i}, `).join('')}(`, depth);
      this.insertions.close(end, `)${claims.map(() => ')').join('')})`, depth);
      return;
    }
    if (jumps.has(statement.type)) return;
    let after = `; $.after(${index});`;
    for (const { claim, i } of claims) after += ` $.claimAfter(${i}, () => (${claim.condition ?? 'false'}));`;
    const names = [...new Set(scope.visible)].slice(-12);
    if (names.length > 0) {
      const point = this.records.push({ line: statement.loc.end.line, names }) - 1;
      after += ` $.record(${point}, () => [${names.join(', ')}]);`;
      const last = this.recordsByLine.get(statement.loc.end.line);
      if (last === undefined || last.at < statement.range[1])
        this.recordsByLine.set(statement.loc.end.line, { at: statement.range[1], point });
    }
    this.insertions.close(statement, after, depth);
  }

  private node(node: SyntaxNode, scope: Scope): void {
    const inner: Scope = { ...scope, depth: scope.depth + 1 };
    switch (node.type) {
      case 'BlockStatement':
      case 'StaticBlock':
        this.statementList(childList(node, 'body'), inner);
        return;
      case 'SwitchStatement':
        this.node(child(node, 'discriminant'), inner);
        for (const part of childList(node, 'cases')) {
          const test = optionalChild(part, 'test');
          if (test !== null) this.node(test, inner);
          this.statementList(childList(part, 'consequent'), { ...inner, depth: inner.depth + 1 });
        }
        return;
      case 'WhileStatement':
      case 'DoWhileStatement':
        this.node(child(node, 'test'), inner);
        this.loopBody(child(node, 'body'), inner);
        return;
      case 'ForStatement': {
        const init = optionalChild(node, 'init');
        const names = init?.type === 'VariableDeclaration' ? declaredNames(init) : [];
        const head = { ...inner, visible: [...scope.visible, ...names] };
        for (const part of [init, optionalChild(node, 'test'), optionalChild(node, 'update')]) if (part !== null) this.node(part, head);
        this.loopBody(child(node, 'body'), head);
        return;
      }
      case 'ForOfStatement':
      case 'ForInStatement': {
        const left = child(node, 'left');
        const names = left.type === 'VariableDeclaration' ? declaredNames(left) : [];
        this.node(child(node, 'right'), inner);
        this.node(left, inner);
        if (node['await'] === true) this.usesTasks = true;
        this.loopBody(child(node, 'body'), { ...inner, visible: [...scope.visible, ...names] });
        return;
      }
      case 'TryStatement': {
        this.node(child(node, 'block'), inner);
        const handler = optionalChild(node, 'handler');
        if (handler !== null) {
          const parameter = optionalChild(handler, 'param');
          const body = child(handler, 'body');
          this.insertions.open(body.range[0] + 1, ' $.alive();', inner.depth);
          this.node(body, { ...inner, visible: [...scope.visible, ...(parameter === null ? [] : boundNames(parameter))] });
        }
        const finalizer = optionalChild(node, 'finalizer');
        if (finalizer !== null) {
          this.insertions.open(finalizer.range[0] + 1, ' $.alive();', inner.depth);
          this.node(finalizer, inner);
        }
        return;
      }
      case 'ClassDeclaration':
      case 'ClassExpression':
        this.classBody(node, inner);
        return;
      case 'AwaitExpression':
        this.usesTasks = true;
        if (scope.owner !== null) this.suspension(child(node, 'argument'), node.range[0] + 'await'.length, node, inner);
        this.node(child(node, 'argument'), inner);
        return;
      case 'YieldExpression': {
        const argument = optionalChild(node, 'argument');
        if (argument === null) return;
        if (node['delegate'] !== true) this.suspension(argument, node.range[0] + 'yield'.length, node, inner);
        this.node(argument, inner);
        return;
      }
      case 'AssignmentExpression':
        this.assignment(node, child(node, 'left'), child(node, 'right'), inner);
        return;
      case 'NewExpression': {
        const parts = childList(node, 'arguments');
        const [only] = parts;
        if (parts.length === 1 && only !== undefined && stringField(child(node, 'callee'), 'name') === 'Array') this.size(only, inner);
        for (const part of [child(node, 'callee'), ...parts]) this.node(part, { ...inner, depth: inner.depth + 1 });
        return;
      }
      case 'UpdateExpression':
        this.access(child(node, 'argument'), 'updateIndex', inner);
        return;
      case 'MemberExpression':
        this.access(node, 'index', inner);
        return;
      default:
        if (isFunction(node))
          this.functionNode(
            node,
            scope,
            node.type === 'FunctionDeclaration' || node.type === 'FunctionExpression' ? nameOf(node) : '<anonymous>',
          );
        else if (isMethod(node)) {
          if (node['computed'] === true) this.node(child(node, 'key'), inner);
          this.functionNode(child(node, 'value'), inner, '<anonymous>', stringField(node, 'kind') === 'set', node);
        } else if (node.type === 'VariableDeclarator' && isNamedFunction(node)) {
          this.functionNode(child(node, 'init'), inner, stringField(child(node, 'id'), 'name'));
        } else for (const part of children(node)) if (!part.type.startsWith('TSType')) this.node(part, inner);
    }
  }

  private suspension(argument: SyntaxNode, start: number, node: SyntaxNode, scope: Scope): void {
    void argument;
    this.insertions.open(start, ' ($.suspend($d, ', scope.depth);
    this.insertions.close(node, '))', scope.depth);
  }

  /** A length that is written: a huge one would stop the harness. */
  private size(node: SyntaxNode, scope: Scope): void {
    this.insertions.open(node, '$.size((', scope.depth);
    this.insertions.close(node, '))', scope.depth);
  }

  private loopBody(body: SyntaxNode, scope: Scope): void {
    if (body.type === 'BlockStatement') {
      this.insertions.open(body.range[0] + 1, ' $.tick();', scope.depth);
      this.node(body, scope);
      return;
    }
    this.insertions.open(body, '{ $.tick(); ', scope.depth);
    this.node(body, { ...scope, depth: scope.depth + 1 });
    this.insertions.close(body, ' }', scope.depth);
  }

  /** An element is written when the right side has its value: where that throws there is no access. */
  private assignment(node: SyntaxNode, left: SyntaxNode, right: SyntaxNode, scope: Scope): void {
    const isWrite = stringField(node, 'operator') === '=';
    const site = this.writes++;
    const isObserved = this.access(left, isWrite ? 'writeIndex' : 'updateIndex', scope, isWrite ? `, $w, ${site}` : '');
    if (isLength(left)) this.size(right, scope);
    this.node(right, { ...scope, depth: scope.depth + 1 });
    if (!isObserved || !isWrite || scope.owner === null) return;
    this.insertions.open(right, `$.written(${scope.owner.index}, $w, ${site}, (`, scope.depth);
    this.insertions.close(right, '))', scope.depth);
  }

  /** `a[i]` with a plain name `a`: only then can the array be read a second time without effect. Whether it is observed. */
  private access(node: SyntaxNode, method: 'index' | 'writeIndex' | 'updateIndex', scope: Scope, more = ''): boolean {
    if (node.type !== 'MemberExpression') {
      this.node(node, scope);
      return false;
    }
    const object = child(node, 'object');
    this.node(object, scope);
    if (node['computed'] !== true) return false;
    const property = child(node, 'property');
    // `o['x']` is the property `o.x`, and no element access of the report.
    if (property.type === 'Literal' && typeof property['value'] === 'string') return false;
    this.node(property, { ...scope, depth: scope.depth + 1 });
    if (object.type !== 'Identifier' || scope.owner === null) {
      this.allAccessesObserved = false;
      return false;
    }
    const owner = method === 'writeIndex' ? '' : `${scope.owner.index}, `;
    this.insertions.open(property, `$.${method}(${owner}${stringField(object, 'name')}, (`, scope.depth);
    this.insertions.close(property, `)${more})`, scope.depth);
    return true;
  }

  private functionNode(node: SyntaxNode, scope: Scope, name: string, isSetter = false, definition = node, fields: Fields = noFields): void {
    const index = this.accessOwners.push({ name, line: node.loc.start.line }) - 1;
    if (node['async'] === true) this.usesTasks = true;
    const parameters = childList(node, 'params');
    const inner: Scope = {
      visible: [...scope.visible, ...parameters.flatMap(boundNames)],
      owner: { index, suspends: node['async'] === true || node['generator'] === true },
      depth: scope.depth + 1,
    };
    // Defaults run before `enter`: they may not use `$d`, so an await there is not observed.
    for (const parameter of parameters) this.node(parameter, { ...inner, owner: null });
    const body = child(node, 'body');
    const claims = this.claims.flatMap((claim, i) => (isAboutEntry(claim, node, definition, this.tree.text) ? [{ claim, i }] : []));
    let start = ` const $d = $.enter(), $w = []${claims.length === 0 ? '' : ', $p = []'}; try {`;
    // That an async function's promise is rejected is no failure of a caller who does not wait for it.
    const ownRunsOnly = node['async'] === true || this.exported.has(name.split('.', 1)[0] ?? '');
    for (const { claim, i } of claims) {
      this.placedClaims.add(i);
      start += ` $p[${i}] = $.${ownRunsOnly ? 'claimEntry' : 'claim'}(${i}, () => (${claim.condition ?? 'false'}));`;
    }
    // A caller may catch what is said to be thrown here.
    const caught = claims.map(({ i }) => ` if ($p[${i}]) $.claimFailed(${i});`).join('');
    const end = `${caught === '' || ownRunsOnly ? '' : ` } catch ($e) {${caught} throw $e;`} } finally { $.leave($d); } `;
    if (!isSetter && name.includes('.')) start += parameters.map(typeTest).join('');
    for (const [field, type] of fields) start += ` $.typedField(this, '${field}', '${type}');`;
    if (body.type === 'BlockStatement') {
      this.insertions.open(body.range[0] + 1, start, inner.depth);
      this.node(body, inner);
      // After the start of an empty body.
      this.insertions.insert(body.range[1] - 1, end, lastRank);
      return;
    }
    // The parentheses of `() => ({})` belong to no node.
    const arrow = this.tree.text.lastIndexOf('=>', body.range[0]) + 2;
    this.insertions.open(arrow, ` {${start} return (`, inner.depth);
    this.node(body, { ...inner, depth: inner.depth + 1 });
    this.insertions.close(node, `);${end}}`, inner.depth);
  }

  private classBody(node: SyntaxNode, scope: Scope): void {
    const superclass = optionalChild(node, 'superClass');
    if (superclass !== null) this.node(superclass, scope);
    const className = nameOf(node);
    const fields = this.fieldsOf(node, superclass);
    for (const member of childList(child(node, 'body'), 'body')) {
      const value = optionalChild(member, 'value');
      if (member['computed'] === true) this.node(child(member, 'key'), scope);
      if (member.type === 'MethodDefinition' && value !== null) {
        const kind = stringField(member, 'kind');
        const isOfObject = kind !== 'constructor' && member['static'] !== true;
        this.functionNode(value, scope, `${className}.${keyName(member)}`, kind === 'set', member, isOfObject ? fields : noFields);
      } else if (value !== null) this.node(value, { ...scope, owner: null });
      else if (member.type === 'StaticBlock') this.node(member, scope);
    }
  }

  /** The fields of a class and of those that it extends whose type is one of `keywords`. */
  private fieldsOf(node: SyntaxNode, superclass: SyntaxNode | null): Fields {
    const inherited = superclass?.type === 'Identifier' ? this.fields.get(stringField(superclass, 'name')) : undefined;
    const fields = new Map(inherited ?? noFields);
    for (const member of childList(child(node, 'body'), 'body')) {
      if (member.type !== 'PropertyDefinition' || member['static'] === true || member['computed'] === true) continue;
      const type = keywordOf(member);
      if (type !== undefined && child(member, 'key').type === 'Identifier') fields.set(keyName(member), type);
    }
    this.fields.set(nameOf(node), fields);
    return fields;
  }
}

/** The declared types of a class's fields, by name. */
type Fields = ReadonlyMap<string, string>;

const noFields: Fields = new Map();

/**
 * Evaluates the module. With inheritance every instance gets code of its own: where V8 (of Node 20) has seen several classes made by
 * one text, a field that hides an inherited accessor calls its setter instead.
 */
function evaluator(code: string): Instrumented['instantiate'] {
  const evaluate = (text: string): Instrumented['instantiate'] => new Function('$', text) as Instrumented['instantiate'];
  const shared = evaluate(code);
  let count = 0;
  return /\bextends\b/.test(code) ? (monitor) => evaluate(`${code}\n// ${++count}`)(monitor) : shared;
}

/** The declared type of a parameter of a method: calls through objects that others know are not followed, and taken for well-typed. */
function typeTest(parameter: SyntaxNode): string {
  const type = keywordOf(parameter);
  return type === undefined ? '' : ` $.typed(${stringField(parameter, 'name')}, '${type}');`;
}

/** What `typeof` gives for all values of the type that something is declared with, where that is so. */
function keywordOf(declared: SyntaxNode): string | undefined {
  const annotation = optionalChild(declared, 'typeAnnotation');
  const type = annotation === null ? null : optionalChild(annotation, 'typeAnnotation');
  return type === null ? undefined : keywords.get(type.type);
}

const keywords: ReadonlyMap<string, string> = new Map([
  ['TSNumberKeyword', 'number'],
  ['TSStringKeyword', 'string'],
  ['TSBooleanKeyword', 'boolean'],
]);

const isLength = (node: SyntaxNode): boolean =>
  node.type === 'MemberExpression' && node['computed'] !== true && stringField(child(node, 'property'), 'name') === 'length';

/** Read from the text, because assertion comments have constants too. */
const constantsOf = (text: string): number[] => [
  ...new Set([...text.matchAll(/(?<![\w.])-?\d+(?:\.\d+)?(?:e\d+)?(?![\w.])/g)].map((match) => Number(match[0]))),
];
