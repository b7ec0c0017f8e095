#!/usr/bin/env node
import { isatty } from 'node:tty';
import { Command, CommanderError } from 'commander';
import pc from 'picocolors';
import manifest from '../../package.json' with { type: 'json' };
import { addCheckCommand } from './checkCommand.js';
import { addDiagnoseCommand } from './diagnoseCommand.js';
import { addExportCommand } from './exportCommand.js';
import { addGraphCommand } from './graphCommand.js';
import { addMcpCommand } from './mcpCommand.js';
import type { Terminal } from './commandTerminal.js';
import { addRecordCommand } from './recordCommand.js';
import { addRulesCommand } from './rulesCommand.js';
import { addQueryCommand } from './queryCommand.js';
import { addWatchCommand } from './watchCommand.js';
import { addWhyCommand } from './whyCommand.js';

/** The `whence` command, which joins its subcommands. */
const terminal: Terminal = {
  cwd: process.cwd(),
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  // Not process.exit: a pipe may not have taken all the output yet.
  exit: (code) => void (process.exitCode = code),
  // A build server's CI is no terminal: a pipe gets colours only when FORCE_COLOR asks for them.
  color: pc.isColorSupported && (isatty(1) || Boolean(process.env.FORCE_COLOR)),
  progress: process.stderr.isTTY ? process.stderr : null,
};

const program = new Command('whence')
  .description('Where does this failure, or this value, come from?')
  .version(manifest.version)
  .exitOverride()
  .configureOutput({ outputError: (text, write) => write(usageSentence(text)) });
addCheckCommand(program, terminal);
addGraphCommand(program, terminal);
addExportCommand(program, terminal);
addWhyCommand(program, terminal);
addQueryCommand(program, terminal);
addRecordCommand(program, terminal);
addMcpCommand(program, terminal);
addWatchCommand(program, terminal);
addRulesCommand(program, terminal);
addDiagnoseCommand(program, terminal);

// A reader that has seen enough (`whence check . | head`) is no fault.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});
// What nobody reads is not missed; the result goes on.
process.stderr.on('error', () => {});

try {
  await program.parseAsync();
} catch (error) {
  // Commander has printed what was wrong, or the help or version that was asked for.
  if (!(error instanceof CommanderError)) terminal.err(`whence: ${error instanceof Error ? error.message : String(error)}\n`);
  terminal.exit(error instanceof CommanderError && error.exitCode === 0 ? 0 : 2);
}

/** Commander's message as one sentence of ours: "error: unknown option '--x'\n(Did you mean --y?)". */
function usageSentence(text: string): string {
  return `whence: ${text
    .replace(/^error: /, '')
    .trim()
    .replaceAll('\n', ' ')}\n`;
}
