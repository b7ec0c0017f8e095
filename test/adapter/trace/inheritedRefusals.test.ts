import assert from 'node:assert/strict';
import { recorded, type RecordedProgram } from '../../support/recorded.js';

const program = `const proto = Object.freeze({ kept: 1 });
const child = Object.create(proto), computed = 'kept';
child.kept = 2;
child[computed] = 3;
child.free = 4;
const described = Object.create(null, { fixed: { value: 1 }, open: { value: 1, writable: true } });
described.fixed = 2;
described.open = 3;
const heir = Object.create(described);
heir.fixed = 4;
heir.open = 5;
function Old() {}
Object.defineProperty(Old.prototype, 'kind', { value: 'old' });
const old = new Old();
old.kind = 'new';
class Own { kept = 6; }
Object.setPrototypeOf(Own.prototype, proto);
const own = new Own();
own.kept = 7;
const ofProxy = Object.create(new Proxy(proto, { set: (_, name, value) => Reflect.defineProperty(ofProxy, name, { value, writable: true }) }));
ofProxy.kept = 8;
if ([child.kept, described.fixed, heir.fixed, own.kept, ofProxy.kept].join() !== '1,1,1,7,8') throw new Error('V8 does otherwise');
`;

/** The language refuses to write what an object inherits read-only, and makes no property of its own. */
describe('a store to a property that is inherited read-only', () => {
  let run: RecordedProgram;
  before(async () => (run = await recorded({ 'main.js': program })));
  after(() => run.dispose());

  /** What stores have made of an object's field, and where. */
  const changes = (object: string, field: string) =>
    run.rows(`instanceFieldHistory(object: "${object} @ end", field: "${field}")`, 'line', 'after');

  it('is no change', () => {
    assert.deepEqual(changes('child', 'kept'), []);
    assert.deepEqual(changes('described', 'fixed').slice(1), []);
    assert.deepEqual(changes('heir', 'fixed'), []);
    assert.deepEqual(changes('old', 'kind'), []);
  });

  it('is one where the property may be written, or is the object’s own', () => {
    assert.deepEqual(changes('child', 'free'), [[5, 4]]);
    assert.deepEqual(changes('described', 'open').at(-1), [8, 3]);
    assert.deepEqual(changes('heir', 'open'), [[11, 5]]);
    assert.deepEqual(changes('own', 'kept').at(-1), [19, 7]);
  });
});
