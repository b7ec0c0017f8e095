import assert from 'node:assert/strict';
import { checkText } from '../../support/checking.js';

const findingsOf = (text: string) => checkText(text).findings;

describe('what passes a finally', () => {
  it('is not claimed of the runs that come there another way', () => {
    const text = `export async function main(items: string[], n: number) {
  let done = 0;
  for (const i of items) {
    try {
      if (i === 'y') throw new Error('orig');
      done++;
    } finally {
      await null;
      if (done > n) break;
    }
  }
  return done;
}`;
    const [first, second] = findingsOf(text);
    assert.match(first?.message ?? '', /^main fails if .*: it throws new Error\('orig'\) \(line 5\)\.$/);
    assert.equal(second, undefined);
  });

  it('is told where it is thrown, also behind a wait', () => {
    for (const wait of ['await null', 'await 0', 'await sleep(1)', 'await log.ready']) {
      const text = `const sleep = (ms: number) => new Promise<void>((r) => setTimeout(r, ms));
export async function main(n: number, log: { level: number; ready: number }) {
  try {
    if (n > 3) throw new Error('orig');
  } finally {
    ${wait};
    if (n > 7) return 5;
  }
  return 1;
}
void sleep;`;
      const messages = findingsOf(text).map(({ message }) => message);
      assert.deepEqual(messages.slice(1), [], wait);
      for (const message of messages) assert.match(message, /: it throws new Error\('orig'\) \(line 4\)\.$/, wait);
    }
    const text = `export async function main(n: number, close: () => Promise<void>) {
  try {
    if (n > 3) throw new Error('many');
  } finally {
    await close();
  }
}`;
    assert.deepEqual(
      findingsOf(text).map(({ message }) => message),
      [`main fails if n > 3: it throws new Error('many') (line 3).`],
    );
  });

  it('is nothing where what throws is never come to', () => {
    const text = `export async function main(n: number) {
  outer: for (const a of [1, 2]) {
    try {
      for (const b of [1, 2]) {
        if (b === 1) continue outer;
        throw new Error('inner');
      }
    } finally {
      await null;
      if (a > n) break outer;
    }
  }
  return 1;
}`;
    assert.deepEqual(findingsOf(text), []);
  });

  it('is no wait that fails of what is no promise', () => {
    const text = `export async function main(n: number) {
  const k = await n;
  try {
    await k;
  } catch {
    throw new Error('never');
  }
  // @always typeof k === 'number'
  return k;
}`;
    assert.deepEqual(
      findingsOf(text).map(({ message }) => message),
      [],
    );
  });
});
