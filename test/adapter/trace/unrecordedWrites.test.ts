import assert from 'node:assert/strict';
import { readQuestions } from '../../../adapter/operations/askedChain.js';
import { whyRecorded } from '../../../adapter/operations/whyRecorded.js';
import { recorded, type RecordedProgram } from '../../support/recorded.js';

const main = `const lib = require('./lib/rows.js');
class Row { constructor() { this.open = 1; this.kept = 2; this.deep = { n: 0 }; } }
class Leaf extends lib.Base { constructor() { super(); this.own = 1; } }
const row = new Row(), other = new Row(), leaf = new Leaf();
const list = [1, 2, 3];
row.open = 3; //before
lib.close(row);
lib.fill(list, 1);
const at = 'behind'; //behind
row.open = 4;
other.kept = row.open; //written
lib.each([row], (one) => { one.kept = 5; });
function mark() {}
console.log(at, leaf.own); //end
`;
const library = `class Base { constructor() { this.made = true; } }
exports.Base = Base;
exports.close = (row) => { row.open = 9; row.added = 1; delete row.deep; };
exports.fill = (list, index) => { list[index] = 7; };
exports.each = (rows, visit) => { for (const row of rows) visit(row); };
`;
const lineOf = (mark: string) => main.split('\n').findIndex((line) => line.includes(`//${mark}`)) + 1;

describe('code of which calls alone are recorded', () => {
  let run: RecordedProgram;
  before(async () => (run = await recorded({ 'main.js': main, 'lib/rows.js': library }, { exclude: ['**/lib/**'] })));
  after(() => run.dispose());

  async function at(mark: string, shows: readonly string[], ask = 'lastChange(row.open)') {
    const stop = { kind: 'line', file: 'main.js', line: lineOf(mark), column: null, hit: 1, when: null } as const;
    const { points } = await whyRecorded({ recording: run.file, cwd: run.folder, stop, ...readQuestions([ask], shows) });
    const held = Object.fromEntries(
      Object.entries(points[0]?.shown ?? {}).map(([name, one]) => [
        name,
        'error' in one ? 'unknown' : one.value.kind === 'primitive' ? one.value.text : one.value.kind,
      ]),
    );
    return { held, answer: points[1] };
  }

  it('may have written the properties that it names, while it ran', async () => {
    const places = ['row.open', 'row.kept', 'row.added', 'row.deep', 'list[1]', 'list.length', 'leaf.made', 'leaf.own'];
    assert.deepEqual((await at('before', places)).held, {
      ...{ 'row.open': '1', 'row.kept': '2', 'row.added': 'undefined', 'row.deep': 'object' },
      ...{ 'list[1]': '2', 'list.length': '3', 'leaf.made': 'unknown', 'leaf.own': '1' },
    });
    assert.deepEqual((await at('behind', places)).held, {
      ...{ 'row.open': 'unknown', 'row.kept': 'unknown', 'row.added': 'unknown', 'row.deep': 'unknown' },
      ...{ 'list[1]': 'unknown', 'list.length': 'unknown', 'leaf.made': 'unknown', 'leaf.own': 'unknown' },
    });
    assert.equal((await at('written', ['row.open'])).held['row.open'], '4');
  });

  it('may be the last change: the answer says that it is not recorded', async () => {
    const { answer: before } = await at('before', []);
    assert.equal(before?.status, 'located');
    // Also where the value was looked at before.
    const { answer } = await at('behind', ['row.open']);
    assert.equal(answer?.status, 'not-recorded');
    assert.match(answer?.reason ?? '', /rows\.js:\d+ .*--include/);
    assert.equal((await at('written', [])).answer?.status, 'located');
  });

  it('may be what a question asks about', () => {
    const answerOf = (question: string) => {
      const { rows, missing, complete } = run.ask(question);
      return [rows[0]?.['answer'], complete, missing.map(({ reason, file }) => `${reason} ${file ?? ''}`)];
    };
    const globs = ['globs lib/rows.js'];
    assert.deepEqual(answerOf('wasFieldAssigned(class: "Row", field: "open", value: 9)'), [null, false, globs]);
    assert.deepEqual(answerOf('wasFieldAssigned(class: "Row", field: "open", value: 4)'), [true, false, globs]);
    assert.deepEqual(answerOf('wasMethodCalled(method: "close")'), [true, true, []]);
    assert.deepEqual(answerOf('wasMethodCalled(method: "mark")'), [false, true, []]);
    assert.deepEqual(answerOf(`objectState(object: "row @ end", event: "end")`)[2], globs);
  });

  it('leaves nothing out where everything is recorded by values none: no change is there', async () => {
    const bare = await recorded({ 'main.js': main, 'lib/rows.js': library }, { values: 'none' });
    try {
      const { rows, complete } = bare.ask('wasFieldAssigned(class: "Row", field: "open", value: 9)');
      assert.deepEqual([rows[0]?.['answer'], complete], [null, false]);
    } finally {
      bare.dispose();
    }
  });
});
