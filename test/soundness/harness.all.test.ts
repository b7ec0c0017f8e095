import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { whence, type Checker } from './checker.js';
import { condemning, constantStates, deadStates, erring, excluding, forgetful, forgettingNaN, silent, warning } from './fakeCheckers.js';
import { referenceProgram } from './fuzzDistribution.js';
import { harnessSubject } from './harnessRun.js';
import { measureReference } from './referenceRun.js';
import { shrink } from './shrink.js';
import { examine, type FaultKind } from './verdict.js';

const kindsOf = async (text: string, checker: Checker, integers = false): Promise<readonly FaultKind[]> =>
  (await examine({ file: 'program.ts', text, integers, seed: 1 }, checker)).faults.map((fault) => fault.kind);

/** Verdicts of `main` by input. */
async function verdicts(text: string): Promise<ReadonlyMap<string, string>> {
  const { runs } = await examine({ file: 'program.ts', text, integers: false, seed: 1, count: 200 }, silent);
  return new Map(runs.filter((run) => run.call.root.name === 'main').map((run) => [run.call.args.join(), run.verdict]));
}

describe('the soundness harness', () => {
  describe('catches a checker that', () => {
    const half = `
export function main(n: number) {
  let x = n;
  // @always x < 10
  x = x + 1;
  return x;
}
`;
    const caught: readonly (readonly [string, Checker, FaultKind])[] = [
      ['calls every input bad', condemning, 'requires'],
      ['excludes one good input', excluding(9), 'requires'],
      ['claims constant states', constantStates, 'reachable'],
      ['calls reached points unreachable', deadStates, 'good'],
      ['reports an error where a good run passes', erring, 'finding'],
      ['does not report an exported function', forgetful, 'missing-root'],
    ];
    for (const [what, checker, kind] of caught) it(what, async () => assert.ok((await kindsOf(half, checker)).includes(kind)));

    it('forgets that NaN is good', async () =>
      assert.deepEqual(await kindsOf('export function main(n: number) {\n  if (n > 3) {\n    throw 1;\n  }\n}\n', forgettingNaN), [
        'requires',
      ]));

    it('throws', async () =>
      assert.deepEqual(
        await kindsOf(half, () => {
          throw new Error('a fault of the analysis');
        }),
        ['crash'],
      ));

    it('is too strong on random programs', async () => {
      let withGoodRun = 0;
      for (let index = 0; index < 20; index++) {
        const subject = harnessSubject(5, index, false);
        const { faults, runs } = await examine(subject, condemning);
        if (!runs.some((run) => run.verdict === 'good')) continue;
        withGoodRun++;
        assert.ok(
          faults.some((fault) => fault.kind === 'requires'),
          subject.text,
        );
      }
      assert.ok(withGoodRun > 8, `only ${withGoodRun} programs have a good run`);
    });
  });

  it('finds nothing wrong with a checker that claims nothing', async () => {
    for (let index = 0; index < 10; index++) assert.deepEqual((await examine(harnessSubject(6, index, false), silent)).faults, []);
  });

  describe('runs programs as Node does', () => {
    it('ends a run at a violated assertion, whatever the program catches', async () => {
      const seen = await verdicts(
        'export function main(n: number) {\n  try {\n    // @always n > 3\n  } catch {\n    return 1;\n  } finally {\n    return 2;\n  }\n}\n',
      );
      assert.equal(seen.get('3'), 'failed');
      assert.equal(seen.get('4'), 'good');
      assert.equal(seen.get('NaN'), 'failed');
    });

    it('says nothing about runs that do not end', async () => {
      const seen = await verdicts('export function main(n: number) {\n  while (n !== 5) {\n    n--;\n  }\n}\n');
      assert.equal(seen.get('4'), 'unknown');
      assert.equal(seen.get('6'), 'good');
    });

    it('lets a program catch the overflow of its stack', async () => {
      const seen = await verdicts(
        'export function main(n: number): number {\n  try {\n    return main(n + 1);\n  } catch {\n    return 1;\n  }\n}\n',
      );
      assert.equal(seen.get('1'), 'good');
    });

    it('asks for each @sometime once', async () => {
      const seen = await verdicts('export function main(n: number) {\n  for (let i = 0; i < n; i++) {\n    // @sometime i === 2\n  }\n}\n');
      assert.equal(seen.get('2'), 'failed');
      assert.equal(seen.get('3'), 'good');
    });

    it('waits for async functions', async () => {
      const seen = await verdicts('export async function main(n: number) {\n  await null;\n  if (n > 2) {\n    throw n;\n  }\n}\n');
      assert.equal(seen.get('3'), 'failed');
      assert.equal(seen.get('2'), 'good');
    });

    it('calls no other function of a name than the one that is reported', async () => {
      const other = '{ step() { return 3; } }';
      const text = (made: string) => `export class C {\n  constructor() {\n    ${made}\n  }\n  step(p: number) {\n    throw p;\n  }\n}\n`;
      for (const made of [`return ${other} as any;`, `Object.assign(this, ${other});`]) {
        const { runs } = await examine({ file: 'program.ts', text: text(made), integers: false, seed: 1 }, silent);
        assert.deepEqual([...new Set(runs.map((run) => run.verdict))], ['unknown'], made);
      }
      const { runs } = await examine({ file: 'program.ts', text: text(''), integers: false, seed: 1 }, silent);
      assert.ok(runs.some((run) => run.verdict === 'failed'));
    });

    it('takes an assertion after a jump as one before it', async () => {
      const seen = await verdicts('export function main(n: number) {\n  return n; // @always n < 2\n}\n');
      assert.equal(seen.get('2'), 'failed');
      assert.equal(seen.get('1'), 'good');
    });
  });

  describe('looks at a run without changing it', () => {
    const counting = (getter: string) => `
const o = { count: 1, get next(): number { ${getter} } };
export function main(n: number) {
  n++;
  return o.count;
}
`;

    it('runs no accessor that writes for a condition', async () => {
      assert.deepEqual(await kindsOf(counting('return this.count--;'), warning('o.next > 1')), []);
    });

    it('runs one that only reads', async () => {
      assert.deepEqual(await kindsOf(counting('return this.count;'), warning('o.next > 1')), ['finding', 'pause']);
      assert.deepEqual(await kindsOf(counting('return this.count;'), warning('o.next > 0')), []);
    });

    it('runs no getter of an argument that writes', async () => {
      const text = 'export function main(p: { x: number }) {\n  // @always p.x % 2 !== 0\n  return 1;\n}\n';
      const { faults, runs } = await examine({ file: 'program.ts', text, integers: false, seed: 1, count: 600 }, whence);
      assert.ok(runs.some(({ call }) => call.args.join().includes('this.count++')));
      assert.deepEqual(faults, []);
    });

    it('takes a condition that throws for a false one', async () => {
      assert.deepEqual(await kindsOf(counting('throw new EvalError("no");'), warning('o.next > 0')), ['finding', 'pause']);
    });
  });

  it('measures the hull of the reference distribution', async () => {
    const exact: Checker = (question) => ({
      ...silent(question),
      functions: silent(question).functions.map((report) => ({ ...report, requires: null })),
    });
    for (let seed = 0; seed < 15; seed++) {
      const report = await measureReference(seed, true, exact);
      assert.equal(report.admitted, 91, referenceProgram(seed));
      assert.deepEqual(report.faults, []);
    }
  });

  it('shrinks an unsound program to what matters', async () => {
    const text = `
let m = 3;
function h(p: number): number {
  m += p;
  return m * 2;
}
export function main(n: number) {
  let x = 0;
  for (let i = 0; i < 3; i++) {
    x += h(i);
  }
  try {
    if (n > 4) {
      throw new Error('e');
    }
  } finally {
    x--;
  }
  return x;
}
`;
    const subject = { file: 'program.ts', text, integers: true, seed: 1 };
    const { faults } = await examine(subject, excluding(2));
    const [fault] = faults;
    assert.ok(fault !== undefined);
    const small = await shrink(subject, fault, excluding(2));
    assert.equal(small.text.replace(/\s+/g, ' ').trim(), 'export function main(n: number) { }');
  });
});
