import assert from 'node:assert/strict';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errorText, longestError } from '../../../adapter/mcp/errorText.js';
import { McpClient } from './mcpClient.js';

describe('an error of the server for agents', () => {
  let root = '';
  let server: McpClient;

  before(async () => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'whence-mcp-')));
    writeFileSync(join(root, 'ok.js'), 'let a = 1;\nthrow new Error(String(a));\n');
    writeFileSync(join(root, 'huge.mjs'), "throw new Error('first line\\n' + 'a line\\n'.repeat(20_000));\n");
    writeFileSync(join(root, 'huge.test.mjs'), "import { test } from 'node:test';\nimport './huge.mjs';\ntest('any', () => {});\n");
    server = await McpClient.open(root);
    await server.call('record', { program: ['ok.js'], out: 'ok.whence' });
  });

  after(async () => {
    await server.close();
    rmSync(root, { recursive: true, force: true });
  });

  const long = 'x'.repeat(5000);
  const path = `${'folder/'.repeat(800)}end.js`;
  const lines = 'a\nb'.repeat(600);
  const asked = { ask: ['lastChange(a)'] };
  const why = { program: ['ok.js'], stop: 'uncaught', ...asked };
  const calls: readonly (readonly [string, string, object, RegExp])[] = [
    ['a long path', 'check', { paths: [path] }, /^folder\/.*….*\/end\.js: There is no such file or folder in /],
    ['a path of two lines', 'check', { paths: ['a\nb'] }, /^a b: There is no such file/],
    ['a long revision', 'check', { changed: long }, /^"x+…x+" is no Git revision\. Call check with paths alone\.$/],
    ['a long name of a call', 'check', { entry: `${path}#3` }, /There is no such file/],
    ['many wrong types', 'check', { paths: Array.from({ length: 500 }, () => 3) }, /: paths\[0\] must be string, .*, and 497 more\.$/],
    ['many paths', 'check', { paths: Array(100_000).fill('ok.js') }, /: paths has more than 1000 elements\.$/],
    ['an argument that is none', 'check', { path: 'a' }, /: there is no argument path\.$/],
    ['a long argument that is none', 'check', { [long]: 'a' }, /: there is no argument x+…x+\.$/],
    ['arguments that are missing', 'why', {}, /: stop is missing, ask is missing\.$/],
    ['nothing that is asked', 'why', { ...why, ask: [] }, /: ask must not be empty\.$/],
    ['tests that are none', 'diagnose', { tests: [] }, /: tests must not be empty\.$/],
    ['suspects that are none', 'diagnose', { files: [], tests: ['ok.test.mjs'] }, /: files must not be empty\.$/],
    ['rules that are none', 'watch', { program: ['ok.js'], rules: [] }, /: rules must not be empty\.$/],
    ['a long file', 'state_at', { file: path, line: 1 }, /There is no such file/],
    ['a long point', 'state_at', { file: 'ok.js', line: 1, point: long }, /write CHAIN:POINT/],
    ['a long stop', 'why', { ...why, stop: long }, /write FILE:LINE.* Stop at a line that runs, or at uncaught\.$/],
    [
      'a question that is too long',
      'why',
      { ...why, ask: [`lastChange(${'a.'.repeat(50_000)}b)`] },
      /^A question has at most 2000 characters: this one has 100013\./,
    ],
    [
      'an expression that is too long',
      'why',
      { ...why, show: ['a.'.repeat(5000)] },
      /^A question has at most 2000 characters: this one has 10000\./,
    ],
    ['a long question', 'why', { ...why, ask: [lines] }, /is no question: .*Stop at a line that runs/],
    [
      'a condition where no line is',
      'why',
      { ...why, when: 'a === 1' },
      /^when is an expression at a line: leave it out with stop uncaught\./,
    ],
    [
      'a count of what happens once',
      'why',
      { ...why, hit: 2 },
      /^hit counts what happens more than once: leave it out with stop uncaught\./,
    ],
    ['an empty path', 'check', { paths: [''] }, /^A path is empty/],
    ['an empty program', 'record', { program: [''] }, /^A path is empty/],
    ['an empty recording', 'query', { recording: '', ask: 'callTree()' }, /^A path is empty/],
    ['a condition of two lines', 'why', { ...why, stop: 'ok.js:2', when: 'a ==\n= (' }, /^when a == = \(: it is no expression\./],
    ['a long expression', 'why', { ...why, show: [`${lines} (`] }, /is no expression\./],
    ['a long question to a chain', 'ask', { chain: 1, ask: [lines] }, /Call why/],
    [
      'a command that only a shell runs',
      'record',
      { command: 'node ok.js && node ok.js' },
      /^&& in the command needs a shell, and it runs without one: write sh -c '…' around what a shell shall do\./,
    ],
    ['a command with a pipe', 'why', { command: 'node ok.js | cat', stop: 'uncaught', ...asked }, /^\| in the command needs a shell/],
    ['a command with a variable', 'diagnose', { command: 'npx mocha "$FILE"' }, /^\$F in the command needs a shell/],
    ['a quote without an end', 'record', { command: "node 'ok.js" }, /^A quote \('\) in the command has no end\./],
    ['a long program', 'record', { program: [path] }, /There is no such file/],
    ['a long file to write', 'record', { program: ['ok.js'], out: path }, /Name a program below the root\.$/],
    ['a long question to a recording', 'query', { recording: 'ok.whence', ask: lines }, /Call query with ask: "callTree\(\)"/],
    ['long SQL', 'query', { recording: 'ok.whence', sql: `select ${long}` }, /^SQLite: no such column: x+…x+/],
    [
      'a long method',
      'query',
      { recording: 'ok.whence', ask: `argumentHistory(method: "${long}")` },
      /^No text of the recording has a function/,
    ],
    ['long tests', 'diagnose', { tests: [path] }, /There is no such file/],
    ['a long command', 'diagnose', { command: `nothing ${'word '.repeat(800)}` }, /^No runner of tests was recognised/],
    [
      'tests that throw a huge text',
      'diagnose',
      { tests: ['huge.test.mjs'] },
      /^The tests could not be loaded: first line \(huge\.mjs:1\)… Name the files/,
    ],
    ['long rules', 'watch', { program: ['ok.js'], rules: [path] }, /There is no such file/],
  ];
  for (const [what, name, given, sentence] of calls) {
    it(`is one line of at most ${longestError} characters for ${what}`, async () => {
      const { isError, text } = await server.call(name, { ...given });
      assert.ok(isError, text.slice(0, 500));
      assert.doesNotMatch(text, /[\r\n]/);
      assert.ok(text.length <= longestError, String(text.length));
      assert.match(text, sentence);
    });
  }

  it('keeps beginning, end and advice of a long sentence, and every whole character', () => {
    const text = errorText(`begins \u001b[31mred\u001b[0m\r\n\u0000 ${'word \u{1F600} '.repeat(900)} ends.`, 'Call why.');
    assert.match(text, /^begins red word .*…[^…]* ends\. Call why\.$/u);
    assert.ok(text.length <= longestError && text.length > longestError - 4);
    for (let length = 1; length < 20; length++) assert.doesNotMatch(errorText('\u{1F600}'.repeat(300 + length)), /\p{Surrogate}/u);
  });
});
