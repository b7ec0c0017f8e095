import assert from 'node:assert/strict';
import { checkText } from '../../support/checking.js';

const header = 'declare const ext: (...given: any[]) => any;\n';
const pair = 'const m: any[] = [null, { x: 1 }];';

/** The errors of a body behind which an unknown value decides whether its result is read. */
function errors(body: string): readonly string[] {
  const { findings } = checkText(`${header}export function f() { ${body} }`);
  return findings.flatMap(({ severity, message }) => (severity === 'error' ? [message] : []));
}

const read = (what: string): string => `if (ext() === 1) return 1; return ${what}.x;`;

describe('an array of a few elements', () => {
  it('keeps them apart until it is changed', () => {
    const found = (what: string): readonly string[] => [
      `Every run that comes here fails: ${what}.x is a property of undefined or null (line 2).`,
    ];
    assert.deepEqual(errors(`${pair} ${read('m[0]')}`), found('m[0]'));
    assert.deepEqual(errors(`const [a, b] = [null as any, ext]; ${read('a')}`), found('a'));
    assert.deepEqual(errors(`const [, b] = [ext, null as any]; ${read('b')}`), found('b'));
    assert.deepEqual(errors(`const made = () => [null, ext]; const [a] = made() as any; ${read('a')}`), found('a'));
    assert.deepEqual(errors(`let m: any = [null, 1]; if (ext()) m = [undefined, 2]; ${read('m[0]')}`), found('m[0]'));
    assert.deepEqual(errors(`${pair} ${read('m[1]')}`), []);
  });

  it('is one of any of its elements afterwards', () => {
    const changes = [
      'm[0] = { x: 2 };',
      'm[ext()] = { x: 2 };',
      '[m[0], m[1]] = [m[1], m[0]];',
      'm.reverse();',
      'm.copyWithin(0, 1);',
      'm.shift();',
      'm.unshift({ x: 2 });',
      'm.splice(0, 1);',
      'm.fill({ x: 2 });',
      'm.sort((a, b) => (a === null ? 1 : -1));',
      'm.forEach((each, i, all) => { all[i] = { x: 2 }; });',
      'Object.assign(m, { 0: { x: 2 } });',
      "Object.defineProperty(m, '0', { value: { x: 2 } });",
      'Reflect.set(m, 0, { x: 2 });',
      'm.length = 0; m.push({ x: 2 });',
      'ext(m);',
      'for (const each of m) if (each === null) m[0] = { x: 2 };',
    ];
    for (const change of changes) assert.deepEqual(errors(`${pair} ${change} ${read('m[0]')}`), [], change);
    const texts = "const t: any[] = ['b', undefined, 'a']; t.sort(); if (ext() === 1) return 1; return t[1].length;";
    assert.deepEqual(errors(texts), []);
  });
});
