import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { WaitingProgram } from '../adapter/launch/waitingProgram.js';

/** The type of Whence's debug configurations. */
export const debugType = 'whence';

/** The type of sessions of the debugger for Node.js that VS Code brings along. */
export const otherType = 'pwa-node';

/** As VS Code hands it over: `{}` for F5 without a launch.json. */
export interface Configuration {
  readonly [name: string]: unknown;
}

const standard = { skipFiles: ['<node_internals>/**'], __workspaceFolder: '${workspaceFolder}' };

/** What is run when nothing is configured: the file that is edited; null when there is none. */
export function completed(given: Configuration, activeFile: string | null): Configuration | null {
  if (Object.keys(given).length > 0 && given['type'] !== undefined) return { ...standard, ...given };
  if (activeFile === null) return null;
  return { ...given, ...launchFile(activeFile) };
}

/** Runs one file. */
export function launchFile(file: string): Configuration {
  const name = file.split(/[\\/]/).at(-1) ?? file;
  return { ...standard, type: debugType, request: 'launch', name: `Run ${name}`, program: file };
}

/** The words that tell the adapter of a launch before it comes: exception filters are taken from what it says first. */
export function expectedWords({ rules, cwd, program, __workspaceFolder, __onlyRule }: Configuration): readonly string[] {
  if (!Array.isArray(rules) || rules.length === 0) return [];
  return ['--expected-launch', JSON.stringify({ rules, cwd, program, __workspaceFolder, __onlyRule })];
}

/** A launch with one rule of a rules file: what is launched stays as it is, and other rules are not looked at. */
export function withRule(launch: Configuration, rulesFile: string, rule: string): Configuration {
  const kept = Object.entries(launch).filter(([name]) => name === '__workspaceFolder' || !(name.startsWith('__') || name === 'record'));
  return {
    ...Object.fromEntries(kept),
    type: debugType,
    name: `${rule} in ${String(launch['name'] ?? 'the program')}`,
    rules: [rulesFile],
    __onlyRule: rule,
  };
}

/**
 * Debugs a program that waits in a terminal, and runs it again as it was started there. `own`: the variables of the debug adapter, of which
 * the program gets only those of its terminal.
 */
export function terminalConfiguration(program: WaitingProgram, own: Readonly<Record<string, string | undefined>>): Configuration {
  const { execPath, execArgv, words, cwd, environment } = program;
  const [first, ...rest] = words;
  const isFile = first !== undefined && existsSync(resolve(cwd, first));
  const others = Object.keys(own).filter((name) => environment[name] === undefined);
  return {
    ...standard,
    type: debugType,
    request: 'launch',
    name: nameOf(program),
    runtimeExecutable: execPath,
    runtimeArgs: execArgv,
    ...(isFile ? { program: first, args: rest } : { args: words }),
    cwd,
    env: { ...Object.fromEntries(others.map((name) => [name, null])), ...environment },
    console: 'integratedTerminal',
    internalConsoleOptions: 'neverOpen',
  };
}

/** The longest name of a session, in UTF-16 units. */
const longestName = 60;

/** `server.js --port 80`: the command, as far as it says what it is. */
function nameOf({ execArgv, words }: WaitingProgram): string {
  const [first = 'node', ...rest] = words;
  const name = [...execArgv.filter((option) => option.startsWith('--test')), first.split(/[\\/]/).at(-1), ...rest].join(' ');
  return name.length > longestName ? `${name.slice(0, longestName - 1)}…` : name;
}
