import type { IndexedFunction, Instance, PointId } from '../analysis/unfolding.js';
import type { RootSolution } from '../analysis/rootSolution.js';
import { mentionsOf } from '../ir/mentions.js';
import type { Instruction } from '../ir/instruction.js';
import type { Edge, ModuleIr, NodeId } from '../ir/program.js';
import { alwaysThrows } from './cause.js';

/** Whether runs come there only past what may throw instead, to a handler from which they may end well. */
export function isExpectedToThrow(point: PointId, { base, indexed }: Instance, { good }: RootSolution): boolean {
  const isGood = (node: NodeId): boolean => (good[base + node] ?? null) !== null;
  const last = (indexed.incoming[point - base] ?? []).filter(({ source }) => isGood(source));
  const isCaught = ({ source, outcome }: Edge): boolean =>
    outcome === 'normal' && (indexed.outgoing[source] ?? []).some((other) => other.outcome === 'throw' && isGood(other.target));
  return last.length > 0 && last.every(isCaught);
}

/**
 * Whether all runs that come there call, before any good run joins them, what seems to be there to throw: `this.fail('…');`, where the
 * program has a function `fail` from which no way leads to its end. It need not be known that it is this one.
 */
export function isLeftByCall(point: PointId, { base, indexed }: Instance, { analysis, good }: RootSolution): boolean {
  const { module } = analysis.context.program;
  const throwing = namesOfThrowing(module, analysis.context.functions);
  if (throwing.size === 0) return false;
  const seen = new Set<NodeId>();
  const pending: NodeId[] = [point - base];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (seen.has(node)) continue;
    seen.add(node);
    if ((good[base + node] ?? null) !== null || node === indexed.body.exit) return false;
    for (const { instruction, target, outcome } of indexed.outgoing[node] ?? [])
      if (outcome !== 'throw' && !isCallOf(instruction, throwing, module)) pending.push(target);
  }
  return true;
}

/** A call by such a name, of which nobody uses the result. */
function isCallOf(instruction: Instruction, names: ReadonlySet<string>, module: ModuleIr): boolean {
  if (instruction.kind !== 'call' || instruction.mode !== 'call' || !names.has(lastName(instruction.text))) return false;
  const uses = mentionsOf(module).mentions.get(instruction.target) ?? [];
  return module.variables[instruction.target]?.kind === 'temporary' && uses.every((use) => use === instruction);
}

const lastName = (text: string): string => /[\w$]+$/.exec(text)?.[0] ?? '';

const known = new WeakMap<ModuleIr, ReadonlySet<string>>();

function namesOfThrowing(module: ModuleIr, functions: readonly IndexedFunction[]): ReadonlySet<string> {
  let names = known.get(module);
  if (names === undefined) {
    const throwing = functions.filter((indexed) => {
      const { name, isAsync, isGenerator } = indexed.body;
      return lastName(name) !== '' && !isAsync && !isGenerator && alwaysThrows({ indexed });
    });
    known.set(module, (names = new Set(throwing.map(({ body }) => lastName(body.name)))));
  }
  return names;
}
