import assert from 'node:assert/strict';
import { ActivationTable } from '../../../adapter/trace/store/activationTable.js';

describe('the table of activations', () => {
  it('knows where each began and ended, however far apart their numbers are', () => {
    const table = new ActivationTable(() => 10);
    const numbers = [1, 2, 1023, 1024, 5_000_000, (1 << 27) - 1];
    for (const [index, number] of numbers.entries()) table.begin(number, index * 10, numbers[index - 1] ?? 0);
    table.exit(2, 15);
    table.throwOut(1024, 35);
    assert.deepEqual(
      numbers.map((number) => [table.callOf(number), table.callerOf(number), table.howOf(number), table.endOf(number)]),
      [
        [0, 0, 'open', -1],
        [10, 1, 'exit', 15],
        [20, 2, 'open', -1],
        [30, 1023, 'thrown', 35],
        [40, 1024, 'open', -1],
        [50, 5_000_000, 'open', -1],
      ],
    );
    assert.deepEqual([table.highest, table.callOf(3), table.callOf(2_000_000), table.howOf(77_777)], [(1 << 27) - 1, -1, -1, 'open']);
  });

  it('takes 500 MB at most for numbers that lie', function () {
    this.timeout(60_000);
    const before = process.memoryUsage().arrayBuffers;
    const table = new ActivationTable(() => 200_000);
    for (let number = 1; number < 1 << 27; number += 1024) table.begin(number, number, 0);
    table.begin(1 << 27, 1, 0);
    const megabytes = (process.memoryUsage().arrayBuffers - before) / 2 ** 20;
    assert.ok(megabytes < 500, `${megabytes} MB`);
    assert.equal(table.callOf(1025), 1025);
    assert.equal(table.callOf((1 << 27) - 1023), -1);
  });
});
