import assert from 'node:assert/strict';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runQuery } from '../../../adapter/operations/runQuery.js';
import { QueryError } from '../../../adapter/trace/relations/queryError.js';
import { SqlEngine } from '../../../adapter/trace/sql/sqlQuery.js';
import { loadSqlite } from '../../../adapter/trace/sql/sqlite.js';
import { countOf, seedOf } from '../../support/counts.js';
import { completed } from '../../support/handMadeRelations.js';
import { recorded, type RecordedProgram } from '../../support/recorded.js';
import { root } from '../../tidy/files.js';

const secret = 'the secret of the file';

/** Text that reads a file or the environment, runs code, writes, or leaves the sandbox, if anything lets it. */
const sqlThatEscapes = (file: string): readonly string[] => [
  `SELECT readfile('${file}')`,
  `SELECT load_extension('${file}')`,
  `ATTACH '${file}' AS other`,
  `SELECT * FROM pragma_database_list; ATTACH '${file}' AS other`,
  `VACUUM INTO '${file}.copy'`,
  `CREATE TABLE own(x)`,
  `CREATE VIRTUAL TABLE own USING fts5(x)`,
  `CREATE TEMP VIEW own AS SELECT 1`,
  `INSERT INTO call(event) VALUES (1)`,
  `UPDATE call SET event = 1`,
  `DELETE FROM call`,
  `DROP TABLE call`,
  `PRAGMA journal_mode`,
  `PRAGMA hard_heap_limit = 0`,
  `WITH x AS (SELECT 1) DELETE FROM call`,
  `SELECT writefile('${file}.copy', 'x')`,
  `SELECT edit('x')`,
  `SELECT * FROM fsdir('/')`,
  `BEGIN`,
  `SELECT 1; SELECT 2`,
];

const prologThatEscapes = (file: string): readonly string[] => [
  `open('${file}', read, S), read_string(S, _, Text)`,
  `read_file_to_string('${file}', Text, [])`,
  `see('${file}')`,
  `consult('${file}')`,
  `['${file}']`,
  `load_files('${file}', [])`,
  `shell('cat ${file}')`,
  `getenv('HOME', Text)`,
  `process_create(path(cat), ['${file}'], [])`,
  `X := eval("process.env.HOME")`,
  `js_eval("1", X)`,
  `'$js_call'(text, X)`,
  `whence:'$js_call'(text, X)`,
  `system:open('${file}', read, S)`,
  `G = open('${file}', read, S), call(G)`,
  `G =.. [open, '${file}', read, S], G`,
  `assertz((a :- shell(ls))), a`,
  `catch(open('${file}', read, _), E, true)`,
  `findall(S, open('${file}', read, S), L)`,
  `forall(open('${file}', read, _), true)`,
  `maplist([F]>>open(F, read, _), ['${file}'])`,
  `foldl([F, A, B]>>(open(F, read, S), B = [S | A]), ['${file}'], [], X)`,
  `retractall(whence:answer(_))`,
  `abolish(whence:answer/1)`,
  `set_prolog_flag(sandbox, false)`,
  `assertz(sandbox:safe_primitive(system:open(_, _, _)))`,
  `use_foreign_library(foreign(files))`,
  `halt`,
  `thread_create(halt, _)`,
  `term_to_atom(X, 'open(a, read, S)'), call(X)`,
  `with_output_to(string(_), shell(ls))`,
  `nb_setval(a, b), b_setval(c, d), prolog_load_context(directory, D), open(D, write, S)`,
];

const prologProgramsThatEscape = (file: string): readonly string[] => [
  `:- initialization(shell(ls)).\n?- true.`,
  `:- open('${file}', read, _).\n?- true.`,
  `:- use_module(library(process)).\n?- true.`,
  `:- multifile sandbox:safe_primitive/1.\nsandbox:safe_primitive(system:shell(_)).\n?- shell(ls).`,
  `whence:row(_, _) :- shell(ls).\n?- row(call, []).`,
  `user:portray(_) :- shell(ls).\n?- print(a).`,
  `term_expansion(_, (:- shell(ls))).\na.\n?- fail.`,
  `goal_expansion(_, shell(ls)).\n?- row(call, [event = E]).`,
  `:- include('${file}').\n?- true.`,
  `a :- shell(ls).\n?- a.`,
];

/** Text that never ends, or needs ever more. */
const endless: readonly string[] = [
  'WITH RECURSIVE r(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM r) SELECT count(*) FROM r',
  'WITH RECURSIVE r(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM r) SELECT x FROM r',
  'SELECT count(*) FROM event a, event b, event c, event d, event e, event f',
  '?- repeat, fail.',
  'loop :- loop.\n?- loop.',
  'p(X) :- p(Y), X is Y + 1.\n?- p(X).',
  '?- between(1, inf, X).',
];

const allocating: readonly string[] = [
  'WITH RECURSIVE r(x) AS (SELECT zeroblob(1000000) UNION ALL SELECT x || x FROM r) SELECT max(length(x)) FROM r',
  'SELECT length(group_concat(a.id || b.id || c.id)) FROM event a, event b, event c',
  'grow(L) :- grow([a, b, c | L]).\n?- grow([]).',
  'text(T) :- string_concat(T, T, U), text(U).\n?- text("abcdefghij").',
  '?- numlist(1, 100000000, L), msort(L, M).',
];

/** Some of a list, others with each seed: at night all of them. Each starts an engine. */
function sampleOf(list: readonly string[], parts = 1): readonly string[] {
  const count = Math.max(1, Math.ceil(countOf('hostileQueries') / parts));
  const first = seedOf(7) % list.length;
  return [...list.slice(first), ...list.slice(0, first)].slice(0, count);
}

describe('hostile queries', function () {
  this.timeout(300_000);
  let run: RecordedProgram;
  let file: string;
  let program: string;

  before(async () => {
    run = await recorded({ 'main.js': 'function f(x) { return x + 1; }\nfor (let i = 0; i < 50; i++) f(i);\n' });
    file = join(run.folder, 'secret.txt');
    writeFileSync(file, secret);
    program = join(root, 'dist/queryWorker.js');
    assert.ok(existsSync(program), 'npm run build');
  });
  after(() => run.dispose());

  const ask = (text: string, milliseconds = 60_000, megabytes = 128) => {
    const limits = { rows: 1000, megabytes };
    const name = join(run.folder, text.startsWith('?-') || text.includes(':-') || text.includes('\n?-') ? 'query.pl' : 'none');
    if (name.endsWith('.pl')) writeFileSync(name, text);
    return runQuery({ recording: run.file, file: name, text, limits, cwd: run.folder }, { program, milliseconds });
  };

  /** It is refused, or answers nothing of the file; and nothing new is there. */
  const escapesNot = async (text: string): Promise<void> => {
    const before = readdirSync(run.folder).filter((name) => name !== 'query.pl');
    const outcome = await ask(text).then(
      (answer) => JSON.stringify(answer),
      (error: unknown) => (error instanceof QueryError ? `refused: ${error.message}` : assert.fail(String(error))),
    );
    assert.doesNotMatch(outcome, new RegExp(secret), text);
    assert.match(outcome, /^refused|"rows":\[\]|\[\[false\]\]/, `${text}: ${outcome}`);
    assert.deepEqual(
      readdirSync(run.folder).filter((name) => name !== 'query.pl'),
      before,
      text,
    );
  };

  it('SQL reads no file and changes nothing', async () => {
    const engine = new SqlEngine(await loadSqlite(), completed([]), { rows: 10, megabytes: 64 });
    for (const text of sqlThatEscapes(file)) assert.throws(() => engine.query(text), QueryError, text);
    engine.close();
    assert.deepEqual(readdirSync(run.folder).sort(), ['main.js', 'run.trace', 'secret.txt']);
    await escapesNot(`SELECT readfile('${file}')`);
  });

  it('Prolog reads no file and runs nothing', async () => {
    const goals = prologThatEscapes(file).map((text) => `?- ${text}.`);
    for (const text of sampleOf([...goals, ...prologProgramsThatEscape(file)])) await escapesNot(text);
  });

  it('are ended when their time is over', async () => {
    for (const text of sampleOf(endless, 3)) {
      const began = Date.now();
      await assert.rejects(ask(text, 4000), /^QueryError: The query (has taken 4 s and was ended|needs more than)/, text);
      assert.ok(Date.now() - began < 30_000, `${text}: ${Date.now() - began} ms`);
    }
  });

  it('are ended when they need too much memory', async () => {
    for (const text of sampleOf(allocating, 3))
      await assert.rejects(
        ask(text, 40_000, 64),
        /^QueryError: (The query needs more than|The query has taken|SQLite: string or blob too big)/,
        text,
      );
    assert.ok(process.memoryUsage().rss < 2 * 2 ** 30);
  });

  it('are cancelled', async () => {
    const cancelling = new AbortController();
    setTimeout(() => cancelling.abort(), 500);
    const request = { recording: run.file, file: 'none', text: endless[0] ?? '', limits: { rows: 1, megabytes: 64 }, cwd: run.folder };
    await assert.rejects(runQuery(request, { program, milliseconds: 60_000, signal: cancelling.signal }), /The query was cancelled\./);
  });

  it('say where they are wrong', async () => {
    await assert.rejects(
      ask('SELECT event\nFROM calls'),
      (error) => error instanceof QueryError && error.place?.line === 2 && error.place.column === 6,
    );
    await assert.rejects(
      ask('?- row(call, [event = E]),\n   missing(E).'),
      (error) => error instanceof QueryError && error.place?.line === 2,
    );
  });
});
