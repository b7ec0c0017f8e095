import assert from 'node:assert/strict';
import { openRecording } from '../../../../adapter/query/openReader.js';
import { recordedRelations } from '../../../../adapter/query/relations/recordedRelations.js';
import { Relations } from '../../../../adapter/trace/relations/opened.js';
import { recorded, type RecordedProgram } from '../../../support/recorded.js';

const text = `class Row {
  a = 1;
  static made = 0;
  static { this.made++; this.last = null; [this.pair] = [1]; }
  #p = 1;
  constructor({ b } = {}, given = (this.given = 1)) {
    this.count++;
    ({ x: this.x, list: [this.first = 1, ...this.others], ...this.more } = { list: [] });
    for (this.each of [1]) ;
    for (this['key'] in { k: 1 }) ;
    this.#p++; this.a += 1; this.x = 2;
    const inner = () => { this.inArrow ||= 1; };
    function other() { this.notMine = 1; }
  }
}
new Row();
const one = new (class { f = 1; constructor() { this.g = 2; } m() { return this.f; } })();
one.m();
const make = () => class { h = 3; };
new (make())();
class Heir extends Row { static made = 1; made = 2; }
new Heir();
`;

describe('the relation class_member', () => {
  let run: RecordedProgram;
  let relations: Relations;
  let close: () => void;
  before(async () => {
    run = await recorded({ 'main.cjs': text });
    const open = openRecording(run.file, (path) => path);
    close = open.close;
    relations = new Relations(recordedRelations(open.reader, 'run'));
  });
  after(() => {
    close();
    run.dispose();
  });

  const members = (className: string | null, ...kinds: readonly string[]): readonly string[] => {
    const found: string[] = [];
    for (const row of relations.rows('class_member', {}))
      if (row.cell('class') === className && kinds.includes(row.text('kind')))
        found.push(`${row.number('static') === 1 ? 'static ' : ''}${row.text('name')}`);
    return found;
  };

  it('has fields that a constructor writes, however it does, and those of static blocks', () => {
    assert.deepEqual(members('Row', 'field'), ['a', 'static made', '#p']);
    assert.deepEqual(members('Row', 'assigned'), 'static last,static pair,given,count,x,first,others,more,each,key,inArrow'.split(','));
  });

  it('has classes without a name', () => {
    assert.deepEqual(members(null, 'field', 'assigned', 'method'), ['f', 'm', 'g', 'h']);
    const functions: unknown[] = [];
    for (const row of relations.rows('call', {}))
      if (/constructor$|^m$/.test(row.text('function'))) functions.push([row.text('function'), row.cell('class')]);
    assert.deepEqual(functions, [
      ['Row.constructor', 'Row'],
      ['constructor', null],
      ['m', null],
      ['constructor', null],
      ['Heir.constructor', 'Heir'],
      ['Row.constructor', 'Row'],
    ]);
  });

  it('tells a static field from one of instances that has its name', () => {
    assert.deepEqual(members('Heir', 'field'), ['static made', 'made']);
  });
});
