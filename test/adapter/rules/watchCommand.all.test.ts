import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../tidy/files.js';

const folder = mkdtempSync(join(tmpdir(), 'whence-watch-command-'));
after(() => rmSync(folder, { recursive: true }));

function watch(words: readonly string[]): { readonly code: number | null; readonly out: string; readonly err: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'dist/whence.js'), 'watch', ...words], {
    cwd: folder,
    encoding: 'utf8',
  });
  return { code: status, out: stdout, err: stderr };
}

const rules = (where: string): string => `import { extent, report, rule } from 'whence/rules';
import { Node } from './prog.js';
export const small = rule({ foreach: { n: extent(Node) }, where: ({ n }) => ${where}, found: ({ n }) => report('size', n.size, 'of', n) });
`;

describe('whence watch', () => {
  before(() => {
    writeFileSync(
      join(folder, 'prog.js'),
      'class Node { constructor() { this.size = 1; } }\nconst node = (globalThis.node = new Node());\nnode.size = 9;\nconsole.log("ran");\n',
    );
    writeFileSync(join(folder, 'a.rules.ts'), rules('n.size > 5'));
  });

  it('prints one JSON object, with the write, and exits with 1 when a rule fired', () => {
    const { code, out, err } = watch(['--json', '--', 'prog.js']);
    assert.equal(code, 1);
    assert.match(err, /ran/);
    const result = JSON.parse(out) as {
      readonly schema: string;
      readonly exit: unknown;
      readonly complete: boolean;
      readonly rules: readonly { readonly fired: number }[];
      readonly findings: readonly Record<string, unknown>[];
    };
    assert.deepEqual([result.schema, result.exit, result.complete], ['whence.watch/1', { code: 0, signal: null }, true]);
    assert.equal(result.rules[0]?.fired, 1);
    const [finding] = result.findings;
    assert.deepEqual(
      [finding?.['rule'], finding?.['message'], finding?.['file'], finding?.['line'], finding?.['column'], finding?.['hit']],
      ['small', 'size 9 of Node#1', 'prog.js', 3, 1, 1],
    );
    assert.deepEqual(finding?.['tuple'], { n: { object: 'Node#1', preview: '{size: 9}' } });
    assert.deepEqual([finding?.['confirmed'], finding?.['noticed']], [true, { file: 'prog.js', line: 3, column: 1 }]);
  });

  it('does not confirm without sweeps, and probes more when nothing is pruned', () => {
    const { code, out } = watch(['--no-sweep', '--no-prune', 'all', '--rules', 'a.rules.ts', '--json', '--', 'prog.js']);
    const { findings, sweeps } = JSON.parse(out) as { readonly findings: readonly Record<string, unknown>[]; readonly sweeps: number };
    assert.deepEqual([code, sweeps, findings[0]?.['message'], findings[0]?.['confirmed']], [1, 0, 'size 9 of Node#1', false]);
  });

  it('says how many findings a tuple has given, where it is not one', () => {
    const found = "found: () => { report('one'); report('other'); } });";
    writeFileSync(join(folder, 'both.rules.ts'), rules('n.size > 5').replace(/found: .* \}\);/, found));
    assert.match(watch(['--rules', 'both.rules.ts', '--', 'prog.js']).out, /small fired once, with 2 findings\.\n/);
  });

  it('exits with 2 where the only rule that fired could not say so', () => {
    const failing = rules('n.size > 5').replace(/found: .* \}\);/, "found: () => { throw new TypeError('no'); } });");
    writeFileSync(join(folder, 'failing.rules.ts'), failing);
    const { code, out, err } = watch(['--rules', 'failing.rules.ts', '--json', '--', 'prog.js']);
    const { findings } = JSON.parse(out) as { readonly findings: readonly unknown[] };
    assert.deepEqual([code, findings], [2, []]);
    assert.match(err, /rule small: found failed: no/);
  });

  it('does not say that a rule held in a run which was ended before', () => {
    const other = `${rules('n.size > 5')}export const large = rule({ foreach: { n: extent(Node) }, where: ({ n }) => n.size > 50 });\n`;
    writeFileSync(join(folder, 'two.rules.ts'), other);
    const { out } = watch(['--first', '--rules', 'two.rules.ts', '--', 'prog.js']);
    assert.match(out, /large has not fired\.\n/);
    assert.match(watch(['--rules', 'two.rules.ts', '--', 'prog.js']).out, /large held\.\n/);
  });

  interface Numbers {
    readonly exit: unknown;
    readonly complete: boolean;
    readonly rules: readonly Readonly<Record<'fired' | 'updates' | 'tuples' | 'most' | 'complete', unknown>>[];
    readonly findings: readonly unknown[];
    readonly probes: { readonly pruned: unknown; readonly checks: number | null; readonly dispatches: number | null };
    readonly sweeps: number | null;
  }

  const cut = (end: string, ...words: readonly string[]): Numbers => {
    writeFileSync(
      join(folder, 'cut.js'),
      `class Node { constructor() { this.size = 1; } }\nconst node = (globalThis.node = new Node());\n${end}\n`,
    );
    writeFileSync(join(folder, 'cut.rules.ts'), rules('n.size > 5').replace('prog.js', 'cut.js'));
    return JSON.parse(watch(['--rules', 'cut.rules.ts', '--json', ...words, '--', 'cut.js']).out) as Numbers;
  };

  it('says of a run that is killed what was told last, with the finding', () => {
    const { exit, complete, rules: held, findings, probes, sweeps } = cut("node.size = 9;\nprocess.kill(process.pid, 'SIGKILL');");
    assert.deepEqual([exit, complete, findings.length], [{ code: null, signal: 'SIGKILL' }, false, 1]);
    const [{ fired, updates, tuples, most, complete: isSeen } = {} as never] = held;
    assert.deepEqual([fired, updates, tuples, most, isSeen, probes.dispatches, sweeps], [1, 2, 1, 1, false, 2, 1]);
  });

  it('says of a run that its time ends what was told last', () => {
    const { exit, complete, rules: held, probes } = cut('for (;;) node.size = node.size === 1 ? 2 : 1;', '--timeout', '6');
    assert.deepEqual([exit, complete, held[0]?.complete, held[0]?.fired], [null, false, false, 0]);
    assert.ok(Number(held[0]?.updates) > 1000 && Number(probes.dispatches) > 1000, JSON.stringify([held, probes]));
  });

  it('knows no numbers where none were told', () => {
    const { rules: held, probes, sweeps } = cut("process.kill(process.pid, 'SIGKILL');");
    const [{ fired, updates, tuples, most, complete } = {} as never] = held;
    assert.deepEqual([fired, updates, tuples, most, complete], [0, null, null, null, false]);
    assert.deepEqual(
      [probes.pruned, probes.checks, probes.dispatches, sweeps],
      [{ names: null, types: null, aliases: null }, null, null, null],
    );
  });

  it('counts the writes that names leave out, in all texts', () => {
    writeFileSync(
      join(folder, 'marks.js'),
      "require('./other.js');\nclass Node { constructor() { this.size = 1; this.mark = 0; } }\nconst node = (globalThis.node = new Node());\nnode.mark++;\ndelete node.mark;\nnode['size'] = 2;\n",
    );
    writeFileSync(join(folder, 'other.js'), 'const held = {};\nheld.mark = 1;\n[held.mark] = [2];\n');
    writeFileSync(join(folder, 'marks.rules.ts'), rules('n.size > 5').replace('prog.js', 'marks.js'));
    const probes = (...words: readonly string[]): { readonly sites: number; readonly pruned: unknown } =>
      (
        JSON.parse(
          watch([...words, '--no-prune', 'types', '--no-prune', 'aliases', '--rules', 'marks.rules.ts', '--json', '--', 'marks.js']).out,
        ) as { probes: ReturnType<typeof probes> }
      ).probes;
    const pruned = probes();
    const unpruned = probes('--no-prune', 'names');
    // globalThis.node, this.mark, mark++, delete, held.mark twice.
    assert.deepEqual(pruned.pruned, { names: 6, types: 0, aliases: 0 });
    assert.deepEqual(unpruned.pruned, { names: 0, types: 0, aliases: 0 });
    assert.equal(unpruned.sites - pruned.sites, 6);
    const byNames = ['--check-pruning', '--no-prune', 'types', '--no-prune', 'aliases'];
    const checked = JSON.parse(watch([...byNames, '--rules', 'marks.rules.ts', '--json', '--', 'marks.js']).out) as {
      readonly probes: ReturnType<typeof probes>;
      readonly notes: readonly string[];
      readonly rules: readonly { readonly fault: string | null }[];
    };
    assert.deepEqual([checked.probes, checked.rules[0]?.fault], [{ ...unpruned, pruned: pruned.pruned }, null]);
    // node.mark++: the constructor's own write comes before the object enters.
    assert.deepEqual(checked.notes, ['Writes left out by their names that touched a watched object: 1.']);
  });

  it('exits with 0 when all rules hold, and with 2 and a sentence when one can not be used', () => {
    writeFileSync(join(folder, 'held.rules.ts'), rules('n.size > 50'));
    writeFileSync(join(folder, 'impure.rules.ts'), rules('n.grow()'));
    writeFileSync(join(folder, 'broken.rules.ts'), 'export const x = rule({ ;');
    assert.equal(watch(['--rules', 'held.rules.ts', '--', 'prog.js']).code, 0);
    const impure = watch(['--rules', 'impure.rules.ts', '--', 'prog.js']);
    assert.deepEqual([impure.code, /^whence: rule small: line 3: where is not pure/m.test(impure.err)], [2, true]);
    const broken = watch(['--rules', 'broken.rules.ts', '--', 'prog.js']);
    assert.deepEqual([broken.code, /^whence: broken\.rules\.ts:1:\d+: The rules file does not parse/.test(broken.err)], [2, true]);
    assert.match(watch(['--rules', 'none.rules.ts', '--', 'prog.js']).err, /^whence: none\.rules\.ts: There is no such rules file\.\n$/);
  });

  const record = (): void => {
    const words = ['record', '--force', '--out', 'prog.trace', '--', 'prog.js'];
    spawnSync(process.execPath, [join(root, 'dist/whence.js'), ...words], { cwd: folder });
  };

  it('says over a recording which files of its findings were edited since', () => {
    const file = join(folder, 'prog.js');
    const before = readFileSync(file, 'utf8');
    record();
    const words = ['--rules', 'a.rules.ts', '--recording', 'prog.trace'];
    const notes = (): readonly string[] => (JSON.parse(watch([...words, '--json']).out) as { readonly notes: readonly string[] }).notes;
    const usual = notes();
    assert.equal(usual.length, 1); // that nothing was confirmed
    writeFileSync(file, `\n${before}`);
    const note = 'prog.js changed since: lines and text are those of the recording.';
    assert.deepEqual(notes(), [...usual, note]);
    assert.ok(watch(words).out.includes(`${note}\n`));
    writeFileSync(file, before);
  });

  it('holds the rules against a recording, and refuses what needs a run', () => {
    record();
    const { code, out } = watch(['--rules', 'a.rules.ts', '--recording', 'prog.trace', '--json']);
    const { exit, complete, findings } = JSON.parse(out) as {
      readonly exit: unknown;
      readonly complete: boolean;
      readonly findings: readonly Record<string, unknown>[];
    };
    assert.deepEqual([code, exit, complete], [1, { code: 0, signal: null }, true]);
    assert.deepEqual(
      [findings[0]?.['file'], findings[0]?.['line'], findings[0]?.['column'], findings[0]?.['hit'], typeof findings[0]?.['event']],
      ['prog.js', 3, 1, 1, 'number'],
    );
    assert.match(watch(['--recording', 'prog.trace', '--', 'prog.js']).err, /not both/);
    assert.match(watch(['--recording', 'prog.trace', '--pin']).err, /--pin needs a program to run/);
    assert.match(
      watch(['--rules', 'a.rules.ts', '--recording', 'none.trace']).err,
      /^whence: .*none\.trace: There is no such recording\.\n$/,
    );
  });

  it('holds rules in each process and thread of a command, and sums up', () => {
    writeFileSync(
      join(folder, 'start.js'),
      "require('node:child_process').fork('./prog.js');\nnew (require('node:worker_threads').Worker)('./prog.js');\n",
    );
    const { code, out } = watch(['--rules', 'a.rules.ts', '--json', '--', process.execPath, 'start.js']);
    const {
      exit,
      complete,
      rules: held,
      findings,
      notes,
    } = JSON.parse(out) as {
      readonly exit: unknown;
      readonly complete: boolean;
      readonly rules: readonly Record<string, unknown>[];
      readonly findings: readonly Record<string, unknown>[];
      readonly notes?: readonly string[];
    };
    assert.deepEqual([code, exit, complete, notes], [1, { code: 0, signal: null }, true, undefined]);
    assert.deepEqual([held[0]?.['fired'], held[0]?.['complete']], [2, true]); // start.js itself has no Node
    assert.deepEqual(findings.map(({ file, line, process: words }) => `${String(file)}:${String(line)} ${String(words)}`).sort(), [
      'prog.js:3 node prog.js',
      'prog.js:3 node start.js, worker thread 1',
    ]);
    const text = watch(['--rules', 'a.rules.ts', '--', process.execPath, 'start.js']).out;
    assert.match(text, /prog\.js:3:1: size 9 of Node#1 \(small, in the process node prog\.js\)/);
  });

  it('does not name the process of a command that has one, and ends the command at the first finding', () => {
    const { code, out } = watch(['--rules', 'a.rules.ts', '--first', '--json', '--', process.execPath, 'prog.js']);
    const { complete, exit, findings } = JSON.parse(out) as {
      readonly complete: boolean;
      readonly exit: unknown;
      readonly findings: readonly Record<string, unknown>[];
    };
    assert.deepEqual([code, complete, exit, findings.map(({ process: words }) => words)], [1, false, null, [undefined]]);
  });

  it('counts what was found in a process that another one has ended, and says that its end is not known', () => {
    writeFileSync(join(folder, 'stay.js'), "require('./prog.js');\nprocess.send('done');\nsetInterval(() => {}, 1000);\n");
    writeFileSync(
      join(folder, 'ends.js'),
      "const child = require('node:child_process').fork('./stay.js');\nchild.on('message', () => child.kill());\n",
    );
    const { code, out } = watch(['--rules', 'a.rules.ts', '--', process.execPath, 'ends.js']);
    assert.equal(code, 1);
    assert.match(out, /small fired once\.\nNot all that the program did is known\.\n/);
    assert.match(out, /The process node stay\.js was ended from outside: what happened in it last is not known\.\n/);
  });

  it('says in one sentence what can not be run, or not so', () => {
    const refused = (words: readonly string[]): string => watch(['--rules', 'a.rules.ts', ...words]).err;
    assert.match(refused(['--node', '/no/node', '--', 'prog.js']), /^whence: \/no\/node cannot be started: .*ENOENT\n$/);
    assert.match(refused(['--', 'ls']), /whence: ls has started no Node process in which rules could be held\.\n$/);
    assert.match(
      refused(['--assertions', '--', 'ls']),
      /whence: --assertions reads the file of the program, and the command names none\.\n$/,
    );
    assert.match(refused(['--reproduce', 'ls', '--', 'ls']), /--reproduce is for a program/);
    assert.match(refused(['--', 'none.js']), /^whence: none\.js: There is no such file\.\n$/);
  });
});
