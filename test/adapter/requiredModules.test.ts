import assert from 'node:assert/strict';
import { why } from '../support/querying.js';

const counter = `export const counter = { total: 0 };
export function add(n) {
  counter.total += n;
}
`;

const files = (type: string, first: string, second: string): Readonly<Record<string, string>> => ({
  'main.cjs': `const { check } = require('./${first}');\ncheck(3);\n`,
  [first]: `import { add, counter } from './${second}';
export function check(n) {
  const twice = n * 2;
  add(twice);
  return counter.total; //stop
}
`,
  [second]: counter,
  'package.json': type,
});

describe('ES modules that are required', () => {
  const cases: readonly (readonly [string, string, string, string])[] = [
    ['by their package', '{"type":"module"}', 'first.js', 'second.js'],
    ['by their names', '{}', 'first.mjs', 'second.mjs'],
    ['by what is in them', '{}', 'first.js', 'second.js'],
  ];
  for (const [how, type, first, second] of cases)
    it(`are seen, and what they import: ${how}`, async () => {
      const { points } = await why({ files: files(type, first, second), ask: ['B = lastChange(counter.total)', 'lastChange(P1:twice)'] });
      const [stop, ...found] = points.map(({ file, line, after }) => [file, line, after]);
      assert.deepEqual(stop?.slice(0, 2), [first, 5]);
      assert.deepEqual(found, [
        [second, 3, 6],
        [first, 3, 6],
      ]);
    });
});
