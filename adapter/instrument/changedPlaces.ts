import type { Context } from './context.js';
import type { PatternProbes } from './patternProbes.js';
import { declarationOf } from './scopes.js';
import { childrenOf, type AnyNode } from './tree.js';

/** Places of one text whose updates rules follow by `changes`, because a metavariable stands for them where another pattern matches. */
export interface ChangedPlaces {
  /** By where the name is declared. */
  readonly variables: ReadonlyMap<number, readonly number[]>;
  /** By name: fields of any object. */
  readonly fields: ReadonlyMap<string, readonly number[]>;
}

/** Finds the places that the metavariables of `changes` denote in a text; null where there are none. */
export function changedPlaces(ctx: Context, patterns: PatternProbes): ChangedPlaces | null {
  const all = ctx.plan.rules?.patterns ?? [];
  const followed = all.filter(({ kind, shape }) => kind === 'changes' && shape.kind === 'metavariable');
  if (followed.length === 0) return null;
  const variables = new Map<number, number[]>();
  const fields = new Map<string, number[]>();
  const add = <K>(known: Map<K, number[]>, key: K, id: number): void => {
    const ids = known.get(key);
    if (ids === undefined) known.set(key, [id]);
    else if (!ids.includes(id)) ids.push(id);
  };
  const visit = (node: AnyNode): void => {
    for (const { pattern, bindings } of patterns.matchesAt(node))
      for (const { id, rule, shape } of followed) {
        const bound = rule === pattern.rule && shape.kind === 'metavariable' ? bindings.get(shape.name) : undefined;
        if (bound?.type === 'Identifier') {
          const binding = ctx.scopes.bindingAt.get(bound.start);
          if (binding !== undefined && binding.kind !== 'import') add(variables, declarationOf(binding), id);
        } else if (bound?.type === 'MemberExpression' && !bound.computed && bound.property.type === 'Identifier')
          add(fields, bound.property.name, id);
      }
    for (const child of childrenOf(node)) visit(child);
  };
  for (const child of childrenOf(ctx.program)) visit(child);
  return { variables, fields };
}
