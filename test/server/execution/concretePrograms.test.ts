import { concreteBuiltins } from '../../../server/builtins/concreteModels.js';
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import vm from 'node:vm';
import { present } from '../../../server/base/errors.js';
import { runFunction } from '../../../server/execution/concrete/run.js';
import { lowerModule } from '../../../server/syntax/lower/lower.js';
import { removeTypes } from '../../soundness/removeTypes.js';
import { parse } from '../../soundness/syntaxTree.js';

const folder = fileURLToPath(new URL('../../programs/syntox', import.meta.url));

type Outcome = 'good' | 'exception' | 'violation' | 'sometime' | 'endless';

/** The program with its assertions as code, run by the host; endless runs are ended after a minute. */
function hostOutcome(code: string, hasSometime: boolean, n: number): Outcome {
  const state = { hit: false };
  const context = vm.createContext({ state, n, violated: (): never => thrown('violated') });
  try {
    vm.runInContext(`${code}\n;main(n);`, context, { timeout: 60_000 });
  } catch (error) {
    if (error === 'violated') return 'violation';
    const message = error instanceof Error ? error.message : String((error as { message?: unknown }).message);
    return /timed out|call stack/.test(message) ? 'endless' : 'exception';
  }
  return hasSometime && !state.hit ? 'sometime' : 'good';
}

function thrown(value: unknown): never {
  throw value;
}

function executable(text: string): string {
  const checks = removeTypes(parse(text))
    .split('\n')
    .map((line) => {
      const [, tag, condition] = /^\s*\/\/@(always|sometime) (.*)$/.exec(line) ?? [];
      if (tag === undefined || condition === undefined) return line;
      return tag === 'always' ? `if (!(${condition})) violated();` : `if (${condition}) state.hit = true;`;
    });
  return checks.join('\n');
}

describe('the concrete interpreter on the programs of the paper on abstract debugging', () => {
  const inputs = [
    ...Array.from({ length: 21 }, (_, i) => -150 + 19 * i),
    -11,
    -10,
    -1,
    0,
    9,
    10,
    11,
    71,
    99,
    100,
    101,
    102,
    NaN,
    Infinity,
    -Infinity,
    -0,
    0.5,
    4.5,
    99.5,
  ];
  for (const name of readdirSync(folder).filter((file) => /^p\d+.*\.ts$/.test(file))) {
    it(`${name}: the outcome of every decided run is the host's`, () => {
      const text = readFileSync(`${folder}/${name}`, 'utf8');
      const lowered = lowerModule(text, { file: name, assertions: true });
      if (lowered.kind !== 'module') throw new Error('the program does not parse');
      const { module } = lowered;
      const main = present(
        module.functions.find((fn) => fn.name === 'main'),
        'main',
      );
      const obligations = module.assertions.filter(({ tag }) => tag === 'sometime').map(({ id }) => id);
      const code = executable(text);
      const decided = new Set<Outcome>();
      for (const n of inputs) {
        const { outcome } = runFunction(module, main.id, [n], { fuel: 20_000, maxDepth: 2_000, obligations, builtins: concreteBuiltins });
        assert.notEqual(outcome.kind, 'unmodelled');
        if (outcome.kind === 'outOfFuel') continue;
        const mine = outcome.kind === 'failed' ? outcome.reason : outcome.kind;
        assert.equal(mine, hostOutcome(code, obligations.length > 0, n), `main(${n})`);
        if (mine === 'good' || mine === 'exception' || mine === 'violation' || mine === 'sometime') decided.add(mine);
      }
      assert.ok(decided.has('good'), 'some input is good');
    });
  }
});
