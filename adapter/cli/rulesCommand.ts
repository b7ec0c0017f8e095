import type { Command } from 'commander';
import { printable } from '../../server/findings/printable.js';
import type { Staying } from '../operations/rulesAndAssertions.js';
import { exitCode } from './exitCodes.js';
import type { Terminal } from './commandTerminal.js';

/** `whence rules export` and `whence rules import`: their words, and what they print. */
export function addRulesCommand(program: Command, terminal: Terminal): void {
  const rules = program.command('rules').description('turn rules over live objects into assertions, and assertions into rules');
  rules
    .command('export')
    .description('print the assertions that say the same as rules, with where they belong')
    .argument('<files...>', 'rules files')
    .option('--json', 'print one JSON object')
    .action((files: string[], options: { readonly json?: true }) => run(terminal, () => printExported(files, options, terminal)));
  rules
    .command('import')
    .description('print a rules file that says the same as assertions at the fields of classes')
    .argument('<files...>', 'TypeScript or JavaScript files')
    .option('--json', 'print one JSON object')
    .action((files: string[], options: { readonly json?: true }) => run(terminal, () => printImported(files, options, terminal)));
}

async function printExported(files: readonly string[], { json }: { readonly json?: true }, terminal: Terminal): Promise<void> {
  const { exportRules } = await import('../operations/rulesAndAssertions.js');
  const result = exportRules(files, terminal.cwd);
  if (json) return terminal.out(`${JSON.stringify({ schema: 'whence.rules/1', ...result })}\n`);
  for (const { rule, file, line, column, assertion } of result.assertions)
    terminal.out(`${printable(`${file}:${line}:${column} // ${assertion}  (${rule})`)}\n`);
  for (const one of result.stays) terminal.out(`${printable(stayText(one, 'a rule'))}\n`);
}

async function printImported(files: readonly string[], { json }: { readonly json?: true }, terminal: Terminal): Promise<void> {
  const { importRules } = await import('../operations/rulesAndAssertions.js');
  const result = importRules(files, terminal.cwd);
  if (json) return terminal.out(`${JSON.stringify({ schema: 'whence.rules/1', ...result })}\n`);
  if (result.rules > 0) terminal.out(result.text);
  for (const one of result.stays) terminal.err(`${printable(stayText(one, 'an assertion'))}\n`);
}

const stayText = ({ file, line, name, reason }: Staying, what: string): string => `${file}:${line} ${name} stays ${what}: ${reason}`;

async function run(terminal: Terminal, print: () => Promise<void>): Promise<void> {
  try {
    await print();
    terminal.exit(exitCode.clean);
  } catch (error) {
    terminal.err(`whence: ${printable(error instanceof Error ? error.message : String(error))}\n`);
    terminal.exit(exitCode.failed);
  }
}
