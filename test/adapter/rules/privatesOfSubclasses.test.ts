import assert from 'node:assert/strict';
import { recorded } from '../../support/recorded.js';
import { overRecording, watched } from '../../support/watching.js';

const program = `class Base {
  #size = 5;
  base(n) { this.#size = n; return this.#size; }
}
class Box extends Base {
  #size = 1;
  set(n) {
    this.#size = n;
  }
}
const kept = globalThis.kept = [new Box(), new Base()];
const [box, plain] = kept;
box.base(-1);
box.set(3);
box.set(-4);
plain.base(-9);
`;

/** Reads the private field of the objects of one class, which their superclass or subclass has too. */
const rule = (name: string): string => `export const of${name} = rule({
  check: 'change',
  foreach: { b: extent(${name}) },
  where: ({ b }) => field(b, '#size') < 0,
  found: ({ b }) => report(field(b, '#size')),
});
`;

const rules = (...names: readonly string[]): string => `import { extent, field, report, rule } from 'whence/rules';
import { Base, Box } from './prog.js';
${names.map(rule).join('')}`;

const ofBox = ['-4 @ 8'];
const ofBase = ['-1 @ 3', '-9 @ 3'];

describe('a private field that a superclass has, too', function () {
  this.timeout(120_000);

  it('is that of the class which the rule ranges over', async () => {
    const told = async (name: string): Promise<readonly string[]> => {
      const { findings, notes } = await watched(program, rules(name));
      assert.deepEqual(notes, []);
      return findings.map(({ message, position }) => `${message} @ ${position?.line ?? '?'}`);
    };
    assert.deepEqual(await told('Box'), ofBox);
    assert.deepEqual(await told('Base'), ofBase);
  });

  it('is so over a recording', async () => {
    for (const [name, expected] of [['Box', ofBox] as const, ['Base', ofBase] as const]) {
      const recording = await recorded({ 'prog.js': program, 'r.rules.ts': rules(name) });
      const { findings } = await overRecording(recording);
      recording.dispose();
      assert.deepEqual(
        findings.map(({ message, position }) => `${message} @ ${position?.line ?? '?'}`),
        expected,
      );
    }
  });

  it('is said to be one of two where rules range over both classes', async () => {
    const { notes } = await watched(program, rules('Base', 'Box'));
    assert.deepEqual(notes, [
      "Rules range over a class and a subclass of it that both have a private field #size: of an object with both, the subclass's is read.",
    ]);
  });
});
