import type { Command } from 'commander';
import { existsSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { builtFile } from '../operations/built.js';
import { exitCode } from './exitCodes.js';
import type { Terminal } from './commandTerminal.js';

/** `whence mcp`: its words. */
export function addMcpCommand(program: Command, terminal: Terminal): void {
  program
    .command('mcp')
    .description('serve coding agents (Model Context Protocol) over standard input and output')
    .option('--root <folder>', 'the folder that calls may name files of', '.')
    .option('--no-run', 'leave out the tools that run programs')
    .option('--print-config', 'print the entry for a client, and end')
    .action(async ({ root, run, printConfig }: McpOptions) => {
      const folder = resolve(terminal.cwd, root);
      if (printConfig === true) {
        terminal.out(configOf(folder, run));
        terminal.exit(exitCode.clean);
        return;
      }
      if (!existsSync(folder)) throw new Error(`--root ${root}: There is no such folder.`);
      const { serveMcp } = await import('../mcp/main.js');
      await serveMcp({ root: folder, mayRun: run, version: program.version() ?? '' });
      // What a call had started is ended with us.
      process.exit(exitCode.clean);
    });
}

interface McpOptions {
  readonly root: string;
  readonly run: boolean;
  readonly printConfig?: true;
}

function configOf(root: string, mayRun: boolean): string {
  const command = realpathSync(process.argv[1] ?? builtFile('whence.js'));
  const server = { command: process.execPath, args: [command, 'mcp', '--root', root, ...(mayRun ? [] : ['--no-run'])] };
  return `${JSON.stringify({ mcpServers: { whence: server } }, null, 2)}\n`;
}
