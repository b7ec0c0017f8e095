import type { Context } from './context.js';
import { patternTargets } from './scopes.js';
import type { AnyNode } from './tree.js';

/**
 * Probes of names that are written where a statement `with` may take them for properties of its object: whose property it was is not
 * told, only that some object may have another value since.
 */
export function probeWith(ctx: Context, node: AnyNode, parent: AnyNode): void {
  if (ctx.plan.fields.length === 0 || !ctx.mayHoldWith || ctx.fieldScopes.obscuredWrites.size === 0) return;
  switch (node.type) {
    case 'AssignmentExpression':
      return wrapWrite(ctx, node, patternTargets(node.left));
    case 'UpdateExpression':
      return wrapWrite(ctx, node, [node.argument]);
    case 'ForOfStatement':
    case 'ForInStatement': {
      const pattern = node.left.type === 'VariableDeclaration' ? node.left.declarations[0]?.id : node.left;
      const text =
        pattern === undefined
          ? ''
          : sitesOf(ctx, patternTargets(pattern))
              .map((site) => `__w_with(${site});`)
              .join('');
      if (text === '') return;
      if (node.body.type === 'BlockStatement') ctx.edits.opening(node.body.start + 1, text);
      else ctx.edits.wrap(node.body.start, node.body.end, `{${text}`, '}');
      return;
    }
    case 'VariableDeclaration': {
      if (parent.type === 'ForOfStatement' || parent.type === 'ForInStatement') return;
      const targets = node.declarations.flatMap(({ id, init }) => (init ? patternTargets(id) : []));
      const probes = sitesOf(ctx, targets).map((site) => `__w_with(${site})`);
      if (probes.length === 0) return;
      if (parent.type === 'ForStatement') ctx.edits.after(node.end, `,{}=(${probes.join()},0)`);
      else ctx.edits.after(node.end, `;${probes.join()};`);
    }
  }
}

function sitesOf(ctx: Context, targets: readonly AnyNode[]): readonly number[] {
  const { plan, fieldScopes } = ctx;
  return targets.flatMap((target) =>
    target.type === 'Identifier' && plan.fields.includes(target.name) && fieldScopes.obscuredWrites.has(target.start)
      ? [ctx.site('with', target, target.name, { isAfter: true })]
      : [],
  );
}

/** Arguments are evaluated before the call: the probe comes after the write, and hands on its value. */
function wrapWrite(ctx: Context, node: AnyNode, targets: readonly AnyNode[]): void {
  const sites = sitesOf(ctx, targets);
  if (sites.length === 0) return;
  ctx.edits.wrap(node.start, node.end, sites.map((site) => `__w_with(${site},`).join(''), ')'.repeat(sites.length));
}
