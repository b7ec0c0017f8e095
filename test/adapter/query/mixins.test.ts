import assert from 'node:assert/strict';
import { recorded, type RecordedProgram } from '../../support/recorded.js';

describe('classes that functions make of classes', () => {
  const text = `class Base { constructor(n) { this.n = n; } static count = 3; }
const Loud = (B) => class extends B { shout() { return this.n.toUpperCase(); } };
function Named(Super = Object) { return class Inner extends Super { inner() {} }; }
const Mixed = Named(Loud(Base));
class Child extends Mixed {}
class Other extends Loud(class Own {}) {}
const lib = { Quick: (S) => class extends S {} };
class Fast extends lib.Quick(Base) {}
const Plain = (options) => class { kept = options; };
class Set1 extends Plain(Base) {}
const all = [new Child('kid'), new Other(), new Fast('f'), new Set1()];
console.log(all.map((each) => each instanceof Base));
`;
  let run: RecordedProgram;
  before(async () => (run = await recorded({ 'main.mjs': text })));
  after(() => run.dispose());

  it('have what they are made of among their ancestors', () => {
    assert.deepEqual(run.rows('allInstances(class: "Base")', 'class'), [['Child'], ['Fast']]);
    assert.deepEqual(run.rows('allInstances(class: "Inner")', 'class'), [['Child']]);
    assert.deepEqual(run.rows('allInstances(class: "Own")', 'class'), [['Other']]);
    assert.deepEqual(run.rows('isThereAnInstance(class: "Base")', 'answer', 'count'), [[true, 2]]);
  });

  it('have nothing of what they are only given', () =>
    assert.deepEqual(run.rows('isThereAnInstance(class: "Set1")', 'answer', 'count'), [[true, 1]]));
});
