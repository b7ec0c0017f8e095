import assert from 'node:assert/strict';
import { checkFiles, requiresOfMain, type Files } from './projects.js';

const request = 'export interface Request { readonly url: string; readonly size: number; readonly next: Request | null }';

describe('the type of a parameter that another module declares', () => {
  it('is believed like one of the file', () => {
    const main = (type: string, text: string): string => `${text}\nexport function main(req: ${type}) { return req.url.length; }`;
    const ways: readonly string[] = [
      "import type { Request } from './request.js';",
      "import { type Request } from './request.js';",
      "import type { Other as Request } from './again.js';",
      "import type { Request } from './all.js';",
      "import type Request from './standard.js';",
    ];
    for (const way of ways) {
      const files: Files = {
        'request.ts': request,
        'again.ts': "export type { Request as Other } from './request.js';",
        'all.ts': "export const n = 1;\nexport * from './request.js';",
        'standard.ts': "import type { Request } from './request.js';\nexport default Request;",
        'main.ts': main('Request', way),
      };
      assert.equal(requiresOfMain(files), null, way);
    }
  });

  it('decides like one of the file, in unions, arrays and members, and is named as assumed', () => {
    const files: Files = {
      'order.ts': "import type { Unit } from './unit.js';\nexport interface Order { readonly unit: Unit; readonly count: number }",
      'unit.ts': "export type Unit = 'piece' | 'box';",
      'main.ts': `import type { Order } from './order.js';
export function main(order: Order, all: readonly Order[]) {
  switch (order.unit) {
    case 'piece': throw new Error('piece');
    case 'box': throw new Error('box');
    default: return all.length;
  }
}`,
    };
    const { result } = checkFiles(files, ['main.ts']);
    const main = result.functions.find(({ name }) => name === 'main');
    assert.equal(main?.requires, 'false');
    assert.deepEqual(
      main.assumes.map(({ file, span }) => [file, span.line, span.column]),
      [['main.ts', 2, 29]],
    );
  });

  it('may be nothing where it says so', () => {
    const files: Files = {
      'request.ts': 'export interface R { url: string }\nexport type Request = R | null;',
      'main.ts': "import type { Request } from './request.js';\nexport function main(req: Request) { return req!.url; }",
    };
    assert.equal(requiresOfMain(files), 'req !== null');
  });

  it('promises nothing that decides a branch where its module is not seen, and nobody gives it nothing', () => {
    const head = "import type { Request } from 'somewhere';\n";
    assert.equal(requiresOfMain({ 'main.ts': `${head}export function main(req: Request) { return req.url; }` }), null);
    const tested = `${head}export function main(req: Request) { if (req == null) return 1; throw new Error(); }`;
    assert.equal(requiresOfMain({ 'main.ts': tested }), 'req == null');
    const both = `${head}export function main(req: Request, n: number) { if (n > 9) throw new Error(); return req.url; }`;
    assert.equal(requiresOfMain({ 'main.ts': both }), '!(n > 9)');
  });

  it('leads back to itself', () => {
    const files: Files = {
      'a.ts': "import type { B } from './b.js';\nexport interface A { readonly b: B; readonly n: number }",
      'b.ts': "import type { A } from './a.js';\nexport interface B { readonly a: A }\nexport type { A } from './a.js';",
      'main.ts': "import type { A } from './b.js';\nexport function main(a: A) { if (a.b.a.n > 9) throw new Error(); }",
    };
    assert.equal(requiresOfMain(files), '!(a.b.a.n > 9)');
  });
});
