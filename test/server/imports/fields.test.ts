import assert from 'node:assert/strict';
import { posix } from 'node:path';
import { Project } from '../../../server/check/project.js';
import { DocumentSession } from '../../../server/check/session.js';
import { isNever } from '../../../server/findings/conditionTree.js';
import { testSettings } from '../../support/checking.js';
import type { Files } from './projects.js';

const cwd = '/project';

const text = `class Point { twice = this.x * 2; constructor(public x: number) {} }
class Named { name?: string; }
class Base { kept = 0; set width(n: number) { this.kept = n * 2; } get width(): number { return 7; } }
class Wide extends Base { width = 2; }
export function nan() { if (Number.isNaN(new Point(4).twice)) throw new Error('nan'); }
export function named() { if ('name' in new Named()) throw new Error('named'); }
export function hidden() { if (new Wide().width === 2) throw new Error('hidden'); }
export function kept() { if (new Wide().kept === 4) throw new Error('kept'); }
export function given() { if (new Point(4).x !== 4) throw new Error('given'); }
`;

/** The functions that always fail, by what they test. */
function failing(session: DocumentSession): readonly string[] {
  const check = session.check(text, testSettings, { cancelled: () => false });
  return (check?.functions ?? []).flatMap(({ name, requires }) => (requires !== null && isNever(requires) ? [name] : []));
}

function sessionIn(files: Record<string, string>): { readonly project: Project; readonly session: DocumentSession } {
  const project = new Project({ readIfPresent: (path) => files[posix.relative(cwd, path)] }, cwd);
  return { project, session: new DocumentSession('main.ts', project.file(`${cwd}/main.ts`)) };
}

const configured = (options: object): string => JSON.stringify({ compilerOptions: options });

const native = ['nan', 'named', 'hidden'];
const assigned = ['kept'];

describe('fields and parameter properties', () => {
  it('are those of the language where no configuration says otherwise', () =>
    assert.deepEqual(failing(sessionIn({ 'main.ts': text }).session), native));

  const cases: readonly (readonly [options: object, expected: readonly string[]])[] = [
    [{ target: 'ESNext' }, native],
    [{ target: 'ES2022' }, native],
    [{ target: 'ES2020' }, assigned],
    [{ target: 'ES2022', useDefineForClassFields: false }, assigned],
    [{ target: 'ES2020', useDefineForClassFields: true }, ['named', 'hidden']],
  ];
  for (const [options, expected] of cases)
    it(`are compiled as the nearest tsconfig says: ${JSON.stringify(options)}`, () =>
      assert.deepEqual(failing(sessionIn({ 'main.ts': text, 'tsconfig.json': configured(options) }).session), expected));

  it('follow a tsconfig that changes', () => {
    const files: Record<string, string> = { 'main.ts': text };
    const { project, session } = sessionIn(files);
    for (const [target, expected] of [
      ['ES2020', assigned],
      ['ES2022', native],
      ['ES2019', assigned],
    ] as const) {
      files['tsconfig.json'] = configured({ target });
      project.changed(`${cwd}/tsconfig.json`);
      assert.deepEqual(failing(session), expected, target);
    }
  });

  it('of an imported class are compiled as its own tsconfig says', () => {
    const files: Files = {
      'old/point.ts': 'export class Point { twice = this.x * 2; constructor(public x: number) {} }',
      'old/tsconfig.json': configured({ target: 'ES2020' }),
      'main.ts': '',
    };
    const main = `import { Point } from './old/point';\nexport function main() { if (new Point(4).twice === 8) throw new Error('8'); }\n`;
    const project = new Project({ readIfPresent: (path) => files[posix.relative(cwd, path)] }, cwd);
    const check = new DocumentSession('main.ts', project.file(`${cwd}/main.ts`)).check(main, testSettings, { cancelled: () => false });
    const requires = check?.functions.find(({ name }) => name === 'main')?.requires ?? null;
    assert.ok(requires !== null && isNever(requires));
  });
});
