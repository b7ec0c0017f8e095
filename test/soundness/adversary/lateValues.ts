import type { AdversaryProgram } from './subject.js';

/** What is early, late or the same under two names: ECMA-262 10.2.11, 14.7.5, 15.7.10, 21.1.2, 24.2.4; explicit resource management. */
export const lateValues: readonly AdversaryProgram[] = [
  {
    what: 'a parameter that a default names before it has its value',
    text: `const fails = (f: () => unknown) => { try { f(); return 'ends'; } catch (e: any) { return e.name; } };
  same(fails(() => ((a: any = b, b: any = 1) => a)()), 'ReferenceError');
  same(fails(() => ((a: any = b, b: any = 1) => a)(0)), 'ends');
  same(fails(() => ((a: any = a) => a)()), 'ReferenceError');
  same(fails(() => (({ x = y, y = 1 }: any) => x)({})), 'ReferenceError');
  same(fails(() => (({ [k]: a }: any, k: any = 2) => a)({})), 'ReferenceError');
  same(fails(() => ((a: any = (b = 1), b: any = 2) => a)()), 'ReferenceError');`,
  },
  {
    what: 'a default that names a later parameter, certainly',
    text: `let failed = 0; try { ((a: any = b, b: any = 1) => a)(); } catch { failed = 1; } same(failed, 1);`,
  },
  {
    what: 'a function in a default that is called before, or after, the parameter has its value',
    text: `let failed = 0; try { ((a: any = () => b, b: any = a()) => a)(); } catch { failed = 1; } same(failed, 1); same(((a: any = () => b, b: any = 7) => a())(), 7);`,
  },
  {
    what: 'resources of the heads of loops are disposed of in each round, and behind the loop',
    text: `let ends = 0; const one = () => ({ [Symbol.dispose]() { ends++; } }); for (using a of [one(), one(), null]) { if (a === null) continue; } same(ends, 2); for (using a = one(); ends < 2; ) throw a; same(ends, 3); for (using a of [one(), one()]) { break; } same(ends, 4);`,
  },
  {
    what: 'an accessor field is no property of the object',
    text: `class A { accessor v = 3; static accessor w = 4; accessor #p = 5; get p() { return this.#p; } } const a = new A(); same(Object.hasOwn(a, 'v'), false); same('v' in a, true); same(Object.keys(a).length, 0); for (const k in a) throw k; a.v++; same(a.v, 4); same(A.w, 4); same(a.p, 5);`,
  },
  {
    what: 'a subclass that overrides one of the accessors of a field',
    text: `class A { accessor v = 3; } class B extends A { set v(_x: any) {} } same(JSON.stringify(new A()), '{}'); same((new B() as any).v, undefined);`,
  },
  {
    what: 'functions with two names are one function',
    text: `same(Number.parseInt, parseInt); same(Number.parseFloat, parseFloat); same(Set.prototype.keys, Set.prototype.values); same(new Set([1]).keys, new Set([2]).values); same([parseInt].includes(Number.parseInt), true); same(new Set([parseFloat, Number.parseFloat]).size, 1); same(Set.prototype.values === Map.prototype.values, false); switch (parseInt as any) { case Number.parseInt: break; default: throw 1; }`,
  },
];
