import ts from 'typescript';
import type { Candidate } from './candidate.js';
import { exchangedStatements } from './exchanges.js';
import { boundInRound, repeatedBranch } from './loopEdits.js';
import { lostValueEdits, mayReturnValue } from './lostValues.js';
import { conditionsAt } from './smallConditions.js';
import { choices, isWrittenByMethods, missingCalls, type Missing } from './missingCalls.js';
import { neighbourCalls } from './neighbourCalls.js';
import { oppositeCalls } from './oppositeCalls.js';
import { functionAround, spanOf } from './parts.js';
import type { Part } from './parts.js';
import { endedTimers } from './timers.js';
import type { Atom, Types } from './vocabulary.js';

/** Changes of a statement as a whole: without it, only under a condition, in exchange with the next one. */
export function statementEdits(part: Part, index: number, types: Types, file: ts.SourceFile): readonly Candidate[] {
  const { statement, owner } = part;
  const others = [...exchangedStatements(part, file), ...roundEdits(part, file)];
  if (ts.isIfStatement(owner)) return [...withoutCondition(owner, index, file), ...repeatedBranch(owner, file), ...others];
  if (statement === null || isFirstOfConstructor(statement)) return others;
  const span = spanOf(statement, file);
  const text = statement.getText(file);
  const site = { kind: 'statement', part: index } as const;
  const isBeforeElse = elseFollows(statement);
  const become = (given: string, size: number): Candidate => {
    // What begins with a condition would take the `else` for its own.
    const by = isBeforeElse && /^if\b/.test(given) ? `{ ${given} }` : given;
    return { places: [{ site, text: by }], edits: [{ span, text: by }], size };
  };
  const candidates = [...others, become(ts.isBlock(statement.parent) ? '' : '{}', ts.isReturnStatement(statement) ? 2.5 : 2)];
  if (part.expression !== null && !ts.isReturnStatement(statement))
    for (const condition of conditionsAt(statement, types)) candidates.push(become(`if (${condition.text}) ${text}`, 2.5 + condition.size));
  if (ts.isExpressionStatement(statement) && mayReturn(statement.expression)) candidates.push(become(`return ${text}`, 1.6));
  if (ts.isExpressionStatement(statement))
    for (const { text: used, size } of lostValueEdits(statement.expression, file)) candidates.push(become(used, size));
  if (ts.isExpressionStatement(statement))
    for (const { text: used, size } of usedResults(statement.expression, types, file)) candidates.push(become(used, size));
  if (ts.isBreakStatement(statement)) candidates.push(become('continue;', 1));
  if (ts.isContinueStatement(statement)) candidates.push(become('break;', 1));
  return candidates;
}

/** A declaration of a loop whose variables are others in each round. */
function roundEdits({ owner }: Part, file: ts.SourceFile): readonly Candidate[] {
  if (ts.isVariableDeclaration(owner) && ts.isVariableDeclarationList(owner.parent)) return boundInRound(owner.parent, file);
  const isOver = ts.isForOfStatement(owner) || ts.isForInStatement(owner);
  return isOver && ts.isVariableDeclarationList(owner.initializer) ? boundInRound(owner.initializer, file) : [];
}

/** Whether the next word behind a statement is an `else`, which belongs to a condition around it. */
function elseFollows(statement: ts.Statement): boolean {
  let node: ts.Node = statement;
  while (ts.isIterationStatement(node.parent, true) || ts.isIfStatement(node.parent)) {
    const { parent } = node as ts.Statement & { readonly parent: ts.IterationStatement | ts.LabeledStatement | ts.IfStatement };
    if (ts.isIfStatement(parent) && parent.thenStatement === node && parent.elseStatement !== undefined) return true;
    node = parent;
  }
  return false;
}

/** What is done under a condition may have been meant to be done always. */
function withoutCondition(statement: ts.IfStatement, index: number, file: ts.SourceFile): readonly Candidate[] {
  const { thenStatement } = statement;
  if (statement.elseStatement !== undefined || ts.isBlock(thenStatement)) return [];
  const places = [{ site: { kind: 'expression', part: index } as const, text: 'true' }];
  return [{ places, edits: [{ span: spanOf(statement, file), text: thenStatement.getText(file) }], size: 1.5 }];
}

/** What may have been meant to be done with the value of a call that is made for nothing: kept in a variable, put into a list, tested. */
function usedResults(expression: ts.Expression, types: Types, file: ts.SourceFile): readonly Missing[] {
  const call = ts.isAwaitExpression(expression) ? expression.expression : expression;
  if (!ts.isCallExpression(call)) return [];
  const callee = call.expression;
  const receiver = ts.isPropertyAccessExpression(callee) ? callee.expression.getText(file) : null;
  // What changes its receiver is called for that.
  if (receiver !== null && ts.isPropertyAccessExpression(callee) && changing.has(callee.name.text)) return [];
  return keptResults({ text: expression.getText(file), type: types.of(expression), receiver }, expression, types);
}

interface Result {
  readonly text: string;
  readonly type: ts.Type;
  /** What the call is made on. */
  readonly receiver: string | null;
}

/** Statements that keep what a call gives, or test it. */
function keptResults({ text, type, receiver }: Result, place: ts.Node, types: Types): readonly Missing[] {
  const kind = types.kindOf(type);
  if (kind === 'nothing') return [];
  const { variables, members } = types.visibleAt(place);
  const element = kind === 'array' ? types.checker.getIndexTypeOfType(type, ts.IndexKind.Number) : undefined;
  const found = [...variables, ...members].flatMap((target): Missing[] => {
    const own: Missing[] = [];
    const put = (by: string, more: number): void => void own.push({ text: by, size: more + target.size });
    if (types.fits(type, target.type) && isWritable(target, place, types)) {
      put(`${target.text} = ${text};`, target.text === receiver ? 0.2 : 1.2);
      if (kind === 'number') put(`${target.text} += ${text};`, 1.3);
      if (kind === 'boolean') for (const operator of ['||', '&&']) put(`${target.text} = ${text} ${operator} ${target.text};`, 2);
    }
    if (target.text === receiver) return own;
    if (target.kind === 'array') {
      const wanted = types.checker.getIndexTypeOfType(target.type, ts.IndexKind.Number);
      if (wanted !== undefined && types.fits(type, wanted)) put(`${target.text}.push(${text});`, 1.2);
      if (wanted !== undefined && element !== undefined && types.fits(element, wanted)) put(`${target.text}.push(...${text});`, 1.3);
    }
    if (target.type.symbol?.name === 'Set') put(`${target.text}.add(${text});`, 1.3);
    return own;
  });
  if (functionAround(place)?.asteriskToken !== undefined)
    found.push({ text: `yield* ${text};`, size: 1.2 }, { text: `yield ${text};`, size: 1.3 });
  if (kind !== 'boolean') return found;
  return [...found, { text: `if (${text}) return true;`, size: 2 }, { text: `if (!${text}) return false;`, size: 2 }];
}

/** Whether a call's value may have been meant to be returned: its function is no constructor or generator. */
function mayReturn(expression: ts.Expression): boolean {
  const isCall = ts.isCallExpression(expression) || ts.isAwaitExpression(expression);
  return isCall && mayReturnValue(expression);
}

function isFirstOfConstructor(statement: ts.Statement): boolean {
  return (
    ts.isExpressionStatement(statement) &&
    ts.isCallExpression(statement.expression) &&
    statement.expression.expression.kind === ts.SyntaxKind.SuperKeyword
  );
}

/** What insertions are made of: `wanted` are the methods that a broken protocol asks for. */
export interface Tools {
  readonly types: Types;
  readonly wanted: ReadonlySet<string>;
}

/** Statements that may be missing before a statement, or at the end of its block. */
export function insertions(block: ts.Block | ts.CaseOrDefaultClause, tools: Tools, file: ts.SourceFile): readonly Candidate[] {
  const candidates: Candidate[] = [];
  const list = block.statements;
  const end = ts.isBlock(block) ? block.end - 1 : block.end;
  const last = list.at(-1);
  if (last === undefined && ts.isBlock(block)) {
    const indent = lineStart(file.text, end);
    const [before, behind] = indent === ' ' ? [' ', ' '] : ['  ', indent];
    return missing(block, tools, true).map(({ text, size }) => gap(end, text, before + text + behind, size));
  }
  for (const statement of list) {
    if (
      ts.isFunctionDeclaration(statement) ||
      ts.isClassDeclaration(statement) ||
      ts.isImportDeclaration(statement) ||
      isFirstOfConstructor(statement)
    )
      continue;
    if (isDeclarationOnly(statement)) continue;
    const at = statement.getStart(file);
    const indent = lineStart(file.text, at);
    for (const { text, size } of missing(statement, tools)) candidates.push(gap(at, text, `${text}${indent}`, size));
  }
  if (last !== undefined && !isJump(last)) {
    const indent = lineStart(file.text, last.getStart(file));
    const separator = /[;}]$/.test(last.getText(file)) ? '' : ';';
    const clause = last.parent;
    if (ts.isCaseOrDefaultClause(clause) && clause !== clause.parent.clauses.at(-1))
      candidates.push(gap(end, 'break;', `${separator}${indent}break;`, 1.5, last.end));
    for (const { text, size } of missing(last, tools, true))
      candidates.push(gap(end, text, `${separator}${indent}${text}`, size, last.end));
  }
  return candidates;
}

function gap(position: number, text: string, shown: string, size: number, at = position): Candidate {
  return { places: [{ site: { kind: 'gap', position }, text }], edits: [{ span: { start: at, end: at }, text: shown }], size };
}

const isJump = (node: ts.Statement): boolean =>
  ts.isReturnStatement(node) || ts.isThrowStatement(node) || ts.isBreakOrContinueStatement(node);
const isDeclarationOnly = (node: ts.Statement): boolean =>
  ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node) || ts.isExportDeclaration(node);

/** The line break and the spaces before a statement; one space where it does not begin its line. */
function lineStart(text: string, at: number): string {
  const from = Math.max(text.lastIndexOf('\n', at - 1), 0);
  const before = text.slice(from, at);
  return /^\r?\n[ \t]*$/.test(before) ? before : ' ';
}

/** What may be missing before (or after) a statement. */
function missing(statement: ts.Statement, { types, wanted }: Tools, isBehind = false): readonly Missing[] {
  const found: Missing[] = [];
  const fn = functionAround(statement);
  const { variables, members, functions } = types.visibleAt(statement);
  const atoms = [...variables, ...members];
  if (fn !== null && !ts.isConstructorDeclaration(fn)) found.push(...missingReturns(statement, fn, atoms, types, isBehind));
  if (isInLoop(statement) && !isBehind)
    for (const condition of conditionsAt(statement, types).slice(0, 60)) {
      found.push({ text: `if (${condition.text}) break;`, size: 3.5 + condition.size });
      found.push({ text: `if (${condition.text}) continue;`, size: 3.5 + condition.size });
    }
  for (const target of atoms) {
    if (!isWritable(target, statement, types)) continue;
    const more = isWrittenByMethods(target, statement, types) ? 1 : 0;
    if (target.kind === 'number')
      found.push(
        { text: `${target.text}++;`, size: 2.5 + more + target.size },
        { text: `${target.text}--;`, size: 2.5 + more + target.size },
      );
    for (const value of [...atoms, ...literalsOf(target)]) {
      if (value.text === target.text || !types.fits(value.type, target.type)) continue;
      found.push({ text: `${target.text} = ${value.text};`, size: 2 + more + target.size + value.size });
      if (target.kind === 'number' && value.kind === 'number' && value.size > 0)
        found.push({ text: `${target.text} += ${value.text};`, size: 2.5 + more + target.size + value.size });
    }
  }
  for (const { text, name } of endedTimers(statement.getSourceFile()))
    if (name === 'this' ? ts.findAncestor(statement, ts.isClassLike) !== undefined : types.isVisible(name, statement))
      found.push({ text, size: 2.2 });
  found.push(...missingCalls(statement, atoms, types, wanted));
  if (fn !== null) {
    found.push(...repeatedStatements(statement, fn));
    found.push(...neighbourCalls(statement, types).map((text) => ({ text, size: 2.2 })));
    found.push(...oppositeCalls(statement, types).map((text) => ({ text, size: 2 })));
  }
  if (fn?.asteriskToken !== undefined) for (const atom of atoms) found.push({ text: `yield ${atom.text};`, size: 2 + atom.size });
  for (const callee of functions) {
    if (callee.parameters.length > 2) continue;
    for (const args of choices(callee.parameters, atoms, types)) {
      const call = `${callee.text}(${args.map(({ text }) => text).join(', ')})`;
      found.push({ text: `${call};`, size: 3 + args.length });
      const kept = keptResults({ text: call, type: callee.result, receiver: null }, statement, types);
      found.push(...kept.map(({ text, size }) => ({ text, size: 1 + args.length + size })));
    }
  }
  return found.sort((a, b) => a.size - b.size).slice(0, 220);
}

const literalsOf = ({ kind, type }: Atom): readonly Atom[] =>
  (kind === 'number'
    ? ['0', '1']
    : kind === 'boolean'
      ? ['true', 'false']
      : kind === 'array'
        ? ['[]']
        : kind === 'string'
          ? ["''"]
          : []
  ).map((text) => ({ text, type, kind, size: 1 }));

function missingReturns(
  statement: ts.Statement,
  fn: ts.FunctionLikeDeclaration,
  atoms: readonly Atom[],
  types: Types,
  isBehind: boolean,
): readonly Missing[] {
  const signature = types.checker.getSignatureFromDeclaration(fn);
  if (signature === undefined) return [];
  const wanted = signature.getReturnType();
  const kind = types.kindOf(wanted);
  if (kind === 'nothing')
    return isBehind
      ? []
      : conditionsAt(statement, types)
          .slice(0, 40)
          .map(({ text, size }) => ({ text: `if (${text}) return;`, size: 3.5 + size }));
  const values = [
    ...atoms.filter(({ type }) => types.fits(type, wanted)).map(({ text, size }) => ({ text, size })),
    ...returnedLiterals(kind, types.mayBeNothing(wanted)).map((text) => ({ text, size: 1 })),
  ].slice(0, 12);
  if (isBehind) return values.map(({ text, size }) => ({ text: `return ${text};`, size: 2 + size }));
  const conditions = conditionsAt(statement, types).slice(0, 70);
  return values.flatMap((value) => [
    ...conditions.map(({ text, size }) => ({ text: `if (${text}) return ${value.text};`, size: 3.5 + size + value.size })),
  ]);
}

function returnedLiterals(kind: string, mayBeNothing: boolean): readonly string[] {
  // Where nobody says what is returned, it may be any of them.
  if (kind === 'any') return ['undefined', 'null', '0', '[]', "''", 'false', 'true'];
  const literals = { number: ['0', '1', '-1'], boolean: ['true', 'false'], string: ["''"], array: ['[]'] }[kind] ?? [];
  return mayBeNothing ? [...literals, 'undefined', 'null'] : literals;
}

function isInLoop(node: ts.Node): boolean {
  for (let around: ts.Node | undefined = node.parent; around !== undefined && !ts.isFunctionLike(around); around = around.parent)
    if (ts.isIterationStatement(around, false)) return true;
  return false;
}

function isWritable({ text, type }: Atom, statement: ts.Node, types: Types): boolean {
  if (text.endsWith('.length') || text.endsWith('.size') || types.kindOf(type) === 'any') return false;
  if (text.includes('.')) return true;
  const symbol = types.checker.getSymbolsInScope(statement, ts.SymbolFlags.Variable).find(({ name }) => name === text);
  const declaration = symbol?.valueDeclaration;
  if (declaration === undefined) return false;
  return ts.isParameter(declaration) || (ts.getCombinedNodeFlags(declaration) & ts.NodeFlags.Const) === 0;
}

/** Statements that the function has elsewhere: what is done in a loop may be missing behind it, what one branch does in another. */
function repeatedStatements(statement: ts.Statement, fn: ts.FunctionLikeDeclaration): readonly Missing[] {
  const file = statement.getSourceFile();
  const texts = new Map<string, number>();
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && node !== fn) return;
    const isPlain = ts.isExpressionStatement(node) || (ts.isIfStatement(node) && node.elseStatement === undefined);
    const text = isPlain ? node.getText(file) : '';
    const isPossible = isInLoop(statement) || !/\b(?:break|continue)\b/.test(text);
    if (text !== '' && text.length <= 120 && node !== statement && isPossible) texts.set(text, ts.isIfStatement(node) ? 4.5 : 4);
    ts.forEachChild(node, visit);
  };
  visit(fn);
  return [...texts].slice(0, 12).map(([text, size]) => ({ text, size }));
}

const changing: ReadonlySet<string> = new Set(['push', 'pop', 'shift', 'unshift', 'reverse', 'sort', 'add', 'set', 'delete', 'clear']);
