import assert from 'node:assert/strict';
import { assertSameAnswers } from '../support/sameAnswers.js';
import { why } from '../support/querying.js';

/** Programs that make an array `a`, and the line where its length comes from. */
const cases: readonly (readonly [what: string, program: string, line: number])[] = [
  ['elements that are pushed, one of which looks like it', 'const a = [];\na.push(3);\na.push(4, 5);', 3],
  ['a function that pushes what it is given', 'const a = [];\nfunction add(x) {\n  a.push(x);\n}\nadd(2);\nadd(2);', 3],
  ['pop', 'const a = [1, 2, 2];\na.pop();', 2],
  ['shift', 'const a = [2, 2, 2];\na.shift();', 2],
  ['unshift', 'const a = [2];\na.unshift(2);', 2],
  ['splice, which leaves an element that looks like it', 'const a = [1, 2, 3];\na.splice(0, 1);', 2],
  ['an element behind the last', 'const a = [1];\na[1] = 2;', 2],
  ['an element at the length', 'const a = [];\na[a.length] = 1;', 2],
  ['a shorter length', 'const a = [1, 2, 3];\na.length = 2;', 2],
  ['a length that comes from elsewhere', 'const a = [1, 2, 3];\nconst k = 2;\na.length = k;', 2],
  ['a length that a call stores', "const a = [];\nconst k = 2;\nReflect.set(a, 'length', k);", 2],
  ['a call that stores an element, which looks like it', 'const a = [];\nconst k = 2;\nReflect.set(a, 1, k);', 3],
  ['a definition of an element that looks like it', "const a = [];\nconst k = 2;\nObject.defineProperty(a, '1', { value: k });", 3],
  ['a length that is copied from an object', 'const a = [];\nObject.assign(a, { length: 2 });', 2],
  ['elements that are copied from an array', 'const a = [];\nObject.assign(a, [1, 2]);', 2],
  ['a literal', 'const a = [3, 3, 3];', 1],
  ['a spread', 'const b = [2, 2];\nconst a = [...b];', 2],
  ['map, whose callback gives what looks like it', 'const b = [1, 2, 3];\nconst a = b.map(() => 3);', 2],
  ['filter', 'const a = [2, 2, 1].filter((x) => x === 2);', 1],
  ['concat', 'const a = [2].concat([2]);', 1],
  ['Array.from', 'const a = Array.from({ length: 2 });', 1],
  ['new Array', 'const a = new Array(3);', 1],
  ['JSON.parse', "const a = JSON.parse('[2,2]');", 1],
  ['a loop over what is put behind the last', 'const a = [];\nfor (a[a.length] of [2, 2]);', 2],
  ['an array that lost an element and not its length', 'const a = [1, 2];\ndelete a[1];', 1],
];

describe('the origin of the length of an array', () => {
  for (const [what, program, line] of cases)
    it(`is ${what}`, async () => {
      const text = `${program}\nconst n = a.length;\nn; //stop\n`;
      const points = await assertSameAnswers([text, ['origin(n)']]);
      const [, origin] = points;
      assert.deepEqual([origin?.['status'], origin?.line], ['located', line], String(origin?.['reason']));
    });

  it('of a text is computed where it was read', async () => {
    const text = "let text = 'a';\ntext += 'b';\nconst n = text.length;\nn; //stop\n";
    const points = await assertSameAnswers([text, ['origin(n)']]);
    assert.deepEqual([points[1]?.['status'], points[1]?.line], ['located', 3], String(points[1]?.['reason']));
  });

  it('of a text that a call was given is computed at the call', async () => {
    const text = "const text = 'ab';\nfunction f(p) {\n  return p; //stop\n}\nf(text.length);\n";
    const points = await assertSameAnswers([text, ['origin(p)']]);
    assert.deepEqual([points[1]?.['status'], points[1]?.line], ['located', 5], String(points[1]?.['reason']));
  });

  it('of what a setter of Node was given is not said to be where it was read', async () => {
    const text = "const url = new URL('http://a.b/');\nurl.pathname = '/c';\nconst n = url.pathname;\nn; //stop\n";
    const { points } = await why({ files: { 'program.js': text }, ask: ['origin(n)'] });
    assert.notDeepEqual([points[1]?.['status'], points[1]?.line], ['located', 3]);
  });

  it('of an object that is none is what was stored', async () => {
    const text = 'const k = 2;\nconst o = { length: k };\nconst n = o.length;\nn; //stop\n';
    const { points } = await why({ files: { 'program.js': text }, ask: ['origin(n)'] });
    assert.deepEqual([points[1]?.['status'], points[1]?.line], ['located', 1]);
  });
});
