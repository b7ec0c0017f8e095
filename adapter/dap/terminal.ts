import type { DebugProtocol } from '@vscode/debugprotocol';
import type { LaunchConfiguration } from './configuration.js';
import { terminalRefused } from './errors.js';
import type { DapServer } from './protocol.js';

/** A command in a terminal may need a person who unlocks it. */
const timeoutMs = 120_000;

/** Starts a command in a terminal of the client; gives the process's number, if it is known. */
export async function startInTerminal(
  client: DapServer,
  command: readonly string[],
  { console, cwd }: LaunchConfiguration,
  environment: Readonly<Record<string, string | null>>,
): Promise<number | null> {
  const args: DebugProtocol.RunInTerminalRequestArguments = {
    kind: console === 'externalTerminal' ? 'external' : 'integrated',
    title: 'Whence',
    cwd,
    args: [...command],
    env: { ...environment },
  };
  try {
    const body = await client.ask<DebugProtocol.RunInTerminalResponse['body'] | undefined>('runInTerminal', args, timeoutMs);
    const processId = body?.processId ?? 0;
    return Number.isSafeInteger(processId) && processId > 1 ? processId : null;
  } catch (error) {
    throw terminalRefused(error instanceof Error ? error.message : String(error));
  }
}
