import type { Expression } from './expression.js';
import type { Argument, Instruction } from './instruction.js';
import { textOf } from './linked.js';
import type { Edge, FunctionIr, ModuleIr, VariableId } from './program.js';

/** The errors in a module's graphs: none, unless lowering has a fault. */
export function validateModule(module: ModuleIr): string[] {
  const faults: string[] = [];
  module.variables.forEach((variable, index) => {
    if (variable.id !== index) faults.push(`variable ${variable.name} has the number ${variable.id} at place ${index}`);
  });
  module.sites.forEach((site, index) => {
    if (site.id !== index) faults.push(`site ${site.id} is at place ${index}`);
  });
  module.functions.forEach((each, index) => {
    if (each.id !== index) faults.push(`function ${each.name} has the number ${each.id} at place ${index}`);
    for (const fault of validateFunction(each, module)) faults.push(`${each.name}: ${fault}`);
    if (!module.thresholds.has(each.id)) faults.push(`${each.name} has no thresholds`);
  });
  return faults;
}

function validateFunction(f: FunctionIr, module: ModuleIr): string[] {
  const faults: string[] = [];
  const textLength = textOf(module, f).length;
  f.nodes.forEach((node, index) => {
    if (node.id !== index) faults.push(`node ${node.id} is at place ${index}`);
    if (node.point.offset !== node.span.start)
      faults.push(`node ${node.id} is at ${node.point.offset} but its span starts at ${node.span.start}`);
    if (node.span.end < node.span.start || node.span.end > textLength) faults.push(`node ${node.id} has a bad span`);
  });
  f.accesses.forEach((access, index) => {
    if (access.id !== index) faults.push(`access ${access.id} is at place ${index}`);
  });
  const check = (variable: VariableId, use: string): void => {
    const fault = faultOfVariable(variable, f, module);
    if (fault !== null) faults.push(`${use}: ${fault}`);
  };
  for (const special of [f.result, f.exception, ...f.parameters]) check(special, 'header');
  const normal = new Set<string>();
  const twins = new Map<Instruction, Set<number>>();
  for (const edge of f.edges) {
    if (edge.outcome === 'throw') continue;
    if (edge.instruction.kind === 'throw') faults.push(`a throw completes normally at node ${edge.source}`);
    normal.add(`${edge.source}`);
    const sources = twins.get(edge.instruction) ?? new Set();
    twins.set(edge.instruction, sources.add(edge.source));
  }
  const throwing = new Set<Instruction>();
  for (const edge of f.edges) {
    validateEdge(edge, f, check, faults);
    if (edge.outcome !== 'throw') continue;
    throwing.add(edge.instruction);
    const own = edge.instruction.kind === 'throw' || twins.get(edge.instruction)?.has(edge.source) === true;
    if (!own) faults.push(`the exception edge at node ${edge.source} has no twin`);
  }
  for (const edge of f.edges) {
    if (edge.outcome === 'normal' && alwaysThrowing.has(edge.instruction.kind) && !throwing.has(edge.instruction)) {
      faults.push(`${edge.instruction.kind} at node ${edge.source} has no exception edge`);
    }
  }
  for (const mark of f.nodes) {
    if (mark.mark?.kind === 'violation' && f.edges.some((edge) => edge.source === mark.id))
      faults.push(`a violation at node ${mark.id} goes on`);
  }
  for (const end of [f.exit, f.throwExit]) if (f.edges.some((edge) => edge.source === end)) faults.push(`an edge leaves the end ${end}`);
  if (!f.edges.some((edge) => edge.source === f.entry)) faults.push('nothing leaves the entry');
  return faults;
}

/** Instructions that may throw whatever their operands are. */
const alwaysThrowing: ReadonlySet<Instruction['kind']> = new Set<Instruction['kind']>([
  ...(['load', 'store', 'delete', 'copyProperties', 'call', 'iterate', 'step', 'closeIterator', 'collect', 'await', 'yield'] as const),
  ...(['havoc', 'checkInitialised', 'defineAccessor'] as const),
]);

function validateEdge(edge: Edge, f: FunctionIr, check: (variable: VariableId, use: string) => void, faults: string[]): void {
  if (f.nodes[edge.source] === undefined) faults.push(`an edge leaves the missing node ${edge.source}`);
  if (f.nodes[edge.target] === undefined) faults.push(`an edge goes to the missing node ${edge.target}`);
  forEachVariableOf(edge.instruction, (variable) => check(variable, edge.instruction.kind));
}

/** Null when the function may use the variable. */
function faultOfVariable(id: VariableId, f: FunctionIr, module: ModuleIr): string | null {
  const variable = module.variables[id];
  if (variable === undefined) return `there is no variable ${id}`;
  if (variable.owner === f.id) return null;
  if (!variable.captured) return `${variable.name} belongs to ${module.functions[variable.owner]?.name ?? '?'} and is not captured`;
  let at: FunctionIr | undefined = f;
  // As many steps as there are functions: the parents of a faulty module may form a circle.
  for (let steps = 0; at !== undefined && steps <= module.functions.length; steps++) {
    if (at.id === variable.owner) return null;
    at = at.parent === null ? undefined : module.functions[at.parent];
  }
  return `${variable.name} belongs to a function that is not around`;
}

/** Every variable that an instruction reads or writes. */
function forEachVariableOf(i: Instruction, visit: (variable: VariableId) => void): void {
  const read = (e: Expression | null): void => {
    if (e !== null) visitExpression(e, visit);
  };
  const readAll = (args: readonly Argument[]): void => {
    for (const each of args) if (each.kind !== 'hole') read(each.value);
  };
  switch (i.kind) {
    case 'nop':
      return;
    case 'assign':
      visit(i.target);
      return read(i.value);
    case 'assume':
      return read(i.condition);
    case 'checkInitialised':
      return visit(i.variable);
    case 'enterScope':
    case 'copyScope':
      return i.variables.forEach(visit);
    case 'load':
      visit(i.target);
      read(i.object);
      read(i.key);
      return read(i.receiver ?? null);
    case 'delete':
      visit(i.target);
      read(i.object);
      return read(i.key);
    case 'store':
      read(i.object);
      read(i.key);
      return read(i.value);
    case 'defineAccessor':
      read(i.object);
      read(i.key);
      read(i.getter);
      return read(i.setter);
    case 'copyProperties':
      read(i.object);
      read(i.source);
      return i.excluded.forEach(read);
    case 'allocate':
      visit(i.target);
      return readAll(i.elements);
    case 'closure':
      visit(i.target);
      return read(i.superclass);
    case 'call':
      visit(i.target);
      read(i.callee);
      read(i.receiver);
      return readAll(i.args);
    case 'escape':
    case 'throw':
      return read(i.value);
    case 'iterate':
      visit(i.iterator);
      visit(i.index);
      return read(i.iterable);
    case 'step':
      visit(i.iterator);
      visit(i.index);
      return visit(i.target);
    case 'closeIterator':
      return visit(i.iterator);
    case 'collect':
      visit(i.target);
      visit(i.iterator);
      return visit(i.index);
    case 'await':
    case 'yield':
      visit(i.target);
      return read(i.value);
    case 'havoc':
      if (i.target !== null) visit(i.target);
      i.reads.forEach(read);
      return i.writes.forEach(visit);
  }
}

function visitExpression(e: Expression, visit: (variable: VariableId) => void): void {
  switch (e.kind) {
    case 'variable':
      return visit(e.variable);
    case 'unary':
      return visitExpression(e.operand, visit);
    case 'binary':
      visitExpression(e.left, visit);
      return visitExpression(e.right, visit);
    case 'intrinsic':
      return e.operands.forEach((each) => visitExpression(each, visit));
    default:
      return;
  }
}
