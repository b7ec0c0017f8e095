import { isatty } from 'node:tty';
import { Command, CommanderError } from 'commander';
import pc from 'picocolors';
import manifest from '../../package.json' with { type: 'json' };
import type { Terminal } from './commandTerminal.js';

/** Adds a command's words, and what it does, to the program. */
type AddCommand = (program: Command, terminal: Terminal) => void;

/** The commands in the order of the help. What one of them needs is not loaded for another. */
const commands: ReadonlyMap<string, () => Promise<AddCommand>> = new Map([
  ['check', async () => (await import('./checkCommand.js')).addCheckCommand],
  ['cfg', async () => (await import('./graphCommand.js')).addGraphCommand],
  ['export', async () => (await import('./exportCommand.js')).addExportCommand],
  ['why', async () => (await import('./whyCommand.js')).addWhyCommand],
  ['query', async () => (await import('./queryCommand.js')).addQueryCommand],
  ['record', async () => (await import('./recordCommand.js')).addRecordCommand],
  ['mcp', async () => (await import('./mcpCommand.js')).addMcpCommand],
  ['watch', async () => (await import('./watchCommand.js')).addWatchCommand],
  ['rules', async () => (await import('./rulesCommand.js')).addRulesCommand],
  ['diagnose', async () => (await import('./diagnoseCommand.js')).addDiagnoseCommand],
]);

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
// A reader that has seen enough (`whence check . | head`) is no fault.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});
// What nobody reads is not missed; the result goes on.
process.stderr.on('error', () => {});

void run();

async function run(): Promise<void> {
  try {
    // Help, and a word that is no command, need all of them.
    const wanted = commands.get(process.argv[2] ?? '');
    for (const load of wanted === undefined ? commands.values() : [wanted]) (await load())(program, terminal);
    await program.parseAsync();
  } catch (error) {
    // Commander has printed what was wrong, or the help or version that was asked for.
    if (!(error instanceof CommanderError)) terminal.err(`whence: ${error instanceof Error ? error.message : String(error)}\n`);
    terminal.exit(error instanceof CommanderError && error.exitCode === 0 ? 0 : 2);
  }
}

/** Commander's message as one sentence of ours: "error: unknown option '--x'\n(Did you mean --y?)". */
function usageSentence(text: string): string {
  return `whence: ${text
    .replace(/^error: /, '')
    .trim()
    .replaceAll('\n', ' ')}\n`;
}
