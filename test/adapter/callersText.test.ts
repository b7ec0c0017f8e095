import assert from 'node:assert/strict';
import { reportText } from '../../adapter/querypoints/report/reportText.js';
import { parseQueries } from '../../adapter/querypoints/question/question.js';
import { why } from '../support/querying.js';

async function textOf(files: Readonly<Record<string, string>>, ask: string): Promise<string> {
  const { result } = await why({ files, ask: [ask] });
  return reportText(result, { cwd: '/', queries: parseQueries([ask]), color: false, isExplained: false });
}

describe('the text of an answer', () => {
  it('tells functions without a name from the top level', async () => {
    const program = `const box = { n: 0 };
const set = (f) => f();
[1].forEach((n) => set(() => { box.n = n; }));
box.n; //stop
`;
    assert.match(await textOf({ 'program.js': program }, 'lastChange(box.n)'), /called from set:2 < \(anonymous\):3 < top level:3\n/);
  });

  it('names the files of callers that are in others, and leaves those of packages out', async () => {
    const files = {
      'program.js':
        "const { put } = require('./put.js');\nconst box = {};\nrequire('calls').call(function later() {\n  put(box);\n});\nbox.n; //stop\n",
      'put.js': 'exports.put = (box) => {\n  box.n = 1;\n};\n',
      'node_modules/calls/index.js': 'exports.call = (f) => f();\n',
    };
    assert.match(await textOf(files, 'lastChange(box.n)'), /called from later at \S*program\.js:4 < top level at \S*program\.js:3\n/);
  });

  it('does not take a long text, of which a run has kept the length, for another', async () => {
    const program = `const twice = (text) => text.repeat(2);
const whole = (() => twice('${'long '.repeat(30)}'))();
whole; //stop
`;
    const { result } = await why({ files: { 'program.js': program }, ask: ['origin(whole)'] });
    assert.equal(result.isDeterministic, true);
  });

  it('names the file of a step that is in another one than the answer', async () => {
    const files = {
      'program.js': "const { parse } = require('./parse.js');\nconst whole = parse('a');\nwhole; //stop\n",
      'parse.js': "exports.parse = (text) => {\n  const made = text + '!';\n  return made;\n};\n",
    };
    const text = await textOf(files, 'origin(whole)');
    assert.match(text, /copied: whole at \S*program\.js:2\n/);
    assert.doesNotMatch(text, /differ/);
    assert.match(text, /copied: made at line \d+|copied: parse\(\) at line 3/);
  });
});
