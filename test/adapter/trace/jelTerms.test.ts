import assert from 'node:assert/strict';
import { ownQuery } from '../../../adapter/operations/ownQuery.js';
import { recorded, type RecordedProgram } from '../../support/recorded.js';

/** Rows of an own query in Prolog. */
async function solutions(run: RecordedProgram, text: string): Promise<readonly (readonly unknown[])[]> {
  const limits = { rows: 10_000, megabytes: 256 };
  return (await ownQuery({ recording: run.file, file: 'asked.pl', text, limits, cwd: run.folder })).rows;
}

describe('terms of JEL: steps', () => {
  let run: RecordedProgram;

  before(async () => {
    run = await recorded({
      'main.js': `class Sum {
  total = 0;
  add(n) {
    let left = n;
    while (left > 0) {
      left--;
      if (left === 1) continue;
      this.total += 1;
    }
    try {
      this.check(n);
    } catch (error) {
      return error.message;
    }
    for (const one of [1, 2]) {
      this.total += one;
    }
    return 'done';
  }
  check(n) {
    if (n > 2)
      throw new Error('many');
  }
  short(n) { let twice = n * 2; return twice; }
  async later(n) {
    const first = n;
    await null;
    const second = await this.short(first);
    return second;
  }
  *each() {
    yield 1;
    yield 2;
  }
}
const sum = new Sum();
sum.add(2);
sum.add(3);
sum.later(4);
[...sum.each()];
`,
    });
  });

  after(() => run.dispose());

  const steps = async (goal: string): Promise<readonly unknown[]> =>
    (
      await solutions(run, `?- ${goal}, call_chain(Id, Calls), last(Calls, _Call), event(_Call, _, methodcall(_, _, Method, [Given])).`)
    ).map(([, line, , method, given]) => [method, given, line]);

  it('are lines, each time that one begins or a call comes back to it', async () => {
    const lines = (await steps(`event(Id, _, step(l(_, Line), _Seen))`)) as readonly (readonly unknown[])[];
    const of = (given: number) => lines.filter(([method, own]) => method === 'add' && own === given).map(([, , line]) => line);
    assert.deepEqual(of(2), [5, 6, 7, 5, 6, 7, 8, 5, 10, 11, 11, 15, 16, 15, 16, 15, 18]);
    assert.deepEqual(of(3), [5, 6, 7, 8, 5, 6, 7, 5, 6, 7, 8, 5, 10, 11, 13]);
  });

  it('go on behind an await', async () => {
    const lines = (await solutions(run, `?- event(Id, _, step(l(_, Line), _)), Line > 25, Line < 30.`)).map(([, line]) => line);
    assert.deepEqual(lines, [27, 28, 28, 29]);
  });

  it('have the variables that are seen and have a value', async () => {
    assert.deepEqual(await solutions(run, `?- once(event(_, _, step(l(_, 29), Seen))).`), [
      [['lv(n, 4)', 'lv(first, 4)', 'lv(second, 8)']],
    ]);
    const [[seen]] = (await solutions(run, `?- event(_, _, step(l(_, 16), Seen)), memberchk(lv(one, 2), Seen).`)) as [[readonly unknown[]]];
    assert.deepEqual(seen, ['lv(one, 2)', 'lv(n, 2)', 'lv(left, 0)']);
  });

  it('are found by their numbers, and by their lines', async () => {
    const all = await solutions(run, '?- event(Id, T, step(L, V)).');
    assert.equal(all.length, 38);
    const again = await solutions(run, '?- event(Id, T, step(L, V)), event(Id, T, step(L, V)).');
    assert.deepEqual(again, all);
    assert.equal(
      (await solutions(run, `?- findall(_I, event(_I, _, step(l('main.js', 18), _)), _Found), length(_Found, N).`))[0]?.at(-1),
      1,
    );
  });

  it('are the same where nobody looks at their variables', async () => {
    const looked = await solutions(run, '?- findall(I, (event(I, _, step(_, V)), V \\== none), L), length(L, N).');
    assert.equal(looked[0]?.at(-1), 38);
    for (const goal of [
      '?- aggregate_all(count, event(_, _, step(_, _)), N).',
      '?- findall(_I, event(_I, _, step(l(_, _), _)), _L), length(_L, N).',
      '?- aggregate_all(count, (event(_, _, step(_, V)), is_list(V)), N).',
      '?- aggregate_all(count, (event(_, _, E), E = step(_, V), is_list(V)), N).',
    ])
      assert.equal((await solutions(run, goal))[0]?.at(-1), 38, goal);
    assert.deepEqual(await solutions(run, 'event(1000000, a, step(l, [])).\n?- event(_, T, step(L, _)).'), [['a', 'l']]);
    assert.deepEqual(
      await solutions(run, '?- event(Id, T, _).'),
      (await solutions(run, '?- event(Id, T, Term).')).map((row) => row.slice(0, 2)),
    );
  });

  it('have relations of their own', async () => {
    const rows = await solutions(
      run,
      `?- row(step, [kind = Kind, file = 'main.js', line = 24, call = Call]), row(call, [event = Call, function = Name]).`,
    );
    assert.deepEqual(
      rows.map(([kind, , name]) => [kind, name]),
      [
        ['statement', 'Sum.short'],
        ['statement', 'Sum.short'],
      ],
    );
  });

  it('wait and go on: suspend and resume', async () => {
    const rows = await solutions(
      run,
      `?- event(Id, _, Term), Term =.. [Name, l(_, Line), Way, Value], memberchk(Name, [suspend, resume]).`,
    );
    assert.deepEqual(
      rows.map((row) => row.slice(2)).map(([name, line, way, value]) => [name, line, way, value]),
      [
        ['suspend', 27, 'await', null],
        ['suspend', 32, 'yield', 1],
        ['resume', 32, 'yield', { undefined: true }],
        ['suspend', 33, 'yield', 2],
        ['resume', 33, 'yield', { undefined: true }],
        ['resume', 27, 'await', null],
        ['suspend', 28, 'await', 8],
        ['resume', 28, 'await', 8],
      ],
    );
  });
});

describe('steps of a long run', () => {
  let run: RecordedProgram;

  before(async () => {
    run = await recorded({
      'main.js': `function add(by) {
  let twice = by * 2;
  return twice;
}
function all(count) {
  let sum = 0;
  for (let i = 0, most = count; i < most; i++) {
    let own = add(i);
    sum += own;
  }
  return sum;
}
all(3000);
`,
    });
  });

  after(() => run.dispose());

  it('cost as much in the end of a loop as in its beginning', async () => {
    const began = process.cpuUsage();
    assert.deepEqual(await solutions(run, '?- aggregate_all(count, event(_, _, step(l(_, 9), [_ | _])), N).'), [[3000]]);
    const [[, seen]] = (await solutions(run, '?- event(Id, _, step(l(_, 9), Seen)), memberchk(lv(i, 2999), Seen).')) as [
      [unknown, unknown],
    ];
    assert.deepEqual(seen, ['lv(own, 5998)', 'lv(i, 2999)', 'lv(most, 3000)', 'lv(count, 3000)', 'lv(sum, 8991002)']);
    const { user, system } = process.cpuUsage(began);
    assert.ok(user + system < 30e6, `${(user + system) / 1e6} s of processor time`);
  });
});
