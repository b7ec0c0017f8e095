import { parse, type Node } from 'acorn';
import { runInNewContext } from 'node:vm';

/** What a logging copy of a program has written down, once for each thing that happened. */
export interface Logged {
  readonly kind: 'branch' | 'write' | 'call' | 'exit';
  /** What it is the same as in another version: by the path of calls, the place in the text, and how often before. */
  readonly key: string;
  readonly value: unknown;
  readonly line: number;
}

type AnyNode = Node & Readonly<Record<string, unknown>>;

interface Edit {
  readonly at: number;
  readonly text: string;
  /** Of edits at one place: outer ones begin earlier and end later. */
  readonly order: number;
}

/**
 * Runs a copy of a program that logs by itself, and gives its log. The copy knows functions, `if`, `for`, `? :`, plain variables and properties of
 * objects that a `class` makes: no more is in the programs that are compared. Lines stay; places are named by function and ordinal, so that
 * versions whose lines differ in operators and numbers alone have the same names.
 */
export function logOf(program: string): readonly Logged[] {
  const log: Logged[] = [];
  runInNewContext(loggingCopy(program), { emit: (one: Logged) => void log.push(one) });
  return log;
}

function loggingCopy(program: string): string {
  const tree = parse(program, { ecmaVersion: 'latest', locations: true }) as unknown as AnyNode;
  const edits: Edit[] = [];
  let sites = 0;
  const lineOf = (node: AnyNode) => (node['loc'] as { start: { line: number } }).start.line;
  const wrap = (node: AnyNode, before: string, after: string): void => {
    edits.push({ at: node.start, text: before, order: -node.end }, { at: node.end, text: after, order: node.start - 1e9 });
  };
  const visit = (node: AnyNode, home: string): void => {
    switch (node.type) {
      case 'FunctionDeclaration':
      case 'MethodDefinition': {
        const method = node.type === 'MethodDefinition';
        const body = (method ? (node['value'] as AnyNode) : node)['body'] as AnyNode;
        const owner = method ? (node['value'] as AnyNode) : node;
        const name = `${home}.${String((((node['id'] ?? node['key']) as AnyNode | null) ?? { name: '' })['name'])}`;
        const params = (owner['params'] as readonly AnyNode[]).map((one) => String(one['name']));
        const writes = (owner['params'] as readonly AnyNode[]).map(
          (one, index) =>
            `let ${params[index]}$ = S(${JSON.stringify(params[index])}); W(${params[index]}$, ${params[index]}, ${lineOf(one)});`,
        );
        edits.push({ at: body.start + 1, text: `enter(${JSON.stringify(name)}, ${lineOf(node)}); try { ${writes.join(' ')}`, order: 0 });
        edits.push({ at: body.end - 1, text: `} finally { leave(); }`, order: 0 });
        return visit(body, name);
      }
      case 'IfStatement':
      case 'ConditionalExpression':
      case 'ForStatement': {
        const test = node['test'] as AnyNode;
        wrap(test, `B(${sites++}, ${lineOf(test)}, (`, '))');
        break;
      }
      case 'VariableDeclarator': {
        const init = node['init'] as AnyNode;
        const name = String((node['id'] as AnyNode)['name']);
        edits.push({ at: node.start, text: `${name}$ = S(${JSON.stringify(name)}), `, order: 0 });
        wrap(init, `W(${name}$, (`, `), ${lineOf(node)})`);
        break;
      }
      case 'AssignmentExpression': {
        const [left, right] = [node['left'] as AnyNode, node['right'] as AnyNode];
        const operator = String(node['operator']).slice(0, -1);
        const target = program.slice(left.start, left.end);
        const before = operator === '' ? '(' : `${target} ${operator} (`;
        // `x += e` becomes `x = W(…, x + (e))`.
        if (operator !== '') edits.push({ at: left.end, text: '= /*', order: 1 }, { at: right.start, text: '*/', order: -1e9 });
        if (left.type === 'Identifier') wrap(right, `W(${target}$, ${before}`, `), ${lineOf(left)})`);
        else
          wrap(
            right,
            `P(${program.slice((left['object'] as AnyNode).start, (left['object'] as AnyNode).end)}, ${JSON.stringify((left['property'] as AnyNode)['name'])}, ${before}`,
            `), ${lineOf(left)})`,
          );
        break;
      }
      case 'UpdateExpression': {
        const argument = node['argument'] as AnyNode;
        const name = String(argument['name']);
        edits.push({ at: node.end, text: `, W(${name}$, ${name}, ${lineOf(argument)})`, order: 0 });
        break;
      }
    }
    for (const value of Object.values(node))
      for (const child of Array.isArray(value) ? value : [value])
        if (typeof child === 'object' && child !== null && 'type' in child) visit(child as AnyNode, home);
  };
  visit(tree, '');
  let text = program;
  for (const { at, text: added } of edits
    .map((edit, index) => ({ ...edit, index }))
    .sort((a, b) => b.at - a.at || b.order - a.order || b.index - a.index))
    text = text.slice(0, at) + added + text.slice(at);
  return prelude + text;
}

/** In one line, so that lines stay. */
const prelude = `
let path = ''; const paths = []; const counts = new Map(); const owners = new WeakMap();
const next = (key) => { const n = counts.get(key) ?? 0; counts.set(key, n + 1); return n; };
const enter = (name, line) => { paths.push(path); const calls = path + '/' + name; path = calls + '#' + next(calls); emit({ kind: 'call', key: path, value: null, line }); };
const leave = () => { emit({ kind: 'exit', key: path, value: null, line: 0 }); path = paths.pop(); };
const B = (site, line, value) => { const key = path + ' branch ' + site; emit({ kind: 'branch', key: key + ' ' + next(key), value: Boolean(value), line }); return value; };
const shown = (value) => typeof value === 'function' ? 'object' : typeof value === 'object' && value !== null ? owners.get(value) : value;
const S = (name) => { const entry = path + ':' + name + '@'; return entry + next(entry); };
const W = (scope, value, line) => { emit({ kind: 'write', key: scope + ' ' + next(scope), value: shown(value), line }); return value; };
const P = (object, name, value, line) => {
  if (!owners.has(object)) owners.set(object, 'object of ' + path);
  const key = owners.get(object) + '.' + name; emit({ kind: 'write', key: key + ' ' + next(key), value: shown(value), line }); return value;
};
`.replaceAll('\n', ' ');

/** The first entries of a kind in which two logs differ, in the order of the first; what only the second has stands behind what came before it. */
export function firstDifferenceOf(
  kind: Logged['kind'],
  own: readonly Logged[],
  other: readonly Logged[],
): readonly [Logged | null, Logged | null] | null {
  const places = new Map(own.map((one, index) => [`${one.kind} ${one.key}`, index]));
  const found: { readonly at: number; readonly sides: readonly [Logged | null, Logged | null] }[] = [];
  const seen = new Set<number>();
  let before = -1;
  for (const one of other) {
    const at = places.get(`${one.kind} ${one.key}`);
    const there = at === undefined ? undefined : own[at];
    if (at === undefined || there === undefined) {
      if (one.kind === kind) found.push({ at: before + 0.5, sides: [null, one] });
      continue;
    }
    seen.add(at);
    before = at;
    if (one.kind === kind && !Object.is(there.value, one.value)) found.push({ at, sides: [there, one] });
  }
  own.forEach((one, index) => void (!seen.has(index) && one.kind === kind && found.push({ at: index, sides: [one, null] })));
  return found.sort((a, b) => a.at - b.at)[0]?.sides ?? null;
}
