import { call, perCall, report, rule, tracked } from 'whence/rules';
import { Client } from './transfer.cjs';

interface Command {
  readonly name: string;
  readonly host: string;
}

const commands = tracked<Command>();
const mine = perCall<Command | null>(null);

const begin = (name: string, host: string): void => {
  const command = { name, host };
  mine.set(command);
  commands.add(command);
};

const end = (): void => {
  const command = mine.get();
  if (command !== null) commands.delete(command);
};

/** No `list` while a `cwd` to the same host is outstanding. */
export const noListBeforeCwd = rule({
  foreach: { a: commands, b: commands },
  where: ({ a, b }) => a.name === 'list' && b.name === 'cwd' && a.host === b.host,
  found: ({ a }) => report('list and cwd at the same time on', a.host),
  at: [
    call((x: Client, folder: string) => x.cwd(folder), {
      before: ({ x }) => begin('cwd', x.host),
      settled: end,
    }),
    call((x: Client) => x.list(), { before: ({ x }) => begin('list', x.host), settled: end }),
  ],
});
