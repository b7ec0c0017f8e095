import { commands, debug } from 'vscode';
import type { DebugAdapterTracker, DebugSession, Disposable } from 'vscode';
import { debugType, otherType } from './debugConfiguration.js';

interface StopMessage {
  readonly event?: string;
  readonly body?: { readonly reason?: string };
}

/** Whether the session in front waits where something has failed: menus offer `inevitable` there alone. */
export class FailedStop implements Disposable {
  private readonly failed = new Set<string>();
  private readonly disposables = [
    ...[debugType, otherType].map((type) =>
      debug.registerDebugAdapterTrackerFactory(type, { createDebugAdapterTracker: (session) => this.track(session) }),
    ),
    debug.onDidChangeActiveDebugSession(() => this.tell()),
    debug.onDidTerminateDebugSession(({ id }) => this.note(id, false)),
  ];

  dispose(): void {
    for (const disposable of this.disposables) disposable.dispose();
  }

  private track({ id }: DebugSession): DebugAdapterTracker {
    return {
      onDidSendMessage: ({ event, body }: StopMessage) => {
        if (event === 'stopped') this.note(id, body?.reason === 'exception');
        if (event === 'continued') this.note(id, false);
      },
    };
  }

  private note(id: string, hasFailed: boolean): void {
    if (hasFailed) this.failed.add(id);
    else this.failed.delete(id);
    this.tell();
  }

  private tell(): void {
    void commands.executeCommand('setContext', 'whence.atFailure', this.failed.has(debug.activeDebugSession?.id ?? ''));
  }
}
