import { Location, Position, SourceBreakpoint, Uri, debug, window, workspace } from 'vscode';
import type { DebugAdapterTracker, DebugConfiguration, DebugSession, Disposable } from 'vscode';
import { debugType } from '../debugConfiguration.js';
import { withRunner } from '../tests/chosenRunner.js';
import { testConfiguration } from '../tests/testConfiguration.js';
import { launchOf } from '../tests/testsProcess.js';
import type { Passage } from './diagnosisRows.js';

/** The name under which a configuration says for which passage it is started. */
const passageKey = '__passage';

/** A debug session of a failing test that stops at one passage of a suspect. */
export class PassageSessions implements Disposable {
  /** Breakpoints that are set until their session has stopped. */
  private readonly waiting = new Map<number, SourceBreakpoint>();
  private next = 1;
  private readonly disposables = [
    debug.registerDebugAdapterTrackerFactory(debugType, { createDebugAdapterTracker: (session) => this.track(session) }),
  ];

  /** `program`: the built process about tests. */
  constructor(private readonly program: string) {}

  dispose(): void {
    for (const disposable of this.disposables) disposable.dispose();
    for (const id of this.waiting.keys()) this.forget(id);
  }

  async go({ test, file, place, hit }: Passage, cwd: string): Promise<void> {
    if (!workspace.isTrusted) throw new Error('Whence runs tests only in workspaces that you trust.');
    await workspace.saveAll(false);
    const spot = { cwd, file, line: test.line, name: null };
    const launch = await withRunner((runner) => launchOf(runner === null ? spot : { ...spot, runner }, this.program));
    const position = new Position(place.span.line - 1, place.span.column - 1);
    const location = new Location(Uri.file(place.file), position);
    const breakpoint = new SourceBreakpoint(location, true, undefined, hit === 1 ? undefined : String(hit));
    const id = this.next++;
    this.waiting.set(id, breakpoint);
    debug.addBreakpoints([breakpoint]);
    const configuration = { ...testConfiguration(launch), [passageKey]: id } as unknown as DebugConfiguration;
    const folder = workspace.getWorkspaceFolder(Uri.file(file));
    if (!(await debug.startDebugging(folder, configuration))) this.forget(id);
  }

  private track({ configuration }: DebugSession): DebugAdapterTracker | undefined {
    const id: unknown = configuration[passageKey];
    if (typeof id !== 'number') return undefined;
    const missed = (): void => {
      if (this.forget(id)) void window.showInformationMessage('The test ended before it came there that often.');
    };
    return {
      onDidSendMessage: ({ event, body }: { readonly event?: string; readonly body?: { readonly reason?: string } }) => {
        if (event === 'stopped' && body?.reason === 'breakpoint') this.forget(id);
        else if (event === 'stopped' || event === 'terminated') missed();
      },
      onExit: () => void this.forget(id),
    };
  }

  /** Whether it was still set. */
  private forget(id: number): boolean {
    const breakpoint = this.waiting.get(id);
    if (breakpoint === undefined) return false;
    this.waiting.delete(id);
    debug.removeBreakpoints([breakpoint]);
    return true;
  }
}
