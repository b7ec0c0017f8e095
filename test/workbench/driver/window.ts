import { stageOf } from './stages.js';
import type { Workbench } from './workbench.js';
import { Workspace } from './workspace.js';

export interface Opened {
  readonly workspace: Workspace;
  readonly window: Workbench;
}

/**
 * A window for the tests of a suite, each of which begins from whatever the window shows. After a test that failed the window is closed, and
 * the next test has a new one, with a workspace of its own.
 */
export function windowOf(
  version: 'newest' | 'oldest',
  prepare: (opened: Opened) => Promise<void>,
  workspaceOf: () => Workspace = () => new Workspace(),
): void {
  let opened: Opened | null = null;
  const close = async () => {
    await opened?.window.close();
    opened?.workspace.remove();
    opened = null;
  };
  beforeEach('open a window', async () => {
    if (opened !== null) return;
    const workspace = workspaceOf();
    opened = { workspace, window: await (await stageOf(version)).open(workspace) };
    await prepare(opened);
  });
  afterEach('close the window of a test that failed', async function () {
    if (this.currentTest?.state === 'failed') await close();
  });
  after('close the window', close);
}
