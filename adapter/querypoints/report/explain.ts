import { patternTargets } from '../../instrument/scopes.js';
import { walk, type AnyNode, type Program } from '../../instrument/tree.js';
import type { Site } from '../../instrument/site.js';

/** How many places of a text, or of several, change something or decide something. */
export interface SiteCounts {
  readonly properties: number;
  readonly variables: number;
  readonly forks: number;
}

/** Of sites that are probed. */
export function countSites(sites: readonly Site[]): SiteCounts {
  const counts = { properties: 0, variables: 0, forks: 0 };
  for (const { kind, declaration, key } of sites) {
    if (kind === 'fork') counts.forks++;
    else if (kind === 'write' || kind === 'initial') counts[declaration === null || key?.[0] === '#' ? 'properties' : 'variables']++;
    else if (kind === 'define' || kind === 'spread' || kind === 'delete') counts.properties++;
  }
  return counts;
}

/** Of all that a text holds, probed or not. */
export function countAll(program: Program): SiteCounts {
  const counts = { properties: 0, variables: 0, forks: 0 };
  walk(program, (node) => {
    for (const target of targetsOf(node)) counts[target.type === 'Identifier' ? 'variables' : 'properties']++;
    if (isFork(node)) counts.forks++;
  });
  return counts;
}

/** What a node writes. */
function targetsOf(node: AnyNode): readonly AnyNode[] {
  switch (node.type) {
    case 'AssignmentExpression':
      return patternTargets(node.left);
    case 'UpdateExpression':
      return [node.argument];
    case 'UnaryExpression':
      return node.operator === 'delete' ? [node] : [];
    case 'VariableDeclarator':
      return patternTargets(node.id);
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
      return node.params.flatMap(patternTargets);
    case 'ForOfStatement':
    case 'ForInStatement':
      return node.left.type === 'VariableDeclaration' ? [] : patternTargets(node.left);
    case 'CatchClause':
      return node.param ? patternTargets(node.param) : [];
    case 'PropertyDefinition':
      return [node];
    case 'ObjectExpression':
      return node.properties;
    default:
      return [];
  }
}

function isFork(node: AnyNode): boolean {
  switch (node.type) {
    case 'ForStatement':
      return Boolean(node.test);
    case 'MemberExpression':
    case 'CallExpression':
      return node.optional;
    case 'AssignmentExpression':
      return /^(&&|\|\||\?\?)=$/.test(node.operator);
    default:
      return /^(If|While|DoWhile|Switch|ForOf|ForIn)Statement$|^(Conditional|Logical)Expression$|^(AssignmentPattern|CatchClause)$/.test(
        node.type,
      );
  }
}

/** What `--explain` says of the probes: how many there were, and why the rest of the program has none. */
export function explainProbes(
  probed: SiteCounts,
  inTheirTexts: SiteCounts,
  { texts, loadedTexts }: { readonly texts: number; readonly loadedTexts: number },
): readonly string[] {
  const left = (kind: keyof SiteCounts) => Math.max(0, inTheirTexts[kind] - probed[kind]);
  const others = loadedTexts - texts;
  return [
    `Probed in ${texts} of ${loadedTexts} texts: writes to properties (${probed.properties}), to variables (${probed.variables}), conditions (${probed.forks}).`,
    `Not in them, because nobody asks: writes to properties of other names (${left('properties')}), to other variables (${left('variables')}), conditions of other functions (${left('forks')}).`,
    ...(others > 0 ? [`The other ${others === 1 ? 'text does' : `${others} texts do`} not hold the names that were asked for.`] : []),
  ];
}
