import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../tidy/files.js';

const folder = mkdtempSync(join(tmpdir(), 'whence-ends-'));
after(() => rmSync(folder, { recursive: true }));

function run(words: readonly string[]): { readonly stdout: string; readonly stderr: string; readonly code: number | null } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...words], { cwd: folder, encoding: 'utf8', input: '' });
  return { stdout, stderr, code: status };
}

const whence = (...words: readonly string[]) => run([join(root, 'dist/whence.js'), ...words]);

const ruleOfDoors =
  "import { extent, rule } from 'whence/rules';\nimport { Door } from './a.mjs';\n" +
  "export const typed = rule({ foreach: { d: extent(Door) }, where: ({ d }) => typeof d.open !== 'boolean' });\n";

/** Runs a command of ours that gets Ctrl+C when its program says that it is ready, and once more after a time. */
function interrupted(words: readonly string[], againMs?: number): Promise<{ readonly out: string; readonly told: string }> {
  const child = spawn(process.execPath, [join(root, 'dist/whence.js'), ...words], { cwd: folder });
  let [out, told] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    if (!told.includes('ready') && (told + text).includes('ready')) {
      child.kill('SIGINT');
      if (againMs !== undefined) setTimeout(() => child.kill('SIGINT'), againMs);
    }
    told += text;
  });
  return new Promise((resolve) => child.on('close', () => resolve({ out, told })));
}

interface Exit {
  readonly code: number | null;
  readonly signal: string | null;
}

function exitOf(out: string): Exit | null {
  const { recordings, exit } = JSON.parse(out) as { readonly recordings?: readonly { readonly exit: Exit }[]; readonly exit?: Exit | null };
  return recordings?.[0]?.exit ?? exit ?? null;
}

interface Answer {
  readonly total: number;
  readonly complete: boolean;
  readonly rows: readonly { readonly count: number }[];
}

/** Records a text, and says how often its method `flush` was called. */
function flushes(name: string, text: string): { readonly count: number; readonly complete: boolean } {
  writeFileSync(join(folder, name), text);
  whence('record', '--out', 'a.trace', '--force', '--', name);
  const { stdout } = whence('query', 'a.trace', '--ask', 'wasMethodCalled(method: "flush")', '--json');
  const { rows, complete } = JSON.parse(stdout) as Answer;
  return { count: rows.reduce((all, one) => all + one.count, 0), complete };
}

const counted = 'const stats = { n: 0 }; function flush() { stats.n += 1; }\n';

/** Programs whose last calls come at their end, and how many there are. */
const endings: Readonly<Record<string, readonly [text: string, count: number]>> = {
  'a listener': ["process.on('exit', flush);", 1],
  'several listeners, of which some are set late': [
    "process.on('exit', flush); process.once('exit', flush); process.prependListener('exit', flush);",
    3,
  ],
  'a listener, and process.exit': ["process.on('exit', () => flush()); process.exit(0);", 1],
  'a listener that throws': ["process.on('exit', () => { flush(); undefined.foo(); });", 1],
  'an exception that nobody catches': ["process.on('exit', () => flush()); flush(); undefined.foo();", 2],
  'a promise behind the listeners': ["process.on('exit', () => Promise.resolve().then(flush).then(flush));", 2],
  'process.exit in a listener': ["process.on('exit', () => { flush(); process.exit(3); });", 1],
  'an emit of its own': [
    "const { emit } = process; process.emit = function (...all) { const is = emit.apply(this, all); if (all[0] === 'exit') flush(); return is; };",
    1,
  ],
  'its exit of its own': [
    'const { reallyExit } = process; process.reallyExit = (code) => { flush(); reallyExit.call(process, code); }; process.exit(0);',
    1,
  ],
  'no listener any more': ["process.removeAllListeners('exit'); process.removeAllListeners(); flush();", 1],
  'methods of all functions replaced': [
    "flush(); Function.prototype.call = () => 'call'; Function.prototype.apply = () => 'apply'; Reflect.get = () => 0;",
    1,
  ],
};

describe('what a program does at its end is recorded', () => {
  for (const [name, [text, count]] of Object.entries(endings))
    it(name, () => assert.deepEqual(flushes('a.cjs', counted + text), { count, complete: true }));

  it('a thread that exits', () => {
    const text = `import { Worker, isMainThread } from 'node:worker_threads';
      class Stats { flush() { this.isFlushed = true; } }
      process.on('exit', () => new Stats().flush());
      if (isMainThread) new Worker(new URL(import.meta.url));`;
    assert.deepEqual(flushes('a.mjs', text), { count: 2, complete: true });
  });

  it('its exception is told, and printed as Node prints it', () => {
    writeFileSync(join(folder, 'a.cjs'), "process.on('exit', () => {\n  undefined.foo();\n});\n");
    const plain = run(['a.cjs']);
    const recorded = whence('record', '--out', 'a.trace', '--force', '--', 'a.cjs');
    assert.equal(recorded.stderr, plain.stderr);
    const { rows } = JSON.parse(whence('query', 'a.trace', '--ask', 'whereExceptionIsThrown()', '--json').stdout) as Answer;
    assert.ok(rows.length > 0);
  });

  for (const [words, name] of [
    [['record', '--json', '--force', '--out', 'a.trace'], 'record'],
    [['watch', '--json', '--rules', 'a.rules.ts'], 'watch'],
  ] as const)
    it(`whence ${name} hands Ctrl+C on, and a second one ends the program`, async () => {
      writeFileSync(join(folder, 'a.rules.ts'), ruleOfDoors);
      const text = `export class Door { open = true; }
        process.on('SIGINT', () => { console.log('closing'); if (process.argv[2] === 'ends') setTimeout(() => process.exit(5), 20); });
        setInterval(() => {}, 10); setTimeout(() => console.log('ready'), 10);`;
      writeFileSync(join(folder, 'a.mjs'), text);
      const ended = await interrupted([...words, '--', 'a.mjs', 'ends']);
      assert.deepEqual([ended.told.match(/closing/g)?.length, exitOf(ended.out)], [1, { code: 5, signal: null }]);
      const killed = await interrupted([...words, '--', 'a.mjs'], 600);
      assert.deepEqual([killed.told.match(/closing/g)?.length, exitOf(killed.out)?.code ?? null], [1, null]);
    });

  it('and rules see it', () => {
    writeFileSync(
      join(folder, 'a.mjs'),
      "export class Door { open = true; }\nconst d = new Door();\nprocess.on('exit', () => { d.open = 0; });\n",
    );
    writeFileSync(join(folder, 'a.rules.ts'), ruleOfDoors);
    const live = whence('watch', '--rules', 'a.rules.ts', '--', 'a.mjs');
    whence('record', '--out', 'a.trace', '--force', '--', 'a.mjs');
    const later = whence('watch', '--rules', 'a.rules.ts', '--recording', 'a.trace');
    assert.match(live.stdout, /^a\.mjs:3:28: /);
    assert.match(later.stdout, /^a\.mjs:3:28: /);
    assert.deepEqual([live.code, later.code], [1, 1]);
  });
});
