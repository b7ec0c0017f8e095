import assert from 'node:assert/strict';
import { checkText } from '../../support/checking.js';
import { checkFiles } from '../imports/projects.js';

const door = `/** @protocol start -open-> opened -walk-> opened -close-> start */
export class Door { passed = 0; open() {} walk() { this.passed++; } close() {} look() {} }
`;

const found = (text: string): readonly (string | null)[] => checkText(door + text).findings.map(({ condition }) => condition);

describe('the protocol of a class', () => {
  it('is violated where a method is called in a state without such a step', () => {
    assert.deepEqual(found('export function f() { const d = new Door(); d.walk(); }'), ['false']);
    assert.deepEqual(found('export function f() { const d = new Door(); d.open(); d.close(); d.walk(); }'), ['false']);
    assert.deepEqual(found('export function f() { const d = new Door(); d.open(); d.open(); }'), ['false']);
    assert.deepEqual(found('class Gate extends Door {}\nexport function f() { const d = new Gate(); d.close(); }'), ['false']);
  });

  it('is a condition on what decides which methods are called', () => {
    assert.deepEqual(found('export function f(n: number) { const d = new Door(); if (n > 3) d.open(); d.walk(); }'), ['n > 3']);
  });

  it('asks nothing of other calls, of other objects, and of objects that are given', () => {
    for (const text of [
      'export function f() { const d = new Door(); d.look(); d.open(); d.walk(); d.walk(); d.close(); d.open(); }',
      'export function f() { const a = new Door(); const b = new Door(); a.open(); b.open(); a.walk(); b.walk(); }',
      'export function f(d: Door) { d.walk(); d.close(); }',
      'export function f(d: Door) { Door.prototype.walk.call(d); }',
      'export function f() { const d = Object.freeze(new Door()); d.open(); d.open(); }',
    ])
      assert.deepEqual(found(text), [], text);
  });

  it('says nothing where a subclass overrides a method, or where somebody replaces or borrows one', () => {
    const use = 'export function f() { const d = new Gate(); d.open(); d.walk(); }';
    for (const text of [
      "export function f() { const d = new Door(); d['op' + 'en'] = () => {}; d.open(); d.walk(); }",
      'export function f() { const d = Object.assign(new Door(), { open() {} }); d.open(); d.walk(); }',
      "export function f() { const d = new Door(); Object.defineProperty(d, 'open', { value() {} }); d.open(); d.walk(); }",
      "Object.defineProperty(Door.prototype, 'open', { value() {} });\nexport function f() { const d = new Door(); d.open(); d.walk(); }",
      `class Gate extends Door { open() { if (this.passed > 0) super.open(); } }\n${use}`,
      `class Gate extends Door { async open() { await null; super.open(); } }\n${use}`,
      `class Gate extends Door { open() { if (this.passed === 0) return; super.open(); } }\n${use}`,
      `class Low extends Door { open() {} }\nclass Gate extends Low { open() { super.open(); } }\n${use}`,
      'class Gate extends Door { open() {} }\nexport function f() { const d = new Gate(); d.open(); d.walk(); }',
      'class Gate extends Door { open() { super.open(); } }\nexport function f() { const d = new Gate(); d.open(); d.walk(); }',
      'class Gate extends Door { open = () => {}; }\nexport function f() { const d = new Gate(); d.open(); d.walk(); }',
      'class Gate extends Door { open() {} }\nclass Low extends Gate {}\nexport function f() { const d = new Low(); d.open(); d.walk(); }',
      'export function f() { const d = new Door(); d.open = () => {}; d.open(); d.walk(); }',
      'Door.prototype.open = function () {};\nexport function f() { const d = new Door(); d.open(); d.walk(); }',
      'export function f() { Door.prototype.walk.call({ passed: 0 }); }',
      'export function f() { const { walk } = Door.prototype; walk.call({ passed: 0 }); }',
    ])
      assert.deepEqual(found(text), [], text);
    assert.deepEqual(found('class Gate extends Door { look() {} }\nexport function f() { const d = new Gate(); d.walk(); }'), ['false']);
  });

  it('holds of methods whose names stand elsewhere', () => {
    const other = "const names = ['open', 'walk'];\nexport const pick = (w: { open: number }) => [w.open, names];\n";
    assert.deepEqual(found(`${other}export function f() { const d = new Door(); d.walk(); }`), ['false']);
  });

  it('holds of subclasses whose methods always call those that they override', () => {
    const gate = 'class Gate extends Door { opened = 0; open() { this.opened++; super.open(); } walk() { return super.walk(); } }\n';
    assert.deepEqual(found(`${gate}export function f() { const d = new Gate(); d.open(); d.walk(); d.close(); }`), []);
    assert.deepEqual(found(`${gate}export function f() { const d = new Gate(); d.walk(); }`), ['false']);
    assert.deepEqual(found(`${gate}export function f() { const d = new Gate(); d.open(); d.open(); }`), ['false']);
  });

  it('holds in other files, unless these replace or override a method', () => {
    const many = door
      .replace('look() {}', 'look() {} push() {} pull() {}')
      .replace('-close-> start', '-close-> start; opened -push-> opened -pull-> opened');
    const conditions = (text: string): readonly (string | null)[] => {
      const files = {
        'door.ts': many,
        'main.ts': `import { Door } from './door.js';\nclass Gate extends Door { override open() {} }\n${text}`,
      };
      return checkFiles(files, ['main.ts']).result.findings.map(({ condition }) => condition);
    };
    assert.deepEqual(conditions('export function f() { const d = new Door(); d.walk(); }'), ['false']);
    assert.deepEqual(conditions('export function f() { const d = new Door(); d.open = () => {}; d.open(); d.walk(); }'), []);
    assert.deepEqual(conditions('Door.prototype.open = () => {};\nexport function f() { const d = new Door(); d.open(); d.walk(); }'), []);
    assert.deepEqual(conditions('export function f() { const d = new Gate(); d.open(); d.walk(); }'), []);
  });

  it('lets an object be in one of several states, where two steps of a method leave one', () => {
    const lock = `/** @protocol shut -try-> shut; shut -try-> open; open -walk-> shut */
export class Lock { tries = 0; try() { this.tries++; } walk() { this.tries = 0; } }
`;
    const said = (text: string): readonly (string | null)[] => checkText(lock + text).findings.map(({ condition }) => condition);
    assert.deepEqual(said('export function f() { const l = new Lock(); l.try(); l.try(); l.walk(); l.try(); l.walk(); }'), []);
    assert.deepEqual(said('export function f() { const l = new Lock(); l.walk(); }'), ['false']);
    assert.deepEqual(said('export function f() { const l = new Lock(); l.try(); l.walk(); l.walk(); }'), ['false']);
  });

  it('needs steps', () => {
    const said = (text: string): readonly string[] => checkText(text).findings.map(({ message }) => message);
    const steps = (text: string): readonly string[] => said(`/** @protocol ${text} */\nexport class A { m() {} }`);
    assert.deepEqual(steps('s -m-> t; s -m-> u'), []);
    assert.deepEqual(steps('s -m-> t; s -m-> t'), []);
    assert.deepEqual(steps(''), ['Steps like "start -open-> opened" are missing after @protocol.']);
  });

  it('leaves no key in the object', () => {
    const text = 'export function f() { const d = new Door(); d.open(); if (Object.keys(d).length !== 1) throw new Error(); }';
    assert.deepEqual(found(text), []);
  });
});
