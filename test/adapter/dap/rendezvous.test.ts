import assert from 'node:assert/strict';
import { debugging } from '../../support/debugging.js';

/** What a program may do to the folder in which its processes are met. */
const deeds = {
  'writes what is no JSON': "fs.writeFileSync(folder + '/7.json', '{');",
  'writes JSON that says nothing':
    "fs.writeFileSync(folder + '/7.json', 'null');\nfs.writeFileSync(folder + '/8.json', '{\"pid\":\"8\"}');",
  'names the first process of the system, itself and groups':
    "for (const pid of [1, 0, -1, process.pid]) fs.writeFileSync(folder + '/' + pid + '.json', JSON.stringify({ pid, parentPid: 1, node: 'v22.0.0', url: 'ws://127.0.0.1:1/x', program: '' }));",
  'puts a folder there': "fs.mkdirSync(folder + '/7.json');",
  'puts a link there that never ends': "fs.symlinkSync('/dev/zero', folder + '/7.json');",
  'puts a pipe there that nobody writes to': "require('node:child_process').execFileSync('mkfifo', [folder + '/7.json']);",
  'writes a large file': "fs.writeFileSync(folder + '/7.json', '['.repeat(1e7));",
};

const program = (deed: string) => `
const fs = require('node:fs');
const { folder } = JSON.parse(process.env.WHENCE_RENDEZVOUS);
${deed}
setTimeout(() => require('node:child_process').fork(__dirname + '/child.js').on('exit', () => console.log('all is well')), 100);
`;

describe('a program that disturbs its own rendezvous', () => {
  for (const [name, deed] of Object.entries(deeds)) {
    if (process.platform === 'win32' && /link|pipe/.test(name)) continue;
    it(name, () =>
      debugging({ 'program.js': program(deed), 'child.js': "console.log('child'); //child" }, async (debugged) => {
        await debugged.launch({}, () => debugged.breakAt(['//child'], {}, 'child.js'));
        const stopped = await debugged.stopped();
        assert.equal(stopped.frame.source?.name, 'child.js');
        assert.match(await debugged.finish(stopped), /all is well/);
      }),
    );
  }

  it('removes it: processes that come later run alone', () =>
    debugging(
      { 'program.js': program('fs.rmSync(folder, { recursive: true });'), 'child.js': "console.log('child');" },
      async (debugged) => {
        await debugged.launch();
        assert.match(await debugged.finish(), /all is well/);
      },
    ));
});
