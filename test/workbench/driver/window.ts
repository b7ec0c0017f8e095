import { stageOf } from './stages.js';
import type { Workbench } from './workbench.js';
import { Workspace } from './workspace.js';

export interface Opened {
  readonly workspace: Workspace;
  readonly window: Workbench;
}

/** To open a window takes more of the processor than most tests do in it: suites that need nothing else share one, a version. */
const shared = new Map<'newest' | 'oldest', Opened>();

/**
 * A window for the tests of a suite, each of which begins from whatever the one before shows. No editor is open before the first, and the
 * folder holds the examples and `files`. After a test that failed the window is closed, and the next test has a new one.
 */
export function windowOf(
  version: 'newest' | 'oldest',
  prepare: (opened: Opened) => Promise<void>,
  files: Readonly<Record<string, string>> = {},
): void {
  let isPrepared = false;
  beforeEach('have a window', async () => {
    if (isPrepared && shared.has(version)) return;
    const isShared = shared.has(version);
    try {
      await prepare(await windowWith(version, files));
    } catch (error) {
      letGo(version);
      if (!isShared) throw error;
      await prepare(await windowWith(version, files)); // what others did in a window is no matter of this suite
    }
    isPrepared = true;
  });
  afterEach('let go of the window of a test that failed', function () {
    if (this.currentTest?.state === 'failed') letGo(version);
  });
}

/** Of tests that failed; they are closed before another one is opened, when what they showed has been kept. */
const abandoned: Opened[] = [];

async function windowWith(version: 'newest' | 'oldest', files: Readonly<Record<string, string>>): Promise<Opened> {
  const used = shared.get(version);
  if (used === undefined) {
    for (const failed of abandoned.splice(0)) await close(failed);
    const workspace = new Workspace(files);
    const opened = { workspace, window: await (await stageOf(version)).open(workspace) };
    shared.set(version, opened);
    return opened;
  }
  await used.window.closeEditors();
  used.workspace.reset(files);
  return used;
}

function letGo(version: 'newest' | 'oldest'): void {
  const failed = shared.get(version);
  shared.delete(version);
  if (failed !== undefined) abandoned.push(failed);
}

async function close({ window, workspace }: Opened): Promise<void> {
  await window.close();
  workspace.remove();
}

after('remove what windows showed', () => {
  for (const { workspace } of [...shared.values(), ...abandoned]) workspace.remove();
});
