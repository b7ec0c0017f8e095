import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { McpClient, type Answered, type Era } from './mcpClient.js';

const cart = `class Cart {
  constructor() {
    this.total = 0;
  }
  add(price) {
    this.total = this.total + price;
  }
}
const cart = new Cart();
cart.add(3);
cart.add('4');
cart.add(5);
if (cart.total !== 12) throw new Error('wrong total');
`;

const fails = 'export function first(list: { n: number } | null): number {\n  return list!.n;\n}\nfirst(null);\n';

describe('the server for agents', () => {
  let root = '';
  let server: McpClient;

  before(async () => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'whence-mcp-')));
    writeFileSync(join(root, 'cart.js'), cart);
    writeFileSync(join(root, 'fails.ts'), fails);
    writeFileSync(join(root, 'endless.js'), 'for (;;);\n');
    mkdirSync(join(root, 'several'));
    for (let n = 0; n < 60; n++) writeFileSync(join(root, 'several', `f${n}.ts`), fails);
    symlinkSync('/etc', join(root, 'elsewhere'));
    server = await McpClient.open(root);
  });

  after(async () => {
    await server.close();
    rmSync(root, { recursive: true, force: true });
  });

  const points = ({ data }: Answered): readonly { id: string; line?: number; hit?: number; status: string }[] => data['points'] as [];

  it('lists its tools in few bytes, each with true annotations', async () => {
    const { tools } = await server.client.listTools();

    assert.deepEqual(
      tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint ?? false, annotations?.destructiveHint ?? false]),
      [
        ['check', true, false],
        ['state_at', true, false],
        ['why', false, true],
        ['ask', false, true],
        ['record', false, true],
        ['query', true, false],
        ['diagnose', false, true],
        ['watch', false, true],
      ],
    );
    assert.ok(JSON.stringify(tools).length < 6144);
  });

  it('diagnoses a failing test: the place, and a change that makes it pass', async () => {
    writeFileSync(
      join(root, 'sum.mjs'),
      'export function sum(list) {\n  let total = 1;\n  for (const n of list) total += n;\n  return total;\n}\n',
    );
    const test = "import assert from 'node:assert/strict';\nimport { test } from 'node:test';\nimport { sum } from './sum.mjs';\n";
    writeFileSync(
      join(root, 'sum.test.mjs'),
      `${test}test('adds', () => assert.equal(sum([1, 2]), 3));\ntest('none', () => assert.equal(sum([]), 0));\n`,
    );
    const { text, data, bytes } = await server.call('diagnose', { tests: ['sum.test.mjs'], timeoutSeconds: 120 });
    const [first] = data['diagnoses'] as { components: { file: string; line: number }[]; repairs: { diff: string }[] }[];
    assert.deepEqual(
      first?.components.map(({ file, line }) => `${file}:${line}`),
      ['sum.mjs:2'],
      text,
    );
    assert.match(first?.repairs[0]?.diff ?? '', /^\+ {2}let total = 0;$/m);
    assert.match(text, /^A change at sum\.mjs:2 makes 2 of 2 tests pass\./);
    assert.ok(bytes < 8192);
    const { text: none, isError } = await server.call('diagnose', { tests: ['missing.test.mjs'] });
    assert.deepEqual([isError, /missing\.test\.mjs/.test(none)], [true, true]);
  });

  it('holds rules against a run, and names the write that breaks one', async () => {
    writeFileSync(
      join(root, 'tree.mjs'),
      'export class Node {\n  kids = [];\n  parent = null;\n}\nconst a = new Node();\nconst b = new Node();\na.kids.push(b);\nb.parent = a;\nb.parent = b;\n',
    );
    const rules = [
      "import { extent, report, rule } from 'whence/rules';",
      "import { Node } from './tree.mjs';",
      'export const own = rule({',
      '  foreach: { n: extent(Node) },',
      '  where: ({ n }) => n.parent === n,',
      "  found: ({ n }) => report('its own parent', n),",
      '});',
    ];
    writeFileSync(join(root, 'tree.rules.ts'), `${rules.join('\n')}\n`);
    const { text, data } = await server.call('watch', { program: ['tree.mjs'], timeoutSeconds: 60 });
    assert.match(text, /^own fired\.\ntree\.mjs:9 own: its own parent Node#\d+\n {2}9 \| b\.parent = b;$/);
    const [finding] = data['findings'] as { rule: string; file: string; line: number }[];
    assert.deepEqual([finding?.rule, finding?.file, finding?.line], ['own', 'tree.mjs', 9], text);
    assert.match(text, /^own fired\./);
    const { text: missing, isError } = await server.call('watch', { program: ['none.mjs'] });
    assert.deepEqual([isError, /none\.mjs/.test(missing)], [true, true]);
  });

  it('counts what a rule finds at one write, in words', async () => {
    const shared =
      'const kind = { isBad: false };\nexport class Leaf {\n  kind = kind;\n}\nconst all = [1, 2, 3, 4, 5].map(() => new Leaf());\n';
    writeFileSync(join(root, 'shared.mjs'), `${shared}kind.isBad = all.length > 0;\n`);
    const imports = "import { extent, report, rule } from 'whence/rules';\nimport { Leaf } from './shared.mjs';\n";
    const rule =
      "export const bad = rule({ foreach: { n: extent(Leaf) }, where: ({ n }) => n.kind.isBad, found: () => report('is bad') });\n";
    writeFileSync(join(root, 'shared.rules.ts'), imports + rule);
    const { text, data } = await server.call('watch', { program: ['shared.mjs'], rules: ['shared.rules.ts'], timeoutSeconds: 60 });
    const lines = [
      'bad fired.',
      'shared.mjs:6 bad: is bad',
      '  6 | kind.isBad = all.length > 0;',
      '  is bad',
      '  and 3 more by the same write',
    ];
    assert.deepEqual(text.split('\n'), lines);
    assert.equal((data['findings'] as readonly unknown[]).length, 5);
  });

  it('answers what it knows when time is up: the files that are done', async () => {
    const slow = Array.from(
      { length: 40 },
      (_, at) =>
        `export function f${at}(x) { let s = 0; for (let i = 0; i < x.length; i++) for (let j = i; j < x.length; j++) s += x[i] * x[j]; return s + ${at}; }`,
    );
    mkdirSync(join(root, 'slowFiles'));
    for (let at = 0; at < 60; at++) writeFileSync(join(root, 'slowFiles', `m${String(at).padStart(2, '0')}.mjs`), `${slow.join('\n')}\n`);
    writeFileSync(join(root, 'slowFiles', 'a.mjs'), 'const none = null;\nnone.first;\n');
    const { text, data } = await server.call('check', { paths: ['slowFiles'], timeoutSeconds: 6 });
    assert.match(text, /^check was not done after 6 s; .* So far: 1 finding in \d+ files?\.\nslowFiles\/a\.mjs:2 error: /);
    assert.deepEqual([data['complete'], (data['findings'] as readonly unknown[]).length], [false, 1]);
  }).timeout(60_000);

  it('never says that rules held in a run that it did not follow to its end', async () => {
    const rule =
      "export const one = rule({ foreach: { n: extent(Thing) }, where: ({ n }) => n.size > 1, found: () => report('large') });\n";
    const imports = "import { extent, report, rule } from 'whence/rules';\nimport { Thing } from './things.mjs';\n";
    writeFileSync(join(root, 'things.rules.ts'), imports + rule);
    const things = 'export class Thing {\n  size = 0;\n}\nconst thing = new Thing();\n';
    writeFileSync(join(root, 'things.mjs'), `${things}setInterval(() => {}, 1000);\n`);
    const given = { program: ['things.mjs'], rules: ['things.rules.ts'] };
    const other = await McpClient.open(root);
    try {
      // The first call loads the compiler, which alone takes longer; the second has it.
      for (const timeoutSeconds of [0.3, 2]) {
        const { text, data } = await other.call('watch', { ...given, timeoutSeconds });
        assert.match(
          text,
          /^Incomplete: the run was not followed to its end, and rules may still fire later; .* None of 1 has fired so far\./,
        );
        assert.equal(data['complete'], false);
      }
      writeFileSync(join(root, 'things.mjs'), `${things}thing.size = 2;\nsetInterval(() => {}, 1000);\n`);
      const fired = await other.call('watch', { ...given, timeoutSeconds: 10 });
      assert.match(fired.text, /^one fired\. Incomplete: /);
      writeFileSync(join(root, 'things.mjs'), things);
      assert.match((await other.call('watch', given)).text, /^No rule fired \(1 held\)\./);
    } finally {
      await other.close();
    }
  });

  for (const era of ['legacy', 'modern'] satisfies readonly Era[]) {
    it(`checks, for a client of the ${era} era`, async () => {
      const other = await McpClient.open(root, era);
      try {
        const { text, data } = await other.call('check', { paths: ['fails.ts'] });
        assert.match(text, /^1 finding in 1 file\.\nfails\.ts:4 error: /);
        assert.match(text, /\n {2}4 \| first\(null\)/);
        assert.equal(data['complete'], true);
        assert.deepEqual(
          (data['findings'] as readonly { file: string; line: number; severity: string }[]).map(({ file, line, severity }) => [
            file,
            line,
            severity,
          ]),
          [['fails.ts', 4, 'error']],
        );
      } finally {
        await other.close();
      }
    });
  }

  it('checks what differs from a revision, and says when there is none', async () => {
    const refused = await server.call('check', { changed: 'HEAD' });
    assert.ok(refused.isError);
    assert.match(refused.text, /^Git knows no revision HEAD .* Call check with paths alone\.$/);

    const folder = join(root, 'repository');
    mkdirSync(folder);
    writeFileSync(join(folder, 'old.ts'), fails);
    const git = (...words: readonly string[]): unknown =>
      execFileSync('git', ['-C', folder, '-c', 'user.name=a', '-c', 'user.email=a@b', ...words], { stdio: 'ignore' });
    git('init');
    git('add', '.');
    git('commit', '-m', 'one');
    writeFileSync(join(folder, 'new.ts'), fails);
    const other = await McpClient.open(folder);
    try {
      const { data } = await other.call('check', { changed: 'HEAD' });
      assert.deepEqual(
        (data['findings'] as readonly { file: string }[]).map(({ file }) => file),
        ['new.ts'],
      );
    } finally {
      await other.close();
    }
  });

  it('finds the write of a wrong value, goes on from it, and knows the state beside', async () => {
    const first = await server.call('why', { program: ['cart.js'], stop: 'uncaught', ask: ['lastChange(cart.total)'] });
    assert.match(first.text, /^P2 \(chain \d+\): cart\.js:6 this\.total = this\.total \+ price;\n/);
    assert.deepEqual(
      points(first).map(({ id, line, hit, status }) => [id, line, hit, status]),
      [
        ['P1', 13, 1, 'located'],
        ['P2', 6, 3, 'located'],
      ],
    );

    const chain = first.data['chain'];
    const next = await server.call('ask', { chain, ask: ['lastChange(this.total)'], show: ['P3:price'] });
    assert.deepEqual(
      points(next).map(({ line, hit }) => [line, hit]),
      [
        [13, 1],
        [6, 3],
        [6, 2],
      ],
    );
    assert.match(next.text, /price is "4"/);

    const state = await server.call('state_at', { file: 'cart.js', line: 6, point: `${String(next.data['chain'])}:P3` });
    const price = (state.data['variables'] as readonly { name: string; live?: unknown; reachable: string }[]).find(
      ({ name }) => name === 'price',
    );
    assert.equal(price?.live, '4');
    assert.match(price?.reachable ?? '', /"4"/);
    // What is no variable has no state, and a change shows what it wrote.
    assert.match(state.text, /^this\.total: was "/m);
    assert.doesNotMatch(state.text, /this\.total: .*never/);
  });

  it('says nothing twice, and nothing that was asked', async () => {
    const { text, data } = await server.call('why', { program: ['cart.js'], stop: 'uncaught', ask: ['lastChange(cart.total)'] });
    assert.equal(text.split('this.total = this.total + price;').length, 2);
    assert.doesNotMatch(text, /lastChange/);
    assert.match(text, /^ {2}in add, 3rd time: .*\n {2}called from top level:\d+\n/m);
    const [stop, change] = data['points'] as readonly Readonly<Record<string, unknown>>[];
    assert.deepEqual(Object.keys(stop ?? {}).sort(), ['column', 'exception', 'file', 'hit', 'id', 'line', 'status', 'text']);
    assert.deepEqual(change?.['callers'], [/called from (top level:\d+)/.exec(text)?.[1]]);

    const nowhere = await server.call('why', { program: ['cart.js'], stop: 'cart.js:99', ask: ['lastChange(cart.total)'] });
    assert.match(nowhere.text, /^P2 \(chain \d+\): not-reached — .*line 99;.*\nP1 not-reached$/);

    // A point that is asked of another one than the one before says so.
    const ask = ['lastChange(cart.total)', 'lastChange(P1: cart.total)'];
    const both = await server.call('why', { program: ['cart.js'], stop: 'uncaught', ask });
    assert.deepEqual(
      (both.data['points'] as readonly { of?: string }[]).map(({ of }) => of),
      [undefined, undefined, 'P1'],
    );
  });

  it('knows the state behind the header of a function', async () => {
    writeFileSync(
      join(root, 'header.mjs'),
      "function pick(k) {\n  if (k > 5) throw new RangeError('k');\n  return k;\n}\n\npick(Number(process.argv[2]));\n",
    );
    const behind = async (line: number): Promise<string> => (await server.call('state_at', { file: 'header.mjs', line })).text;
    assert.match(await behind(1), /runs come behind this line and go on well\.[^]*^k: reachable .*, good .*5/m);
    assert.match(await behind(3), /no run goes on behind this line/);
    assert.match(await behind(5), /runs come behind this line/);
  });

  it('holds a chain to the sources that it was answered on', async () => {
    const program = join(root, 'edited.js');
    writeFileSync(program, 'let n = 1;\nn = 2;\nthrow n;\n');
    const { data } = await server.call('why', { program: ['edited.js'], stop: 'uncaught', ask: ['lastChange(n)'] });
    writeFileSync(program, 'let n = 1;\nn = 3;\nthrow n;\n');
    const { isError, text } = await server.call('ask', { chain: data['chain'], ask: ['lastChange(n)'] });

    assert.ok(isError);
    assert.match(text, /edited\.js was edited after chain \d+ was answered\. Call why again\.$/);
    const state = await server.call('state_at', { file: 'edited.js', line: 2, point: `${String(data['chain'])}:P2` });
    assert.equal(state.text, text);
  });

  it('records, answers questions about the recording, and compares two', async () => {
    const { data } = await server.call('record', { program: ['cart.js'], out: 'cart.whence' });
    assert.equal((data['recordings'] as readonly { file: string }[])[0]?.file, 'cart.whence');

    const calls = await server.call('query', { recording: 'cart.whence', ask: 'argumentHistory(method: "Cart.add")' });
    assert.deepEqual(
      (calls.data['rows'] as readonly { arguments: unknown }[]).map((row) => row.arguments),
      [[3], ['4'], [5]],
    );
    const rows = await server.call('query', {
      recording: 'cart.whence',
      sql: `select count(*) as n from call where function = 'Cart.add'`,
    });
    assert.equal((rows.data['rows'] as readonly { n: number }[])[0]?.n, 3);
    const why = await server.call('why', { recording: 'cart.whence', stop: 'uncaught', ask: ['lastChange(cart.total)'] });
    assert.deepEqual([points(why)[1]?.line, points(why)[1]?.hit], [6, 3]);

    writeFileSync(join(root, 'other.js'), cart.replace("'4'", '4'));
    await server.call('record', { program: ['other.js'], out: 'other.whence' });
    const compared = await server.call('query', { recording: 'cart.whence', against: 'other.whence' });
    assert.match(compared.text, /^The runs differ/);

    const edited = /other\.js changed since: lines and text are those of the recording\./;
    const asked = { recording: 'other.whence', ask: 'callTree()' };
    assert.doesNotMatch((await server.call('query', asked)).text, edited);
    writeFileSync(join(root, 'other.js'), cart);
    const told = await server.call('query', asked);
    assert.match(told.text, edited);
    assert.match(String(told.data['notes']), edited);
  });

  it('holds a recording against declared types', async () => {
    writeFileSync(join(root, 'scaled.ts'), 'export function scaled(factor: number) {\n  return 3 * factor;\n}\n');
    const calls = "import { scaled } from './scaled.ts';\nfor (const f of [2, undefined, 'x', undefined]) console.log(scaled(f));\n";
    writeFileSync(join(root, 'calls.mjs'), calls);
    await server.call('record', { program: ['calls.mjs'], out: 'calls.whence' });
    const { text, data } = await server.call('check', { paths: ['scaled.ts'], against: 'calls.whence' });
    assert.match(text, /factor is declared number; it was undefined in 2, "x" in 1 of 4 calls, first at calls\.mjs:2\./);
    assert.match(text, /^Recorded values held against it: 4, of 1 place\.$/m);
    const { broken, contradictions } = data['against'] as { broken: readonly { file: string }[]; contradictions: readonly unknown[] };
    assert.deepEqual([broken.map(({ file }) => file), contradictions], [['scaled.ts'], []]);

    const refused = [
      await server.call('check', { paths: ['scaled.ts'], against: 'none.whence' }),
      await server.call('check', { paths: ['cart.js'], against: 'calls.whence' }),
      await server.call('check', { entry: 'calls.whence#1', against: 'calls.whence' }),
    ];
    assert.deepEqual(
      refused.map(({ isError, text: sentence }) => [isError, sentence.split('\n').length]),
      [1, 2, 3].map(() => [true, 1]),
    );
  });

  it('records what a shell runs, and words between quotes, into a folder', async () => {
    const { data } = await server.call('record', { command: `sh -c 'node cart.js; node cart.js "two words"'`, out: 'runs/' });
    const files = (data['recordings'] as readonly { file: string }[]).map(({ file }) => file);
    assert.equal(files.length, 2);
    for (const file of files) assert.match(file, /^runs\/cart-.*\.trace$/);
  });

  it('leaves out what is too long, counts it, and links to all of it', async () => {
    const { text, data, bytes } = await server.call('check', { paths: ['several'] });

    assert.match(text, /^60 findings in 60 files\./);
    assert.match(text, /All of it: whence:\/\/check\/several$/);
    assert.ok(bytes <= 8192);
    assert.ok(text.split('\n').length <= 40);
    assert.equal((data['findings'] as readonly unknown[]).length + Number(data['omitted']), 60);
    const { contents } = await server.client.readResource({ uri: 'whence://check/several' });
    const [whole] = contents;
    assert.equal(whole !== undefined && 'text' in whole && JSON.parse(whole.text).findings.length, 60);

    const more = await server.call('check', { paths: ['several'], limit: 100_000 });
    assert.equal((more.data['findings'] as readonly unknown[]).length, 60);
  });

  it('keeps what it leaves out, whatever was asked, and counts bytes as they are sent', async () => {
    const asked: readonly (readonly [string, object])[] = [
      ['check', { paths: ['several', 'fails.ts'] }],
      ['check', { paths: ['.'] }],
      ['query', { recording: 'cart.whence', sql: `select *, '"' as quoted from event` }],
      ['query', { recording: 'cart.whence', against: 'other.whence' }],
    ];
    for (const [tool, given] of asked)
      for (const limit of [600, 1500, undefined]) {
        const words = JSON.stringify({ tool, ...given, limit });
        const { text, data, sent } = await server.call(tool, { ...given, ...(limit === undefined ? {} : { limit }) });
        assert.ok(sent <= (limit ?? 8192), `${words}: ${sent}`);
        const [, address] = /All of it: (\S+)$/.exec(text) ?? [];
        assert.equal(address !== undefined, data['omitted'] !== undefined || /…/.test(text) || limit === 600, words);
        if (address === undefined) continue;
        const { contents } = await server.client.readResource({ uri: address });
        const [whole] = contents;
        assert.ok(whole !== undefined && 'text' in whole && typeof JSON.parse(whole.text) === 'object', words);
      }
  });

  it('follows no link out of its folder, also below a folder that is named', async () => {
    mkdirSync(join(root, 'linking'));
    writeFileSync(join(root, 'linking', 'own.ts'), fails);
    symlinkSync('/etc/passwd', join(root, 'linking', 'passwd.js'));
    const { data, text } = await server.call('check', { paths: ['linking'] });

    assert.deepEqual([data['errors'], data['complete'], /in 1 file\./.test(text)], [[], true, true]);
  });

  it('says of calls in a recording whether they certainly fail', async () => {
    writeFileSync(
      join(root, 'price.js'),
      'function total(row) {\n  return row.price.amount;\n}\ntotal({ price: { amount: 1 } });\ntotal({});\n',
    );
    await server.call('record', { program: ['price.js'], out: 'price.whence' });
    const { text, data } = await server.call('check', { entry: 'price.whence#uncaught' });

    assert.match(text, /^1 of 1 call certainly fails, in this run\.\nprice\.js:1 total, call 2: From here it certainly fails at line 2/);
    assert.deepEqual(
      (data['entries'] as readonly { hit: number; verdict: string }[]).map(({ hit, verdict }) => [hit, verdict]),
      [[2, 'certainly-fails']],
    );
  });

  const refusals: readonly (readonly [string, string, object, RegExp])[] = [
    ['a path outside', 'check', { paths: ['../x.ts'] }, /^\.\.\/x\.ts is outside of /],
    ['a path through a link', 'check', { paths: ['elsewhere/passwd'] }, /^elsewhere\/passwd is outside of /],
    ['a file that is not there', 'state_at', { file: 'no.ts', line: 1 }, /^no\.ts: There is no such file/],
    ['a program outside', 'why', { program: ['/etc/passwd'], stop: 'uncaught', ask: ['lastChange(x)'] }, /^\/etc\/passwd is outside of /],
    ['a question that is none', 'why', { program: ['cart.js'], stop: 'uncaught', ask: ['lastly(x)'] }, /lastly/],
    ['a stop that is none', 'why', { program: ['cart.js'], stop: 'there', ask: ['lastChange(x)'] }, /write FILE:LINE/],
    ['a chain that is no more', 'ask', { chain: 4711, ask: ['lastChange(x)'] }, /^There is no chain 4711/],
    ['a recording that is none', 'query', { recording: 'cart.js', ask: 'callTree()' }, /cart\.js/],
    ['a question that recordings have not', 'query', { recording: 'cart.whence', ask: 'nothing()' }, /nothing/],
    ['a wrong type', 'check', { paths: 3 }, /paths/],
    ['an unknown argument', 'check', { path: 'a' }, /./],
    ['no path', 'check', { paths: [] }, /^paths names no file/],
    ['no time', 'check', { paths: ['fails.ts'], timeoutSeconds: 0 }, /^timeoutSeconds must be more than 0/],
    ['a line that a file has not', 'state_at', { file: 'cart.js', line: 99 }, /^cart\.js has 14 lines, and no line 99/],
    ['a folder for a file', 'state_at', { file: 'several', line: 1 }, /^several is no file/],
    ['a point that is none', 'state_at', { file: 'cart.js', line: 1, point: 'P2' }, /write CHAIN:POINT/],
    ['two programs', 'why', { program: ['cart.js'], command: 'node cart.js', stop: 'uncaught', ask: ['lastChange(x)'] }, /^Give one of/],
    ['SQL that writes', 'query', { recording: 'cart.whence', sql: 'drop table call' }, /^sql must be a SELECT/],
    ['a call that is none', 'check', { entry: 'cart.whence' }, /write RECORDING#EVENT/],
    [
      'a call that no run has reached',
      'check',
      { entry: 'cart.whence#999999999' },
      /^Event 999999999 is in no call of a function\. Call query with ask: "callTree/,
    ],
    ['tests that are none, in words of tools', 'diagnose', { tests: ['cart.js'] }, /: name it with runner\./],
  ];
  for (const [what, name, given, sentence] of refusals) {
    it(`refuses ${what} in one sentence, and goes on`, async () => {
      const { isError, text } = await server.call(name, { ...given });

      assert.ok(isError);
      assert.match(text, sentence);
      assert.doesNotMatch(text, /\n|\bat .*:\d+:\d+/);
    });
  }

  it('ends an overdue call, and says so', async () => {
    const began = Date.now();
    const { data, text } = await server.call('why', {
      program: ['endless.js'],
      stop: 'uncaught',
      ask: ['lastChange(x)'],
      timeoutSeconds: 1,
    });

    assert.equal(data['complete'], false);
    assert.match(text, /1 s/);
    assert.ok(Date.now() - began < 20_000);
  });

  it('gives programs no input, and keeps what they print away from its own answers', async () => {
    const noise = `process.stdout.write('{"jsonrpc":"2.0","id":1,"result":{}}\\n'.repeat(20_000));\n`;
    writeFileSync(
      join(root, 'asks.js'),
      `${noise}let read = 'nothing';\nread = require('fs').readFileSync(0, 'utf8');\nthrow new Error(read);\n`,
    );
    const asked = { program: ['asks.js'], stop: 'uncaught', ask: ['lastChange(read)'] };
    const { text, sent } = await server.call('why', asked);

    assert.match(text, /^P2 \(chain \d+\): asks\.js:3 /);
    assert.match(text, /"nothing" → ""/);
    assert.ok(sent <= 8192);
  });

  it('answers two clients that run one program at the same time', async () => {
    const other = await McpClient.open(root, 'modern');
    const asked = { program: ['cart.js'], stop: 'uncaught', ask: ['lastChange(cart.total)'] };
    try {
      const answers = await Promise.all([server, other, server, other].map((one) => one.call('why', asked)));
      for (const { text } of answers) assert.match(text, /^P2 \(chain \d+\): cart\.js:6 /);
    } finally {
      await other.close();
    }
  });

  it('says of a recording that time has cut', async () => {
    writeFileSync(join(root, 'on.js'), 'let n = 0;\nsetInterval(() => n++, 10);\n');
    const { text, data } = await server.call('record', { program: ['on.js'], timeoutSeconds: 2 });
    assert.match(text, /^Incomplete: the run was not followed to its end\. [\d,]+ events in /);
    assert.equal(data['complete'], false);
  });

  it('ends the processes of a call that is cancelled', async () => {
    const sign = join(root, 'pid');
    writeFileSync(join(root, 'waits.js'), `require('fs').writeFileSync(${JSON.stringify(sign)}, String(process.pid));\nfor (;;);\n`);
    const cancelling = new AbortController();
    const call = server.call('why', { program: ['waits.js'], stop: 'uncaught', ask: ['lastChange(x)'] }, { signal: cancelling.signal });
    while (!existsSync(sign)) await pause();
    const pid = Number(await readWhole(sign));
    cancelling.abort();

    await assert.rejects(call);
    for (let tries = 0; isAlive(pid) && tries < 200; tries++) await pause();
    assert.ok(!isAlive(pid));
    assert.match((await server.call('check', { paths: ['fails.ts'] })).text, /^1 finding/);
  });

  it('runs nothing when it is told so', async () => {
    const other = await McpClient.open(root, 'legacy', ['--no-run']);
    try {
      const { tools } = await other.client.listTools();
      assert.deepEqual(
        tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint]),
        ['check', 'state_at', 'why', 'ask', 'query'].map((name) => [name, true]),
      );
      const { isError } = await other.call('why', { program: ['cart.js'], stop: 'uncaught', ask: ['lastChange(cart)'] });
      assert.ok(isError);
    } finally {
      await other.close();
    }
  });

  it('serves clients beside each other, and ends when its client is gone', async () => {
    const other = await McpClient.open(root);
    const [one, two] = await Promise.all([server.call('check', { paths: ['fails.ts'] }), other.call('check', { paths: ['cart.js'] })]);
    assert.match(one.text, /^1 finding/);
    assert.match(two.text, /in 1 file/);

    const { pid } = other.transport;
    assert.ok(pid !== null);
    await other.close();
    for (let tries = 0; isAlive(pid) && tries < 200; tries++) await pause();
    assert.ok(!isAlive(pid));
  });

  it('offers the recipe as a resource', async () => {
    const { contents } = await server.client.readResource({ uri: 'whence://skill/debug-a-failure' });
    const [recipe] = contents;

    assert.match(recipe !== undefined && 'text' in recipe ? recipe.text : '', /^---\nname: debug-a-failure\n/);
  });
});

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 25));

async function readWhole(file: string): Promise<string> {
  const { readFile } = await import('node:fs/promises');
  for (;;) {
    const text = await readFile(file, 'utf8');
    if (text !== '') return text;
    await pause();
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
