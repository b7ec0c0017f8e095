import { LineMap } from '../base/span.js';
import { unreachable } from '../base/errors.js';
import type { Expression } from './expression.js';
import type { Argument, Instruction } from './instruction.js';
import type { Edge, FunctionIr, GraphNode, ModuleIr, NodeId, NodeMark, VariableId } from './program.js';

/**
 * The graphs of a module as text that changes only when the program does: functions in order, nodes numbered in reverse postorder,
 * one line for each edge. `-!>` is an edge taken by an exception; `[e]` and `[not e]` are tests.
 */
export function showModule(module: ModuleIr): string {
  const lines = new LineMap(module.text);
  const names = variableNames(module);
  return module.functions.map((each) => showFunction(each, names, lines)).join('\n');
}

export function showFunction(f: FunctionIr, names: Names, lines: LineMap): string {
  const successors = successorsOf(f);
  const order = reversePostorder(f, successors);
  const numbers = new Map(order.map((node, index) => [node, index]));
  const number = (node: NodeId): string => `n${numbers.get(node) ?? '?'}`;
  const output = [header(f, names)];
  for (const id of order) {
    const node = f.nodes[id];
    if (node === undefined) continue;
    output.push(`  ${number(id)}: ${describe(node, f, lines)}`);
    for (const edge of successors[id] ?? []) {
      const arrow = edge.outcome === 'throw' ? '-!>' : '->';
      output.push(`    ${arrow} ${number(edge.target)}  ${showInstruction(edge.instruction, names)}`.trimEnd());
    }
  }
  return `${output.join('\n')}\n`;
}

export type Names = (variable: VariableId) => string;

/** Names as written; a number is added to those that several variables of a function share. */
export function variableNames(module: ModuleIr): Names {
  const seen = new Map<string, number>();
  const names = module.variables.map((variable) => {
    const key = `${variable.owner} ${variable.name}`;
    const count = (seen.get(key) ?? 0) + 1;
    seen.set(key, count);
    return count === 1 ? variable.name : `${variable.name}#${count}`;
  });
  return (variable) => names[variable] ?? `?${variable}`;
}

function header(f: FunctionIr, names: Names): string {
  const parameters = f.parameters.map(names);
  if (f.rest !== null) parameters.push(`...${names(f.rest)}`);
  const flags = [f.isAsync ? 'async ' : '', f.isGenerator ? 'generator ' : '', f.opaque ? 'opaque ' : ''].join('');
  return `${flags}${f.kind} ${f.name}(${parameters.join(', ')})`;
}

function describe(node: GraphNode, f: FunctionIr, lines: LineMap): string {
  const { line, column } = lines.positionOf(node.point.kind === 'after' ? node.span.end : node.point.offset);
  const role = node.id === f.entry || node.id === f.exit || node.id === f.throwExit ? '' : ` ${line}:${column}`;
  return `${node.point.kind}${role}${node.mark === null ? '' : ` ${showMark(node.mark)}`}`;
}

function showMark(mark: NodeMark): string {
  return mark.kind === 'endless' ? '{endless}' : `{${mark.kind} ${mark.assertion}}`;
}

function successorsOf(f: FunctionIr): Edge[][] {
  const successors: Edge[][] = f.nodes.map(() => []);
  for (const edge of f.edges) successors[edge.source]?.push(edge);
  return successors;
}

/** From the entry; then, in order of their numbers, nodes that nothing leads to. */
function reversePostorder(f: FunctionIr, successors: readonly (readonly Edge[])[]): NodeId[] {
  const visited = new Set<NodeId>();
  const components: NodeId[][] = [];
  const starts = [f.entry, ...f.nodes.map((node) => node.id)];
  for (const start of starts) {
    if (visited.has(start)) continue;
    const postorder: NodeId[] = [];
    const stack = [{ node: start, next: 0 }];
    visited.add(start);
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      // Last edges first, so that the first ones come early in the reversed order.
      const edges = successors[top.node] ?? [];
      const edge = edges[edges.length - 1 - top.next++];
      if (edge === undefined) {
        postorder.push(top.node);
        stack.pop();
      } else if (!visited.has(edge.target)) {
        visited.add(edge.target);
        stack.push({ node: edge.target, next: 0 });
      }
    }
    components.push(postorder.reverse());
  }
  return components.flat();
}

function showInstruction(i: Instruction, name: Names): string {
  const show = (e: Expression): string => showExpression(e, name);
  switch (i.kind) {
    case 'nop':
      return '';
    case 'assign':
      return `${name(i.target)} := ${show(i.value)}`;
    case 'assume':
      return i.truth ? `[${show(i.condition)}]` : `[not ${operand(i.condition, name)}]`;
    case 'checkInitialised':
      return `check ${name(i.variable)}`;
    case 'enterScope':
      return `enter ${i.variables.map(name).join(', ')}`;
    case 'copyScope':
      return `copy ${i.variables.map(name).join(', ')}`;
    case 'load':
      return `${name(i.target)} := ${member(i.object, i.key, name)}${i.receiver === undefined ? '' : ` of ${show(i.receiver)}`}${access(i.access)}`;
    case 'store':
      return `${member(i.object, i.key, name)} ${i.mode === 'define' ? '::=' : ':='} ${show(i.value)}${access(i.access)}`;
    case 'defineAccessor': {
      const parts = [i.getter === null ? '' : `get ${show(i.getter)}`, i.setter === null ? '' : `set ${show(i.setter)}`];
      return `${member(i.object, i.key, name)} ::= ${parts.filter((part) => part !== '').join(', ')}`;
    }
    case 'delete':
      return `${name(i.target)} := delete ${member(i.object, i.key, name)}`;
    case 'copyProperties': {
      const excluded = i.excluded.length === 0 ? '' : ` but ${i.excluded.map(show).join(', ')}`;
      return `${show(i.object)} ::= ...${show(i.source)}${excluded}`;
    }
    case 'allocate':
      return `${name(i.target)} := ${i.form} @${i.site}${i.form === 'array' ? ` [${showArguments(i.elements, name)}]` : ''}`;
    case 'closure': {
      const superclass = i.superclass === null ? '' : ` extends ${show(i.superclass)}`;
      return `${name(i.target)} := ${i.isClass ? 'class' : 'closure'} f${i.function} @${i.site}${superclass}`;
    }
    case 'call':
      return showCall(i, name);
    case 'escape':
      return `escape ${show(i.value)}`;
    case 'throw':
      return `throw ${show(i.value)}`;
    case 'iterate':
      return `${name(i.iterator)}, ${name(i.index)} := iterate ${i.protocol} ${show(i.iterable)}`;
    case 'step':
      return i.found ? `${name(i.target)} := next ${name(i.iterator)}` : `done ${name(i.iterator)}`;
    case 'closeIterator':
      return `close ${name(i.iterator)}`;
    case 'collect':
      return `${name(i.target)} := rest ${name(i.iterator)} @${i.site}`;
    case 'await':
      return `${name(i.target)} := await ${show(i.value)}`;
    case 'yield':
      return `${name(i.target)} := yield${i.delegate ? '*' : ''} ${show(i.value)}`;
    case 'havoc': {
      const target = i.target === null ? '' : `${name(i.target)} := `;
      const writes = i.writes.length === 0 ? '' : ` writes ${i.writes.map(name).join(', ')}`;
      return `${target}havoc(${i.reads.map(show).join(', ')})${writes} "${i.reason}"`;
    }
    default:
      return unreachable(i);
  }
}

function access(id: number | null): string {
  return id === null ? '' : `  #${id}`;
}

function showCall(i: Instruction & { kind: 'call' }, name: Names): string {
  const args = showArguments(i.args, name);
  const callee = operand(i.callee, name);
  const receiver = i.receiver === null || i.mode === 'super' ? '' : ` on ${showExpression(i.receiver, name)}`;
  const mode = i.mode === 'call' ? '' : `${i.mode} `;
  return `${name(i.target)} := ${mode}${callee}(${args})${receiver} @${i.site}${i.awaited ? ' awaited' : ''}`;
}

function showArguments(args: readonly Argument[], name: Names): string {
  return args
    .map((each) => {
      if (each.kind === 'hole') return '';
      return `${each.kind === 'spread' ? '...' : ''}${showExpression(each.value, name)}`;
    })
    .join(', ');
}

function member(object: Expression, key: Expression, name: Names): string {
  const isName = key.kind === 'constant' && key.value.kind === 'string' && /^[#A-Za-z_$][\w$@]*$/.test(key.value.value);
  if (isName && key.value.kind === 'string') return `${operand(object, name)}.${key.value.value}`;
  return `${operand(object, name)}[${showExpression(key, name)}]`;
}

/** As an operand: compound expressions in parentheses. */
function operand(e: Expression, name: Names): string {
  const text = showExpression(e, name);
  return e.kind === 'binary' || e.kind === 'unary' ? `(${text})` : text;
}

function showExpression(e: Expression, name: Names): string {
  switch (e.kind) {
    case 'constant':
      return showConstant(e);
    case 'variable':
      return name(e.variable);
    case 'global':
      return e.name;
    case 'unary': {
      const isWord = /[a-z]/.test(e.operator);
      return `${e.operator}${isWord ? ' ' : ''}${operand(e.operand, name)}`;
    }
    case 'binary':
      return `${operand(e.left, name)} ${e.operator} ${operand(e.right, name)}`;
    case 'intrinsic':
      return `${e.name}(${e.operands.map((each) => showExpression(each, name)).join(', ')})`;
    case 'unknown':
      return '?';
    default:
      return unreachable(e);
  }
}

function showConstant(e: Expression & { kind: 'constant' }): string {
  const { value } = e;
  switch (value.kind) {
    case 'undefined':
    case 'null':
      return value.kind;
    case 'number':
      return Object.is(value.value, -0) ? '-0' : String(value.value);
    case 'string':
      return JSON.stringify(value.value);
    case 'bigint':
      return `${value.value}n`;
    default:
      return String(value.value);
  }
}
