import { ModuleAnalysis } from '../../../server/analysis/analyse.js';
import { defaultSettings } from '../../../server/analysis/settings.js';
import { accessesOf, AccessProofs, isProven } from '../../../server/findings/accesses.js';
import type { FunctionAccesses } from '../../../server/findings/accesses.js';
import { ownFunctions } from '../../../server/ir/linked.js';
import type { FunctionId, ModuleIr } from '../../../server/ir/program.js';
import * as values from '../../../server/lattice/value.js';
import { valueIn } from '../../../server/semantics/expression/evaluate.js';
import type { MeasuredAccess } from '../corpusMessages.js';
import { causeOf } from './accessCause.js';
import type { DeclaredKinds, DeclaredTypes } from './declaredKinds.js';

/** Every element access that is written in the module's own functions, with what is proven of it. */
export function measure(module: ModuleIr, file: string, types: DeclaredTypes): readonly MeasuredAccess[] {
  const related = look(module, true);
  const alone = look(module, false);
  return ownFunctions(module).flatMap((body) =>
    body.accesses.map(({ id, span }): MeasuredAccess => {
      const name = nameOf(body.id, id);
      const seen = related.seen.get(name);
      const before = module.text.slice(0, span.start);
      return {
        line: before.split('\n').length,
        text: module.text.slice(span.start, span.end),
        index: indexKind(types.of(file, span), seen?.key ?? 'unknown'),
        isProven: related.proven(body.id, id),
        isProvenAlone: alone.proven(body.id, id),
        cause: seen?.cause ?? (seen === undefined ? 'no root reaches it' : 'the root is incomplete'),
      };
    }),
  );
}

type KeyKind = DeclaredKinds['key'];

/** An index by its type, or by every value that it has. */
function indexKind({ key, base }: DeclaredKinds, known: KeyKind): MeasuredAccess['index'] {
  if (base === 'other' || (key === 'other' && known !== 'number')) return 'no';
  if (key === 'number' || known === 'number') return 'yes';
  if (known === 'other') return 'no';
  return base === 'indexable' ? 'yes' : 'unknown';
}

interface Seen {
  key: KeyKind;
  /** In the first state in which it is not proven. */
  cause: string | null;
}

interface Look {
  readonly seen: ReadonlyMap<string, Seen>;
  readonly proven: (functionId: FunctionId, access: number) => boolean;
}

const nameOf = (functionId: FunctionId, access: number): string => `${functionId}:${access}`;

function look(module: ModuleIr, relations: boolean): Look {
  const analysis = new ModuleAnalysis(module, { ...defaultSettings, relations });
  const roots: FunctionAccesses[][] = [];
  const seen = new Map<string, Seen>();
  analysis.visitReachable((root) => {
    const found = accessesOf(root);
    roots.push([...found.functions]);
    if (!root.complete) return;
    for (const instance of root.analysis.unfolding.instances) {
      const { body } = instance.indexed;
      for (const { instruction, source } of body.edges) {
        if ((instruction.kind !== 'load' && instruction.kind !== 'store') || instruction.access === null) continue;
        const state = root.reachable[instance.base + source] ?? null;
        if (state === null) continue;
        const value = valueIn(instruction.key, state, instance.activation);
        const key = values.isNumberOnly(value) ? 'number' : values.hasNumber(value) ? 'unknown' : 'other';
        const before = seen.get(nameOf(body.id, instruction.access));
        const isFailed = (before?.cause ?? null) === null && !isProven(instruction, state, instance.activation);
        const cause = isFailed ? causeOf(instruction, state, instance) : (before?.cause ?? null);
        seen.set(nameOf(body.id, instruction.access), { key: before === undefined || before.key === key ? key : 'unknown', cause });
      }
    }
  });
  const proofs = new AccessProofs(roots.map((functions) => ({ functions, mayBeOutside: false })));
  return { seen, proven: (functionId, access) => proofs.isProven(functionId, access) };
}
