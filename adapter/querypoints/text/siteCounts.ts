import { patternTargets } from '../../instrument/scopes.js';
import { walk, type AnyNode, type Program } from '../../instrument/tree.js';
import type { Site } from '../../instrument/site.js';

/** How many places of a text, or of several, change something or decide something. */
export interface SiteCounts {
  readonly properties: number;
  readonly variables: number;
  readonly forks: number;
}

/** The counts of sites that are probed. */
export function countSites(sites: readonly Site[]): SiteCounts {
  const counted = sites.flatMap(kindCounted);
  return countsOf(counted);
}

function kindCounted({ kind, declaration, key }: Site): readonly (keyof SiteCounts)[] {
  if (kind === 'fork') return ['forks'];
  if (kind === 'write' || kind === 'initial') return [declaration === null || key?.[0] === '#' ? 'properties' : 'variables'];
  return kind === 'define' || kind === 'spread' || kind === 'delete' ? ['properties'] : [];
}

/** The counts of all that a text holds, probed or not. */
export function countAll(program: Program): SiteCounts {
  const counted: (keyof SiteCounts)[] = [];
  walk(program, (node) => {
    for (const target of targetsOf(node)) counted.push(target.type === 'Identifier' ? 'variables' : 'properties');
    if (isFork(node)) counted.push('forks');
  });
  return countsOf(counted);
}

function countsOf(counted: readonly (keyof SiteCounts)[]): SiteCounts {
  const count = (kind: keyof SiteCounts) => counted.filter((one) => one === kind).length;
  return { properties: count('properties'), variables: count('variables'), forks: count('forks') };
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
