import ts from 'typescript';
import { LineMap } from '../../base/span.js';
import type { AssertionComment } from '../assertions/assertion.js';
import { collectAssertions } from '../assertions/collect.js';
import { callsOverridden } from '../assertions/overridden.js';
import { nameOfMethod, type Protocol } from '../assertions/protocol.js';
import { tagOffsets } from '../assertions/tags.js';
import { parse } from '../source.js';
import { functionAround } from './parts.js';
import { applied, switchName, type Insertion } from './textInsertions.js';
import { askedText, permanentChecks, type Holder } from './heldValues.js';

/** The text whose assertions are held where it runs; one without any stays as it is. */
export function heldText(text: string, path: string): string {
  if (tagOffsets(text).length === 0 || path.endsWith('.json')) return text;
  const { file } = parse(text, path);
  return applied(text, heldAssertions(file, path));
}

/**
 * What a text is given so that `@always`, `@sometime`, `@requires`, `@ensures`, `@range`, `@invariant` and `@protocol` are held in a run. What can't be
 * asked there is left out: of types, of the ends of generators, and of what only a body declares. No line moves.
 */
export function heldAssertions(file: ts.SourceFile, path: string): readonly Insertion[] {
  if (tagOffsets(file.text).length === 0) return [];
  const { assertions, protocols } = collectAssertions(file);
  const lines = new LineMap(file.text);
  const keyOf: Holder['keyOf'] = ({ tag, text, span }) =>
    JSON.stringify(JSON.stringify([tag, text.replaceAll(/\s+/g, ' '), path, lines.positionOf(span.start).line]));
  const holder: Holder = { file, keyOf, insertions: [] };
  for (const assertion of assertions) holdAt(assertion, holder);
  permanentChecks(assertions, holder);
  for (const protocol of protocols) holdProtocol(protocol, holder);
  if (protocols.length > 0) noteOverriding(file, holder);
  return holder.insertions;
}

/** The class says which methods are its own, and each of them that it is called. */
function holdProtocol(protocol: Protocol, holder: Holder): void {
  const { class: owner, steps, states } = protocol;
  const key = holder.keyOf({ tag: 'always', text: protocol.text, span: protocol.span }).replace('always', 'protocol');
  inClass(owner, `${switchName}.n(${key}, this.prototype, ${JSON.stringify([...steps.keys()])});`, holder);
  for (const member of owner.members) {
    const name = nameOfMethod(member);
    const ways = name === null ? undefined : steps.get(name);
    if (ways === undefined || !ts.isFunctionLike(member)) continue;
    const table = JSON.stringify(Object.fromEntries(ways));
    const step = `{ method: ${JSON.stringify(name)}, ways: ${table}, names: ${JSON.stringify(states)} }`;
    atEntry(member, `${switchName}.p(${key}, this, ${step}); `, holder);
  }
}

/** Subclasses say which of their methods always call those that they override. */
function noteOverriding(file: ts.SourceFile, holder: Holder): void {
  const visit = (node: ts.Node): void => {
    if (ts.isClassLike(node) && node.heritageClauses !== undefined) {
      const names = node.members.flatMap((member) =>
        ts.isMethodDeclaration(member) && callsOverridden(member) ? (nameOfMethod(member) ?? []) : [],
      );
      if (names.length > 0) inClass(node, `${switchName}.u(this.prototype, ${JSON.stringify(names)});`, holder);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
}

/** Before other static parts of a class are evaluated, and behind its methods. */
const inClass = (owner: ts.ClassLikeDeclaration, text: string, holder: Holder): void =>
  open(holder, owner.members.pos, ` static { ${text} }`, 6e8);

/** Whether a text may have assertions. */
export const mayHaveAssertions = (text: string): boolean => tagOffsets(text).length > 0;

/** The methods that a protocol of a text lets be called in a state. `protocol`: as a broken assertion has it. */
export function methodsIn(state: string, protocol: string, text: string, path: string): readonly string[] {
  return collectAssertions(parse(text, path).file)
    .protocols.filter((each) => each.text.replaceAll(/\s+/g, ' ') === protocol)
    .flatMap(({ steps, states }) => [...steps].filter(([, ways]) => ways.has(states.indexOf(state))).map(([method]) => method));
}

/** Wider than what is inserted for a part, and for a candidate. */
const outside = 2e8;

function holdAt(assertion: AssertionComment, holder: Holder): void {
  const { attachment } = assertion;
  if (assertion.tag === 'range' || attachment.kind === 'value') return;
  const asked = askedText(assertion.text);
  if (asked === null) return;
  const key = holder.keyOf(assertion);
  if (attachment.kind === 'exit') return atExit(attachment.function, key, asked, holder);
  const isSometime = assertion.tag === 'sometime';
  const check = `${switchName}.${isSometime ? 's' : 'a'}(${key}, () => (${asked})); `;
  if (attachment.kind === 'entry') return void atEntry(attachment.function, check, holder);
  if (attachment.kind === 'start' || attachment.kind === 'end') {
    const { block, kind } = attachment;
    if (!isSometime || enters(block, key, holder)) atBlock(block, kind === 'start', check, holder);
  } else if (attachment.kind === 'before' || attachment.kind === 'after') {
    const { statement, kind } = attachment;
    if (!isSometime || enters(statement, key, holder)) atStatement(statement, kind === 'before', check, holder);
  }
}

const open = (holder: Holder, at: number, text: string, width: number): void =>
  void holder.insertions.push({ at, text, rank: 1e9 - width });
const close = (holder: Holder, at: number, text: string, width: number): void =>
  void holder.insertions.push({ at, text, rank: -1e9 + width });

/** Notes that a function runs in which a point has to be passed; false where its kind of function can't note it. */
function enters(node: ts.Node, key: string, holder: Holder): boolean {
  const fn = ts.isFunctionLike(node.parent) && 'body' in node.parent ? (node.parent as ts.FunctionLikeDeclaration) : functionAround(node);
  const note = `${switchName}.e(${key}); `;
  if (fn !== null) return atEntry(fn, note, holder);
  if (ts.findAncestor(node, ts.isClassStaticBlockDeclaration) !== undefined) return false;
  const [first] = holder.file.statements;
  open(holder, first?.getStart(holder.file) ?? holder.file.end, note, outside + 1);
  return true;
}

function atEntry(fn: ts.SignatureDeclaration, check: string, holder: Holder): boolean {
  const body = 'body' in fn ? (fn as ts.FunctionLikeDeclaration).body : undefined;
  if (body === undefined) return false;
  if (ts.isBlock(body)) open(holder, startOf(body, holder.file), ` ${check}`, 6e8);
  else {
    const [start, width] = [body.getStart(holder.file), outside + body.end - body.pos];
    open(holder, start, `(${check.trim().replace(/;$/, '')}, `, width);
    close(holder, body.end, ')', width);
  }
  return true;
}

/** What a function gives is what a function inside of it gives: whichever way that ends. */
function atExit(fn: ts.FunctionLikeDeclaration, key: string, asked: string, holder: Holder): void {
  const { body } = fn;
  const isGenerator = 'asteriskToken' in fn && fn.asteriskToken !== undefined;
  if (body === undefined || isGenerator || (ts.isBlock(body) && namesItsOwn(body, asked))) return;
  if (ts.isConstructorDeclaration(fn) && fn.parameters.some((parameter) => ts.isParameterPropertyDeclaration(parameter, fn))) return;
  const isAsync = ts.canHaveModifiers(fn) && ts.getModifiers(fn)?.some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword) === true;
  const [before, waits] = isAsync ? ['async ', 'await '] : ['', ''];
  const check = `${switchName}.r(${key}, `;
  const behind = `, (result) => (${asked}))`;
  if (ts.isBlock(body)) {
    open(holder, startOf(body, holder.file), ` return ${check}${waits}(${before}() => {`, 5.5e8);
    close(holder, body.end - 1, ` })()${behind};`, 9e8);
  } else {
    const [start, width] = [body.getStart(holder.file), outside + body.end - body.pos - 1];
    open(holder, start, `${check}${waits}(`, width);
    close(holder, body.end, `)${behind}`, width);
  }
}

/** Whether an expression may mean a name that a body declares: outside of the body it would be another one. */
function namesItsOwn(body: ts.Block, asked: string): boolean {
  const names = new Set(asked.match(/[\p{ID_Start}$_][\p{ID_Continue}$]*/gu));
  names.delete('result');
  let found = false;
  const visit = (node: ts.Node): void => {
    const isDeclaring =
      ts.isVariableDeclaration(node) || ts.isBindingElement(node) || ts.isFunctionDeclaration(node) || ts.isClassDeclaration(node);
    if (isDeclaring && node.name !== undefined && ts.isIdentifier(node.name) && names.has(node.name.text)) found = true;
    if (!ts.isFunctionLike(node)) ts.forEachChild(node, visit);
  };
  ts.forEachChild(body, visit);
  return found;
}

/** Behind the directives of a body. */
function startOf(body: ts.Block, file: ts.SourceFile): number {
  const isDirective = (statement: ts.Statement): boolean => ts.isExpressionStatement(statement) && ts.isStringLiteral(statement.expression);
  const last = body.statements.findLast((_, i) => body.statements.slice(0, i + 1).every(isDirective));
  return last?.end ?? body.getStart(file) + 1;
}

function atBlock(
  block: ts.Block | ts.SourceFile | ts.ModuleBlock | ts.CaseOrDefaultClause,
  isStart: boolean,
  check: string,
  holder: Holder,
): void {
  const [first, last] = [block.statements[0], block.statements.at(-1)];
  if (first === undefined) {
    const at = ts.isBlock(block) || ts.isModuleBlock(block) ? block.end - 1 : block.end;
    return open(holder, at, ` ${check}`, outside);
  }
  if (isStart) open(holder, ts.isBlock(block) ? startOf(block, holder.file) : first.getStart(holder.file), ` ${check}`, outside);
  else close(holder, last?.end ?? block.end, `; ${check}`, outside);
}

function atStatement(statement: ts.Statement, isBefore: boolean, check: string, holder: Holder): void {
  const { parent } = statement;
  const isListed = ts.isBlock(parent) || ts.isSourceFile(parent) || ts.isModuleBlock(parent) || ts.isCaseOrDefaultClause(parent);
  const start = statement.getStart(holder.file);
  const width = outside + statement.end - start;
  if (isBefore) {
    open(holder, start, isListed ? check : `{ ${check}`, width);
    if (!isListed) close(holder, statement.end, ' }', width);
  } else {
    if (!isListed) open(holder, start, '{ ', width);
    close(holder, statement.end, `; ${check}${isListed ? '' : '}'}`, width);
  }
}
