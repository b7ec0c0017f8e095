import { mapped } from '../../maintain/ownLists.js';
import type { RuleToRun } from '../../events/rulesOfRun.js';
import type { Expression, RuleQuery } from '../../maintain/condition.js';

/** A rule as the engine takes it. Its expressions have the engine's form already: JSON keeps it. */
export function queryOf({ name, variables, where }: RuleToRun): RuleQuery {
  return {
    name,
    variables: mapped(variables, ({ domain }) => (domain.kind === 'set' ? domain : { ...domain, of: domain.of as unknown as Expression })),
    where: where as unknown as Expression,
  };
}
