import type { InstalledWorkbench } from './install.mjs';

/** A server that runs. */
export interface WorkbenchServer {
  readonly origin: string;
  readonly port: number;
  readonly token: string;
  readonly pid: number;
  /** What it writes lies below; removed by `stop`. */
  readonly folder: string;
  /** Resolves when the process has ended. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

export interface ServeOptions {
  /** Whether our extension is installed in it; default true. */
  readonly extension?: boolean;
  /** Whether it asks which folders are trusted; default false. */
  readonly trust?: boolean;
  /** Further words of the command line. */
  readonly flags?: readonly string[];
}

export function serve(
  workbench: InstalledWorkbench,
  settings: Readonly<Record<string, unknown>>,
  options?: ServeOptions,
): Promise<WorkbenchServer>;

export function addressOf(server: WorkbenchServer, folder?: string, payload?: readonly (readonly [string, string])[]): string;
