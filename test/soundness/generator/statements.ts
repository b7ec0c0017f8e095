import { addUpdates, assignment, declaration } from './assignments.js';
import { condition, pureCondition } from './conditions.js';
import { branch, jump, loop, switchStatement, tryStatement } from './control.js';
import { expression } from './expressions.js';
import { formStatements } from './forms.js';
import { thrown } from './functions.js';
import { heapStatements } from './heap.js';
import { languageStatements } from './language.js';
import { has, nested, withVariables, type Context } from './scope.js';
import { closureStatement, collection, deadZone, destructuring, nullishStatement, receiverStatement } from './subjects.js';
import { awaitingStatement, iteratingStatement } from './tasks.js';
import { braced, written, type Production, type Written } from './written.js';

/** Statements in sequence, each seeing what those before it declared. One statement starts on each line. */
export function statements(ctx: Context, count: number): string[] {
  const lines: string[] = [];
  let inner = ctx;
  for (let i = 0; i < count; i++) {
    const next = statement(inner);
    lines.push(...next.lines);
    inner = withVariables(inner, ...next.declared);
  }
  return lines;
}

export const block = (ctx: Context): string[] => statements(nested(ctx), ctx.random.choice([1, 1, 2, 2, 3]));

function statement(ctx: Context): Written {
  const { random, indent } = ctx;
  const line = (text: string): Written => written([`${indent}${text}`]);
  const all: Production[] = [
    [3, () => declaration(ctx)],
    [5, () => line(assignment(ctx))],
  ];
  if (has(ctx, 'assertions')) all.push([1, () => line(`// @always ${pureCondition(ctx)}`)]);
  if (has(ctx, 'exceptions')) all.push([1, () => written(braced(ctx, `if (${condition(ctx, 1)})`, [`${indent}  throw ${thrown(ctx)};`]))]);
  addUpdates(ctx, all);
  if (ctx.depth <= 0) return random.weighted(all)();
  all.push([3, () => branch(ctx)], [4, () => written(loop(ctx))]);
  if (has(ctx, 'switch')) all.push([1, () => written(switchStatement(ctx))]);
  if (has(ctx, 'exceptions')) all.push([2, () => written(tryStatement(ctx))]);
  if (ctx.loops.length > 0) all.push([1, () => jump(ctx)]);
  if (ctx.result !== null) {
    const { result } = ctx;
    all.push([0.8, () => written(braced(ctx, `if (${condition(ctx, 1)})`, [`${indent}  return ${expression(ctx, result, 1)};`]))]);
  }
  if (has(ctx, 'closures')) all.push([1.5, () => closureStatement(ctx)]);
  if (has(ctx, 'nullish')) all.push([1, () => nullishStatement(ctx)]);
  if (has(ctx, 'destructuring')) all.push([1, () => destructuring(ctx)]);
  if (has(ctx, 'collections')) all.push([0.7, () => collection(ctx)]);
  if (has(ctx, 'tdz')) all.push([0.3, () => deadZone(ctx)]);
  if (has(ctx, 'this')) all.push([0.5, () => receiverStatement(ctx)]);
  all.push([0.2, () => written(braced(ctx, '', block(ctx)).map((text) => text.replace(/^(\s*) \{/, '$1{')))]);
  all.push(...heapStatements(ctx), ...formStatements(ctx), ...languageStatements(ctx));
  all.push(...awaitingStatement(ctx, block), ...iteratingStatement(ctx, block));
  return random.weighted(all)();
}
