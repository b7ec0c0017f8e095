import assert from 'node:assert/strict';
import { LineMap } from '../../../server/base/span.js';
import type { FunctionIr, ModuleIr, Variable } from '../../../server/ir/program.js';
import { showFunction, variableNames } from '../../../server/ir/show.js';
import { validateModule } from '../../../server/ir/validate.js';
import { lowerModule } from '../../../server/syntax/lower/lower.js';

/** Lowers a program, whose graphs must be well formed. */
export function lowered(text: string, file = 'program.ts'): ModuleIr {
  const result = lowerModule(text, { file, assertions: true });
  if (result.kind !== 'module') throw new Error(result.errors.map((error) => error.message).join('\n'));
  assert.deepEqual(validateModule(result.module), []);
  return result.module;
}

export function functionNamed(module: ModuleIr, name: string): FunctionIr {
  const found = module.functions.find((each) => each.name === name);
  if (found === undefined) throw new Error(`there is no function ${name}, but ${module.functions.map((each) => each.name).join(', ')}`);
  return found;
}

export function variableNamed(module: ModuleIr, name: string): Variable {
  const found = module.variables.find((each) => each.name === name);
  if (found === undefined) throw new Error(`there is no variable ${name}`);
  return found;
}

/**
 * The edges of a function's graph, one for each line: `n1 -> n2 i := i + 1`. Exception edges are left out unless asked for.
 * Nodes that nothing leads to are left out too.
 */
function edgesOf(module: ModuleIr, name: string, withThrows = false): string[] {
  const shown = showFunction(functionNamed(module, name), variableNames(module), new LineMap(module.text)).split('\n').slice(1);
  const edges: string[] = [];
  const reached = new Set(['n0']);
  let source = '';
  for (const line of shown) {
    const node = /^ {2}(n\d+): /.exec(line);
    if (node?.[1] !== undefined) source = node[1];
    const edge = /^ {4}(-!?>) (n\d+)(?: {2}(.*))?$/.exec(line);
    if (edge === null || edge[2] === undefined || !reached.has(source)) continue;
    reached.add(edge[2]);
    if (edge[1] === '->' || withThrows) edges.push(`${source} ${edge[1]} ${edge[2]} ${edge[3] ?? ''}`.trimEnd());
  }
  return edges;
}

/** The graph of function `f` of the program is, line by line, `expected`. */
export function graph(text: string, expected: string, options: { name?: string; withThrows?: boolean; file?: string } = {}): void {
  const { name = 'f', withThrows = false, file = 'program.ts' } = options;
  const lines = expected.split('\n').map((line) => line.trim());
  assert.deepEqual(
    edgesOf(lowered(text, file), name, withThrows),
    lines.filter((line) => line !== ''),
  );
}
