import type { RuleExpression } from '../../server/rules/ruleExpression.js';
import type { RuleText } from '../../server/rules/rulesFile.js';

/** The fields that a rule reads of its variables themselves, each once, in the order in which it names them. */
export function fieldsRead({ where, variables }: RuleText): ReadonlyMap<string, readonly string[]> {
  const read = new Map<string, Set<string>>(variables.map(({ name }) => [name, new Set()]));
  const visit = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return;
    const expression = part as RuleExpression;
    if ((expression.kind === 'field' || expression.kind === 'size') && expression.of.kind === 'variable')
      read.get(expression.of.name)?.add(expression.name);
    for (const inner of Object.values(part)) visit(inner);
  };
  visit(where);
  for (const { domain } of variables) visit(domain);
  return new Map([...read].map(([name, fields]) => [name, [...fields]]));
}
