import type { Stage } from './workbench.js';
import type { Workspace } from './workspace.js';

export interface ExtensionHostOutcome {
  /** What the tests' `run` came to: 0 when its promise was fulfilled. */
  readonly code: number;
  /** What the tests printed. */
  readonly output: string;
}

/** The switch of the server with which a window runs tests and says how they ended. It also keeps every message back. */
export const automationFlags = ['--enable-smoke-test-driver'];

/**
 * Runs tests inside the extension host, where `vscode` can be imported.
 *
 * @param stage one whose server has `automationFlags`
 * @param extensionFolder the folder of the extension's package.json
 * @param testsFile a CommonJS file that exports `run(): Promise<void>`
 */
export async function runInExtensionHost(
  stage: Stage,
  workspace: Workspace,
  extensionFolder: string,
  testsFile: string,
  limitMs = 180_000,
): Promise<ExtensionHostOutcome> {
  let output = '';
  let timer: NodeJS.Timeout | undefined;
  let exit = (_code: number): void => {};
  const ended = new Promise<number>((resolve, reject) => {
    exit = resolve;
    timer = setTimeout(() => reject(new Error(`The tests did not end within ${limitMs / 1000} seconds.\n${output}`)), limitMs);
  });
  const workbench = await stage.open(workspace, {
    payload: [
      ['extensionDevelopmentPath', extensionFolder],
      ['extensionTestsPath', testsFile],
      ['skipWelcome', 'true'],
    ],
    // The workbench calls these two functions of its page.
    prepare: async (page) => {
      await page.exposeFunction('codeAutomationLog', (_type: string, words: readonly unknown[]) => (output += `${words.join(' ')}\n`));
      await page.exposeFunction('codeAutomationExit', (code: number) => exit(code));
    },
  });
  try {
    return { code: await ended, output };
  } finally {
    clearTimeout(timer);
    await workbench.close();
  }
}
