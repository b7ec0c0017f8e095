import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Holds, in a debug terminal, the folder in which programs say that they wait. */
export const terminalVariable = 'WHENCE_TERMINAL';

/** Where a program waits that was started in a debug terminal. */
export interface Waiting {
  readonly folder: string;
  readonly pid: number;
}

/** A Node process that was started in a debug terminal, and waits until somebody debugs it or lets it go. */
export interface WaitingProgram {
  readonly pid: number;
  readonly execPath: string;
  readonly execArgv: readonly string[];
  /** The program, if there is one, and its arguments. */
  readonly words: readonly string[];
  readonly cwd: string;
  /** Without what the terminal has added. */
  readonly environment: Readonly<Record<string, string>>;
}

/** What a waiting program is told: variables that it takes (null: loses) before it is met by a session, or that it runs alone. */
export interface WaitingAnswer {
  readonly environment: Readonly<Record<string, string | null>> | null;
}

export const waitingFile = ({ folder, pid }: Waiting): string => join(folder, `${pid}.json`);
export const answerFile = ({ folder, pid }: Waiting): string => join(folder, `${pid}.answer`);

/** The option that loads our hook into every Node process of a terminal. */
export const terminalOption = (hook: string): string => `--require ${JSON.stringify(hook)}`;

/** Tells a program that waits to go on. Throws when its folder is gone. */
export function letGoOn(waiting: Waiting, answer: WaitingAnswer): void {
  putWhole(answerFile(waiting), answer);
}

/** Whoever looks for the file finds it complete. Only this user can read it. */
export function putWhole(file: string, content: WaitingProgram | WaitingAnswer): void {
  writeFileSync(`${file}.part`, JSON.stringify(content), { mode: 0o600 });
  renameSync(`${file}.part`, file);
}
