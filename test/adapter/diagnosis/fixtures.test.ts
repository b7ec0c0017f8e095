import assert from 'node:assert/strict';
import { extended, withFixtures, type Fixtures } from '../../../adapter/tests/fixtures.js';

type Use = (value: unknown) => Promise<void>;

describe('fixtures of tests', () => {
  const none: Fixtures = new Map();

  it('begin where a body takes them, those they need before them, and end behind it', async () => {
    const log: string[] = [];
    const fixtures = extended(none, [
      {
        code: 'EUR',
        cart: async ({ code }: { code: string }, use: Use) => {
          log.push(`cart of ${code}`);
          await use([code]);
          log.push('cart is over');
        },
        never: () => assert.fail('nobody takes it'),
      },
    ]);
    const body = withFixtures((({ cart: [first] }: { cart: string[] }) => void log.push(`body ${first}`)) as never, fixtures);
    await body({});
    assert.deepEqual(log, ['cart of EUR', 'body EUR', 'cart is over']);
  });

  it('are there unasked, take the place of others, and give back what they are', async () => {
    const seen: unknown[] = [];
    const first = extended(none, [{ n: 1, auto: [({ n }: { n: number }, use: Use) => use(seen.push(n)), { auto: true }] }]);
    const second = extended(first, [{ n: async ({ n }: { n: number }, use: Use) => use(n + 1) }]);
    const third = extended(second, ['twice', ({ n }: { n: number }) => 2 * n]);
    const body = ({ n, twice }: { n: number; twice: number }): void => void seen.push([n, twice]);
    await withFixtures(body as never, third)({});
    assert.deepEqual(seen, [2, [2, 4]]);
  });

  it('leave a body alone that takes none, and stand behind a row', async () => {
    const body = (): number => 1;
    assert.equal(withFixtures(body as never, extended(none, [{ n: 1 }])), body);
    const ofRow = (row: number, { n }: { n: number }): number => row + n;
    assert.equal(await withFixtures(ofRow as never, extended(none, [{ n: 1 }]), 1)(4, {}), 5);
  });
});
