import assert from 'node:assert/strict';
import { checkFiles, claims, findingsIn, requiresOfMain, type Files } from './projects.js';

describe('modules that import each other', () => {
  it('share the functions that they declare', async () => {
    const files: Files = {
      'b.ts':
        "import { main } from './main';\nexport function odd(n: number): boolean { if (n > 9) throw new Error(); return n < 1 ? false : !main(n - 1); }",
      'main.ts': "import { odd } from './b';\nexport function main(n: number): boolean { return n < 1 ? true : odd(n); }",
    };
    for (const entry of ['main.ts', 'b.ts']) assert.equal(await claims(files, [10, 100, NaN], entry), 'n <= 9');
  });

  it('may find constants and classes of the others uninitialised', async () => {
    const files: Files = {
      'b.ts':
        "import { main } from './main';\nexport const limit = 99;\nexport const arrow = () => limit;\nexport class C {}\nexport const early = main(1);",
      'main.ts': `import { limit, arrow, C } from './b';
export function main(n: number) {
  let failed = false;
  try { void limit; arrow(); new C(); } catch { failed = true; }
  return failed;
}
export function check(n: number) { if (n > limit) throw new Error(); }`,
    };
    for (const entry of ['main.ts', 'b.ts']) await claims(files, [], entry);
    const { result } = checkFiles(files, ['main.ts']);
    assert.equal(result.functions.find(({ name }) => name === 'check')?.requires, null);
  });

  it('leave functions unknown that read what may be uninitialised', async () => {
    const files: Files = {
      'b.ts': "import { main } from './main';\nexport function read() { return limit; }\nexport const early = main(1);\nconst limit = 99;",
      'main.ts': `import { read } from './b';
export function main(n: number) {
  let failed = false;
  try { read(); } catch { failed = true; }
  if (!failed && n < 0) throw new Error();
  return failed;
}`,
    };
    for (const entry of ['main.ts', 'b.ts'])
      await claims(files, [], entry).catch((error: unknown) => assert.match(String(error), /ReferenceError/));
    assert.equal(requiresOfMain(files), null);
  });

  it('are no cycle when types alone lead back', async () => {
    const files: Files = {
      'b.ts':
        "import type { Input } from './main';\nimport { Output } from './main';\nexport const limit = 99;\nexport const f = (n: Input): Output => n;",
      'main.ts':
        "import { limit } from './b';\nexport type Input = number;\nexport interface Output {}\nexport function main(n: Input) { if (n > limit) throw new Error(); }",
    };
    assert.equal(await claims(files, [100]), '!(n > 99)');
  });

  it('are evaluated before a module outside that imports them', async () => {
    const files: Files = {
      'b.ts': "import { back } from './c';\nexport const limit = 99;\nexport const over = (n: number) => n > limit && back();",
      'c.ts': "import { over } from './b';\nexport function back() { return over(0) || true; }",
      'main.ts': "import { over } from './b';\nexport function main(n: number) { if (over(n)) throw new Error(); }",
    };
    assert.equal(await claims(files, [100]), '!(n > 99)');
  });

  it('may be one that imports itself', async () => {
    const text =
      "import { main as self } from './main';\nexport function main(n: number): number { if (n > 9) throw new Error(); return n < 0 ? self(n + 1) : 0; }";
    await claims({ 'main.ts': text }, [10]);
  });

  it('pass names on in circles', () => {
    const files: Files = {
      'b.ts': "export * from './c';\nexport { missing } from './c';",
      'c.ts': "export * from './b';\nexport { missing } from './b';",
      'main.ts': "import { missing, other } from './b';\nexport function main(n: number) { missing(n); other(n); }",
    };
    assert.deepEqual(findingsIn(files), []);
  });
});
