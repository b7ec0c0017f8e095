import assert from 'node:assert/strict';
import { why } from '../support/querying.js';

/** Two pieces of code made of texts, which throw at different places; each is called twice. */
const program = `const made = (text) => new Function('o', text);
const first = made('if (o.x > 1)\\n throw new Error("first");');
const second = made('throw new Error("second");');
function call(code, x) {
  try {
    code({ x });
  } catch (error) {
    return error.message;
  }
}
call(first, 2);
call(second, 0);
call(first, 3);
done(); //stop
function done() {}
`;

async function identities(ask: readonly string[]) {
  const { result, points } = await why({ files: { 'program.js': program }, ask });
  return result.points.slice(1).map(({ identity, status }, index) => ({ identity, status, line: points[index + 1]?.line }));
}

describe('a throw of code without a file', () => {
  it('is a point of its script, by hash and offset, and is shown where the program called it', async () => {
    const ask = [
      'lastCondition(P1)',
      'A = lastChange(P1: first)',
      'B = exceptionAfter(A)',
      'C = exceptionAfter(A)[1]',
      'D = exceptionAfter(A)[2]',
    ];
    const found = (await identities(ask)).slice(2);
    const [one, two, three] = found;
    assert.deepEqual(
      found.map(({ status, line }) => [status, line]),
      Array.from({ length: 3 }, () => ['located', 6]),
    );
    for (const { identity } of found) assert.match(identity?.path ?? '', /^script:[0-9a-f]{64}$/);
    assert.deepEqual([one?.identity?.path, one?.identity?.offset], [three?.identity?.path, three?.identity?.offset]);
    assert.notEqual(one?.identity?.path, two?.identity?.path);
    assert.notEqual(one?.identity?.occurrence, three?.identity?.occurrence);
    // Another process has the same points.
    assert.deepEqual((await identities(ask)).slice(2), found);
  });
});
