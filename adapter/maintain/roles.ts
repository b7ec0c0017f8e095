import { KeptSet } from './keptCollections.js';
import { append, forEachOf, listOf, mapped, newList, someOf } from './ownLists.js';
import type { Expression, RuleQuery } from './condition.js';
import { eachPart, pathOf, toElements, type Path } from './conditionPaths.js';

/** How an object takes part in a rule: it stands at the end of a path from a variable, and the rule reads something of it. */
export interface Role {
  /** The number of the rule. */
  readonly rule: number;
  /** Null where the object may stand anywhere: all tuples are then looked at. */
  readonly path: Path | null;
}

/** A role as a container. */
export interface ContainerRole extends Role {
  /** The variable that is the element which is asked for; null where all elements matter, or another value is asked for. */
  readonly element: number | null;
}

/** Who is concerned when something changes. */
export interface Roles {
  /** By slot: what reads the field. */
  readonly fields: readonly (readonly Role[])[];
  readonly containers: readonly ContainerRole[];
  /** The slots whose values rules go through, or look up: for each the owners of a value are kept. */
  readonly followed: KeptSet<number>;
}

/** The roles of all rules. */
export function rolesOf(rules: readonly RuleQuery[], slots: number): Roles {
  const fields: Role[][] = mapped(listOf(slots, null), () => newList());
  const containers: ContainerRole[] = newList();
  const followed = new KeptSet<number>();

  const path = (of: Expression): Path | null => {
    const found = pathOf(of);
    forEachOf(found?.slots ?? [], (slot) => slot !== toElements && followed.add(slot));
    return found;
  };
  forEachOf(rules, (query, rule) => {
    const read = (expression: Expression): void =>
      eachPart(expression, (part) => {
        if (part.kind === 'field') addRole(fields[part.slot] ?? [], { rule, path: path(part.of) });
        if (part.kind === 'size' && part.slot !== undefined) addRole(fields[part.slot] ?? [], { rule, path: path(part.of) });
        if (part.kind === 'size') append(containers, { rule, path: path(part.of), element: null });
        if (part.kind === 'entry') append(containers, { rule, path: path(part.view), element: null });
        if (part.kind === 'quantified') append(containers, { rule, path: path(part.of), element: null });
        if (part.kind === 'has') append(containers, { rule, path: path(part.of), element: variableIn(part.element) });
      });
    read(query.where);
    forEachOf(query.variables, (domain, variable) => {
      if (domain.kind !== 'elements') return;
      read(domain.of);
      append(containers, { rule, path: path(domain.of), element: variable });
    });
  });
  return { fields, containers, followed };
}

const variableIn = (expression: Expression): number | null => (expression.kind === 'variable' ? expression.variable : null);

function addRole(roles: Role[], role: Role): void {
  const isThere = someOf(
    roles,
    (other) =>
      other.rule === role.rule &&
      other.path?.variable === role.path?.variable &&
      String(other.path?.slots ?? null) === String(role.path?.slots ?? null),
  );
  if (!isThere) append(roles, role);
}
