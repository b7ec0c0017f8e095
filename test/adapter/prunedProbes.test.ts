import assert from 'node:assert/strict';
import { isNothingAsked, type StoreProof } from '../../adapter/instrument/prunedStores.js';
import { proofsOf } from '../../server/check/proofs.js';
import { why } from '../support/querying.js';

const text = `const o = { price: 1 };
const rows = [];
for (let i = 0; i < 9; i++) rows[i] = i;
for (let i = 0; i < 9; i++) rows['x' + i] = i;
const name = process.argv[2] ?? 'price';
o[name] = 5;
function never() { o.price = 6; never(); }
console.log(o.price); //stop
`;
const asked = { files: { 'program.cjs': text }, ask: ['lastChange(o.price)'] };
const none = { keys: 0, functions: 0 };
const number: StoreProof = { end: 0, mayBeNumber: true, prefix: null, isWhole: false };
const named = (prefix: string, isWhole = false): StoreProof => ({ end: 0, mayBeNumber: false, prefix, isWhole });

describe('stores that are proven not to be asked about', () => {
  it('have no probe from the second run on, and the answer is the same', async () => {
    const all = await why(asked);
    const pruned = await why({ ...asked, prove: (file, loaded) => Promise.resolve(proofsOf({ file, text: loaded })) });
    assert.deepEqual(pruned.points, all.points);
    assert.deepEqual(
      [all.result.probes?.proven, pruned.result.probes?.proven],
      [
        { keys: 0, functions: 0 },
        { keys: 2, functions: 1 },
      ],
    );
    assert.ok(pruned.result.executions > 1);
    assert.equal((pruned.result.probes?.sites.properties ?? 0) + 3, all.result.probes?.sites.properties);
  });

  it('are probed again when a run has shown that a proof is wrong, which is told', async () => {
    const end = text.indexOf('o[name]') + 'o[name]'.length;
    const all = await why(asked);
    const { points, result } = await why({ ...asked, prove: () => Promise.resolve({ stores: [{ ...number, end }], neverEntered: [] }) });
    assert.deepEqual(points, all.points);
    assert.deepEqual(result.probes?.proven, none);
    assert.match(result.notes.join(), /program\.cjs:6 .* is wrong: please report it/);
  });

  it('are probed again when a run has entered a function that no run was to enter', async () => {
    const function_ = { start: 0, end: text.length };
    const all = await why(asked);
    const { points, result } = await why({ ...asked, prove: () => Promise.resolve({ stores: [], neverEntered: [function_] }) });
    assert.deepEqual([points, result.probes?.proven], [all.points, none]);
    assert.match(result.notes.join(), /is wrong: please report it/);
  });

  it('are probed when nothing could be found out', async () => {
    const { points, result } = await why({ ...asked, prove: () => Promise.reject(new Error('no analysis')) });
    assert.deepEqual([points[1]?.line, result.notes, result.probes?.proven], [6, [], none]);
  });

  it('are those under keys whose texts are other ones', () => {
    const isLeft = (proof: StoreProof, fields: readonly string[], elements = false) => isNothingAsked(proof, { fields, elements });
    assert.ok(isLeft(number, ['price']));
    for (const name of ['NaN', '1.5', '-1', '7', 'Infinity', '1e+21', '-3', 'undefined', 'null', 'true', 'false', 'length'])
      assert.ok(!isLeft(number, ['price', name]), name);
    assert.ok(!isLeft(number, ['price'], true));
    assert.ok(isLeft(named('x'), ['price']) && isLeft(named('x', true), ['xy']) && isLeft(named('x'), ['price', 'length'], true));
    assert.ok(!isLeft(named('x'), ['xy']) && !isLeft(named('x', true), ['x']) && !isLeft(named('le'), ['length'], true));
    assert.ok(!isLeft(named(''), ['price']) && !isLeft(named('1'), ['price'], true) && !isLeft(named('1', true), ['price'], true));
    assert.ok(isLeft(named('1x', true), ['price'], true) && isLeft(named('', true), ['price'], true));
  });
});
