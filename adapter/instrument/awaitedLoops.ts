import type { Context } from './context.js';
import { asArgument } from './definitions.js';
import type { AnyNode } from './tree.js';

type AwaitedLoop = Extract<AnyNode, { type: 'ForOfStatement' }>;

/**
 * Of a recording: a `for await` waits for each value, and when it is left early. What it goes through tells when it waits; its body's begin, and what
 * stands behind the loop, that it goes on. `activation`: the hidden variable with its number. To be called before whatever else is put around it.
 */
export function probeAwaitedLoop(ctx: Context, node: AnyNode, parent: AnyNode, activation: string | undefined): void {
  if (ctx.plan.recording === null || activation === undefined || parent.type === 'LabeledStatement') return;
  const loop = awaitedLoopOf(node);
  if (loop === null) return;
  const { right, body } = loop;
  const goesOn = `__w_goesOn(${ctx.site('resume', right, 'await')},${activation});`;
  ctx.edits.wrap(node.start, node.end, '{', `;${goesOn}}`);
  const [before, after] = asArgument(right);
  const told = `__w_eachAwaited(${ctx.site('suspend', right, 'await')},${activation},${JSON.stringify(refusalOf(ctx.text, right))},`;
  ctx.edits.wrap(right.start, right.end, told + before, `${after})`);
  if (body.type === 'BlockStatement') ctx.edits.declaring(body.start + 1, goesOn);
  else ctx.edits.wrap(body.start, body.end, `{${goesOn}`, '}');
}

/** The `for await` that a statement is, with or without labels. */
function awaitedLoopOf(node: AnyNode): AwaitedLoop | null {
  let inner = node;
  while (inner.type === 'LabeledStatement') inner = inner.body;
  return inner.type === 'ForOfStatement' && inner.await ? inner : null;
}

/** What V8 says of something that a `for await` cannot go through; null where it would not say just what stands in the text. */
function refusalOf(text: string, node: AnyNode): string | null {
  if (isNamed(node)) return `${text.slice(node.start, node.end)} is not async iterable`;
  if (node.type !== 'CallExpression' || node.optional || !isNamed(node.callee)) return null;
  return `${text.slice(node.callee.start, node.callee.end)}(...) is not a function or its return value is not async iterable`;
}

/** Whether something is a name, or a member by name. */
function isNamed(node: AnyNode): boolean {
  if (node.type === 'MemberExpression') return !node.computed && !node.optional && isNamed(node.object);
  return node.type === 'Identifier' || node.type === 'ThisExpression';
}
