import assert from 'node:assert/strict';
import { requiresOf } from '../../support/checking.js';
import { claims } from './running.js';

describe('errors that are caught', () => {
  it('are told apart by their class', () =>
    Promise.all([
      claims(
        `export function main(n: number) {
           try { if (n > 3) throw new TypeError('t'); if (n < 0) throw new RangeError('r'); } catch (e) { if (e instanceof RangeError) throw e; }
         }`,
        { refuses: [-1, -7.5] },
      ),
      claims(
        `class A extends Error { constructor(m: string) { super(m); this.name = new.target.name; } }
         class B extends A {}
         function f(n: number) { if (n > 3) throw new B('b'); if (n < 0) throw new A('a'); }
         export function main(n: number) { try { f(n); } catch (e) { if (e instanceof B) throw e; } }`,
        { refuses: [4, 1000] },
      ),
      claims(
        `function raise(n: number) { if (n > 10) throw new SyntaxError('s'); if (n > 3) throw n; if (n < 0) throw { message: 'plain' }; }
         export function main(n: number) {
           try { raise(n); } catch (e) { if (!(e instanceof Error)) throw e; if (e instanceof TypeError) throw new Error('never'); }
         }`,
        { refuses: [4, -1] },
      ),
    ]));

  it('have the name and the message that they were made with', () =>
    Promise.all([
      claims(
        `export function main(n: number) {
           try { if (n > 3) throw new RangeError('big'); } catch (e) {
             if ((e as Error).message === 'big' && (e as Error).name === 'RangeError') throw new Error('again');
           }
         }`,
        { refuses: [4, 1000] },
      ),
      claims(
        `class HttpError extends Error {
           constructor(readonly status: number, message?: string) { super(message ?? 'http'); this.name = 'HttpError'; }
         }
         export function main(n: number) {
           try { throw new HttpError(n); } catch (e) {
             if (!(e instanceof HttpError) || e.name !== 'HttpError' || e.message !== 'http') throw new Error('never');
             if (e.status >= 400) throw e;
           }
         }`,
        { refuses: [400, 1000], also: [399, 404] },
      ),
    ]));

  it('of the engine may be of any class', () =>
    claims(
      `export function main(n: number) {
         const o: { x?: { y: number } } = {};
         if (n > 3) o.x = { y: 1 };
         try { return o.x!.y; } catch (e) { if (e instanceof TypeError) { if (n < 0) throw e; return 0; } throw new Error('never'); }
       }`,
    ));

  it('may be of classes that answer themselves', () =>
    claims(
      `class Big { static [Symbol.hasInstance](v) { return v > 3; } }
       /** @param {number} n */
       export function main(n) { if (n instanceof Big) throw new Error('big'); }`,
      { file: 'program.js' },
    ));
});

describe('instanceof', () => {
  it('follows the prototypes of tracked objects', async () => {
    const result = await claims(
      `class A {} class B extends A {}
       export function main(n: number) {
         const o = n > 3 ? new B() : new A(), plain = {}, list: unknown = [];
         if (!(o instanceof A) || plain instanceof A || list instanceof Error) throw new Error('never');
         if (o instanceof B) throw new Error('b');
       }`,
      { refuses: [4, 1000] },
    );
    assert.equal(requiresOf(result), '!(n > 3)');
  });

  it('of a class that is made again and again says less', () =>
    claims(
      `const make = () => class { v = 1; };
       export function main(n: number) {
         const First = make(), Second = make();
         const o = new First();
         if (o instanceof Second) throw new Error('never');
         if (!(o instanceof First)) throw new Error('first');
         if (n > 3) throw new Error('n');
       }`,
    ));

  it('knows nothing of prototypes that are replaced', () =>
    claims(
      `class A {} class B {}
       /** @param {number} n */
       export function main(n) {
         const o = new A();
         if (n > 3) Object.setPrototypeOf(o, B.prototype);
         if (o instanceof B) throw new Error('b');
       }`,
      { file: 'program.js' },
    ));
});

describe('in', () => {
  it('knows own properties and inherited ones, private names among them', () =>
    Promise.all([
      claims(
        `class P { #x = 1; static is(o: object) { return #x in o; } }
         export function main(n: number) { if (!P.is(new P()) || P.is({})) throw new Error('never'); if (n > 3) throw new Error('n'); }`,
        { refuses: [4] },
      ),
      claims(
        `class A { m() { return 1; } }
         class B extends A { v = 1; get g() { return 1; } constructor() { super(); } }
         export function main(n: number) {
           const b = new B(), list = [1, 2];
           if (!('v' in b) || !('m' in b) || !('g' in b) || 'w' in b || !(1 in list) || !('length' in list) || !('toString' in b)) throw new Error('never');
           if (2 in list) throw new Error('length');
           if (n > 3) throw new Error('n');
         }`,
        { refuses: [4] },
      ),
      claims(
        `export function main(n: number) { const o: { x?: number } = {}; if (n > 3) o.x = n; if ('x' in o) throw new Error('x'); delete o.x; if ('x' in o) throw new Error('never'); }`,
      ),
    ]));
});
