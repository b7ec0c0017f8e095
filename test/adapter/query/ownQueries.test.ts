import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { exportProlog } from '../../../adapter/operations/exportProlog.js';
import { ownQuery } from '../../../adapter/operations/ownQuery.js';
import { QueryError } from '../../../adapter/trace/relations/queryError.js';
import { recorded, type RecordedProgram } from '../../support/recorded.js';

const program = `class Row {
  constructor(name) { this.open = 0; this.name = name; }
  settle(by) {
    this.open = this.open + by;
    return this.open;
  }
  static of(name) { return new Row(name); }
}
function fails(value) {
  throw new RangeError('too large: ' + value);
}
const row = Row.of('a');
row.settle(2);
row.settle(3);
const list = ['x'];
list.push('y');
try {
  fails(7);
} catch (error) {
  row.settle(-0.5);
}
`;

describe('own queries about a recording', () => {
  let run: RecordedProgram;

  before(async () => {
    run = await recorded({ 'main.js': program });
  });

  after(() => run.dispose());

  const ask = async (text: string) => {
    const limits = { rows: 100, megabytes: 256 };
    return (await ownQuery({ recording: run.file, file: join(run.folder, text.slice(0, 20)), text, limits, cwd: run.folder })).rows;
  };

  it('SQL: calls with their callers, arguments and results', async () => {
    const sql = `SELECT c."function", p."function", a.type, a.number, a.text, x.number FROM call c
      JOIN call p ON p.event = c.parent LEFT JOIN argument a ON a.call = c.event LEFT JOIN exit x ON x.call = c.event ORDER BY c.event`;
    assert.deepEqual(await ask(sql), [
      ['Row.of', '', 'string', null, 'a', null],
      ['Row.constructor', 'Row.of', 'string', null, 'a', null],
      ['Row.settle', '', 'number', 2, null, 2],
      ['Row.settle', '', 'number', 3, null, 5],
      ['fails', '', 'number', 7, null, null],
      ['Row.settle', '', 'number', -0.5, null, 4.5],
    ]);
  });

  it('SQL: the history of a field, each change with the one before', async () => {
    const sql = `SELECT b.number, a.number, s.line FROM change a LEFT JOIN change b ON b.event = a.previous JOIN site s ON s.id = a.site
      WHERE a.class = 'Row' AND a.name = 'open' ORDER BY a.event`;
    assert.deepEqual(await ask(sql), [
      [null, 0, 2],
      [0, 2, 4],
      [2, 5, 4],
      [5, 4.5, 4],
    ]);
    assert.deepEqual(
      await ask("SELECT count(*) FROM change a JOIN change b ON b.event = a.next WHERE b.previous = a.event AND a.name = 'open'"),
      [[3]],
    );
  });

  it('SQL and Prolog give the rows of named questions', async () => {
    const named = run.ask('argumentHistory(method: "Row.settle")').rows.map((row) => row['event']);
    const bySql = await ask(`SELECT event FROM call WHERE "function" = 'Row.settle'`);
    const byProlog = await ask('argument_history(settle, _H), member([Event, _], _H)');
    assert.equal(named.length, 3);
    assert.deepEqual(bySql.flat(), named);
    assert.deepEqual(byProlog.flat(), named);
    const thrown = run.ask('exceptionHistory()').rows.map((row) => [row['event'], row['caughtAt']]);
    assert.equal(thrown.length, 1);
    assert.deepEqual(await ask('SELECT event, caught FROM exception'), thrown);
  });

  it('SQL: an exception, and which call it left', async () => {
    assert.deepEqual(await ask(`SELECT e.class, e.message, c."function" FROM exception e JOIN call c ON c.event = e.call`), [
      ['RangeError', 'too large: 7', 'fails'],
    ]);
    assert.deepEqual(await ask(`SELECT c."function", x.text FROM exit x JOIN call c ON c.event = x.call WHERE x.outcome = 'throw'`), [
      ['fails', 'RangeError'],
    ]);
  });

  it('SQL: ancestors are what recursion finds', async () => {
    const recursive = `WITH RECURSIVE up(call, ancestor, distance) AS (SELECT event, event, 0 FROM call
      UNION ALL SELECT up.call, c.parent, distance + 1 FROM up JOIN call c ON c.event = up.ancestor WHERE c.parent IS NOT NULL)
      SELECT call, ancestor, distance FROM up ORDER BY 1, 3`;
    assert.deepEqual(await ask(recursive), await ask('SELECT call, ancestor, distance FROM ancestor ORDER BY 1, 3'));
  });

  it('Prolog: terms of the program, and a chain through an exception that is caught', async () => {
    assert.deepEqual(await ask("event(_, _, methodcall(l(File, Line), c('Row'), of, Arguments))"), [['main.js', 7, ['a']]]);
    assert.deepEqual(await ask("event(_, _, setfield(l(_, Line), o('Row', _), open, 5))"), [[4]]);
    const chain =
      'event(_Id, _, exception(_, _, _, _)), full_detail_call_chain(_Id, _Chain), member(event(_, _, methodcall(_, _, Name, _)), _Chain)';
    assert.deepEqual(await ask(chain), [['fails']]);
    assert.deepEqual(await ask("was_field_assigned('Row', open, 4.5)"), [[true]]);
    assert.deepEqual(await ask("was_exception_caught('TypeError')"), [[false]]);
  });

  it('are not needed for facts that any Prolog reads', async () => {
    const file = join(run.folder, 'facts.pl');
    const { count } = exportProlog(run.file, file, run.folder);
    const lines = readFileSync(file, 'utf8').split('\n');
    assert.equal(lines.length - 1, count);
    assert.deepEqual(await ask('aggregate_all(count, event(_, _, _), Count)'), [[count]]);
    assert.match(lines.join('\n'), /^event\(\d+, main, methodcall\(l\('main\.js', 4\), o\('Row', \d+\), settle, \[3\]\)\)\.$/m);
    assert.throws(() => exportProlog(run.file, file, run.folder), /EEXIST/);
  });

  it('say what is wrong, and where', async () => {
    await assert.rejects(ask('SELECT missing FROM call'), (error) => error instanceof QueryError && error.place?.column === 8);
    await assert.rejects(ask('missing(X)'), /There is no predicate missing\/1/);
    await assert.rejects(ask('missing.sql'), /There is no file missing\.sql/);
  });
});
