import { concreteBuiltins } from '../../../server/builtins/concreteModels.js';
import assert from 'node:assert/strict';
import { present } from '../../../server/base/errors.js';
import { runFunction, type RunArgument } from '../../../server/execution/concrete/run.js';
import { lowerModule } from '../../../server/syntax/lower/lower.js';
import { execute } from '../../soundness/execution.js';
import { harnessProgram } from '../../soundness/generator/program.js';
import { evaluateArguments, sessions, showCall, type Session } from '../../soundness/inputs.js';
import { instrument } from '../../soundness/instrument.js';
import { Random } from '../../soundness/random.js';

/** The first call of each session, on a plain function without an obligation of its own: what `runFunction` runs. */
function firstCalls(all: readonly Session[]): readonly Session[] {
  return all
    .filter(({ concurrent }) => !concurrent)
    .map((session) => ({ ...session, calls: session.calls.slice(0, 1) }))
    .filter(({ calls }) => calls.every(({ root }) => root.className === null && !root.isGenerator && root.obligations.length === 0));
}

function isArgument(value: unknown): value is RunArgument {
  if (Array.isArray(value)) return value.every(isArgument);
  return value === null || (typeof value !== 'object' && typeof value !== 'function' && typeof value !== 'symbol');
}

describe('the concrete interpreter on random programs', () => {
  for (const seed of [11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22]) {
    it(`program ${seed}: no decided run ends otherwise than the host's`, async () => {
      const text = harnessProgram(seed);
      const program = instrument(text);
      const lowered = lowerModule(text, { file: 'program.ts', assertions: true });
      if (lowered.kind !== 'module') throw new Error('the program does not parse');
      const { module } = lowered;
      const { runs } = await execute(program, firstCalls(sessions(program, new Random(seed), false, 30)), 'doubles');
      for (const { call, verdict } of runs) {
        const root = present(
          module.functions.find(({ name }) => name === call.root.name),
          call.root.name,
        );
        const args = evaluateArguments(call.args);
        if (verdict === 'unknown' || !args.every(isArgument)) continue;
        const { kind } = runFunction(module, root.id, args, { fuel: 5_000, maxDepth: 500, builtins: concreteBuiltins }).outcome;
        if (kind === 'good' || kind === 'failed') assert.equal(kind, verdict, showCall(call));
      }
    });
  }
});
