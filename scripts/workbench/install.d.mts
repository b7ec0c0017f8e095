/** What stops an installation and is not our fault; its message is one sentence for the user. */
export class InstallationError extends Error {}

/** A workbench on this machine. */
export interface InstalledWorkbench {
  /** Its version of VS Code. */
  readonly vscode: string;
  /** The Node that it runs on, and its server's first file. */
  readonly node: string;
  readonly main: string;
}

export interface InstalledBrowser {
  readonly executable: string;
  /** To be added to the environment that it runs in. */
  readonly environment: Readonly<Record<string, string>>;
}

export function ensureWorkbench(name: 'newest' | 'oldest'): InstalledWorkbench;
export function ensureBrowser(): InstalledBrowser;
