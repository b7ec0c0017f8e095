import assert from 'node:assert/strict';
import { requests, type Chain } from '../../../adapter/dap/querypoints/protocol.js';
import { debugging, type Debugged } from '../../support/debugging.js';
import { testedNodes } from '../../support/nodes.js';

const body = `class Box {
  value: number;
  constructor(value: number) { this.value = value; }
  add(amount: number): number {
    const before: number = this.value;
    this.value += amount; //add
    return before; //return
  }
}
const box: Box = new Box(1);
for (const amount of [2, 3]) box.add(amount);
console.log('value', box.value); //end
`;
const erased = body.replace(/: (number|Box)\b/g, '').replace('  value;\n', '');

/** By how the program is written: its file, its text, and the Node that it needs. */
const programs = {
  'an ES module': ['program.mjs', erased, 20],
  CommonJS: ['program.cjs', erased, 20],
  'types, erased by Node': ['program.mts', body, 22],
  'types in CommonJS, erased by Node': ['program.cts', body, 22],
} as const;

async function story(debugged: Debugged, runtimeExecutable: string): Promise<void> {
  await debugged.launch({ runtimeExecutable, skipFiles: ['<node_internals>/**'] }, () => debugged.breakAt(['//add', '//end']));
  const added = await debugged.stopped();
  assert.deepEqual([added.line, added.frame.name], [debugged.line('//add'), 'add']);
  const { amount, this: owner } = await debugged.variables(added);
  assert.equal(amount?.value, '2');
  assert.equal((await debugged.children(owner ?? assert.fail('no this')))['value']?.value, '1');
  const stepped = await debugged.go('next', added);
  assert.deepEqual([stepped.reason, stepped.line], ['step', debugged.line('//return')]);
  assert.equal((await debugged.evaluate('this.value', 'watch', stepped)).result, '3');
  const out = await debugged.go('stepOut', stepped);
  const again = await debugged.go('continue', out);
  const end = await debugged.go('continue', again);
  assert.equal(end.line, debugged.line('//end'));
  const ask = { kind: 'lastChange', frameId: end.frame.id, expression: 'box.value' };
  const { points } = await debugged.client.request<Chain>(requests.ask, ask);
  assert.deepEqual([points[1]?.place?.line, points[1]?.before, points[1]?.after], [debugged.line('//add'), '3', '6']);
  assert.match(await debugged.finish(end), /value 6/);
}

for (const { name, path } of testedNodes) {
  const version = Number(/\d+/.exec(name === 'this Node' ? process.version : name)?.[0]);
  describe(`the debugger, ${name}`, () => {
    for (const [kind, [file, text, oldest]] of Object.entries(programs)) {
      if (version < oldest) continue; // this Node does not erase types
      it(kind, () => debugging({ [file]: text }, (debugged) => story(debugged, path())));
    }
  });
}
