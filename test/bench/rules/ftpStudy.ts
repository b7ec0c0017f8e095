import type { Study } from './studies.js';

/** Ten connections change folders, list them and read files. The server is another process: what it costs does not count. */
export const ftpStudy: Study = {
  name: 'FTP, 10 connections',
  part: 'rulesFtp',
  bar: 1.2,
  packages: [{ name: 'basic-ftp', version: '5.3.1' }],
  hasServer: true,
  program: `const { Client } = require('basic-ftp');
const { Writable } = require('node:stream');
const port = Number(process.env.WHENCE_BENCH_PORT);
let seen = 0;
const sink = () => new Writable({ write(part, _encoding, done) { seen += part.length; done(); } });
async function connection(number) {
  const client = new Client();
  await client.access({ host: '127.0.0.1', port });
  for (let round = 0; round < 60; round++) {
    await client.cd('/folder' + number + '/' + round);
    const files = await client.list();
    await client.downloadTo(sink(), files[round % files.length].name);
  }
  client.close();
}
Promise.all(Array.from({ length: 10 }, (_, number) => connection(number))).then(() => {
  if (seen !== 10 * 60 * 4096) throw new Error(String(seen));
});
`,
  rules: `import { call, perCall, rule, tracked } from 'whence/rules';
import { Client } from 'basic-ftp';
interface Command { readonly name: string; readonly client: Client }
const commands = tracked<Command>();
const mine = perCall<Command | null>(null);
const begin = (name: string, client: Client): void => { const command = { name, client }; mine.set(command); commands.add(command); };
const end = (): void => { const command = mine.get(); if (command !== null) commands.delete(command); };
export const noListBeforeCd = rule({ check: 'change', foreach: { a: commands, b: commands },
  where: ({ a, b }) => a.name === 'list' && b.name === 'cd' && a.client === b.client,
  at: [
    call((x: Client, folder: string) => x.cd(folder), { before: ({ x }) => begin('cd', x), settled: end }),
    call((x: Client) => x.list(), { before: ({ x }) => begin('list', x), settled: end }),
  ] });
`,
  // The library keeps what is outstanding of each client.
  byHand: {
    file: 'basic-ftp/dist/Client.js',
    begin: `const outstanding = new Map();
const during = (client, name, promise) => {
  const names = outstanding.get(client) ?? outstanding.set(client, []).get(client);
  if (name === 'list' && names.includes('cd')) throw new Error('list before cd');
  names.push(name);
  const end = () => names.splice(names.indexOf(name), 1);
  return promise.then((value) => (end(), value), (error) => { end(); throw error; });
};
`,
    changes: [
      [
        /^ {4}async (cd|list)\((\w+)(.*)\) \{$/gm,
        '    $1($2$3) { return during(this, "$1", this.$1Plain($2)); }\n    async $1Plain($2$3) {',
      ],
    ],
  },
  objects: null,
};
