import { everythingIn } from '../../adapter/instrument/everything.js';
import { emptyPlan, type LineStop, type Plan, type TextPlace } from '../../adapter/instrument/plan.js';
import { scopesOf } from '../../adapter/instrument/scopes.js';
import { parseSource } from '../../adapter/instrument/parse.js';
import { walk, type AnyNode, type Program } from '../../adapter/instrument/tree.js';
import { LineMap } from '../../server/base/span.js';

/** Every place and every fork of texts, by path, and a stop in one of them: more than any question asks for. */
export function planOfTexts(texts: ReadonlyMap<string, string>): Plan {
  const fields = new Set<string>();
  const variables: TextPlace[] = [];
  const forks: TextPlace[] = [];
  const names = new Set<string>();
  let stop: LineStop | null = null;
  for (const [path, text] of texts) {
    const program = parse(text);
    if (program === undefined) continue;
    const all = everythingIn(program, path);
    for (const field of all.fields) fields.add(field);
    for (const name of all.names) names.add(name);
    variables.push(...all.variables);
    forks.push(...all.forks);
    const statements: AnyNode[] = [];
    walk(program, (node) => void (/Statement$|^VariableDeclaration$/.test(node.type) && statements.push(node)));
    const middle = statements[Math.floor(statements.length / 2)];
    if (middle !== undefined) {
      const { line, column } = new LineMap(text).positionOf(middle.start);
      stop = { paths: [path], line, column, hit: never, when: null, names: [...names] };
    }
  }
  return {
    ...emptyPlan,
    stop,
    fields: [...fields],
    elements: true,
    symbols: true,
    objectKeys: true,
    returns: true,
    entries: true,
    variables,
    variablesAtStop: [...names],
    forks,
    forksAtStop: true,
    allocations: ['object', 'array', 'new', 'call'],
    guards: true,
  };
}

/** Some stops in a text, spread over it, each with all that activations can keep there themselves. */
export function plansOfStops(path: string, text: string, count: number): readonly Plan[] {
  const program = parse(text);
  if (program === undefined) return [];
  const statements: AnyNode[] = [];
  walk(program, (node) => void (/Statement$|^VariableDeclaration$/.test(node.type) && statements.push(node)));
  const names = [...new Set(scopesOf(program).bindings.map(({ name }) => name))];
  const lines = new LineMap(text);
  return Array.from({ length: count }, (_, index) => statements[Math.floor(((index + 0.5) * statements.length) / count)]).flatMap(
    (node) => {
      if (node === undefined) return [];
      const { line, column } = lines.positionOf(node.start);
      const stop = { paths: [path], line, column, hit: never, when: null, names };
      return [{ ...emptyPlan, stop, variablesAtStop: names, forksAtStop: true, localsFrom: 0, lastOnlyFrom: 0 }];
    },
  );
}

/** A passage that no program reaches. */
const never = 1_000_000_000;

function parse(text: string): Program | undefined {
  for (const format of ['commonjs', 'module'] as const) {
    try {
      return parseSource(text, format);
    } catch {
      // the other one
    }
  }
  return undefined;
}
