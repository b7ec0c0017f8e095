import { InspectorClient } from './client.js';
import type { Transport } from './socket.js';

export interface AttachedWorker {
  readonly client: InspectorClient;
  readonly title: string;
  readonly url: string;
  readonly isWaiting: boolean;
}

/** Tells of every worker thread that the program of `parent` starts, and has it wait until it is told to run. */
export function onWorkers(parent: InspectorClient, attached: (worker: AttachedWorker) => void): Promise<unknown> {
  const transports = new Map<string, WorkerTransport>();
  parent.on('NodeWorker.attachedToWorker', ({ sessionId, workerInfo, waitingForDebugger }) => {
    const transport = new WorkerTransport(parent, sessionId);
    transports.set(sessionId, transport);
    attached({
      client: new InspectorClient(transport),
      title: workerInfo.title,
      url: workerInfo.url,
      isWaiting: waitingForDebugger,
    });
  });
  parent.on('NodeWorker.receivedMessageFromWorker', ({ sessionId, message }) => transports.get(sessionId)?.receive(message));
  parent.on('NodeWorker.detachedFromWorker', ({ sessionId }) => {
    transports.get(sessionId)?.closed();
    transports.delete(sessionId);
  });
  parent.onClose(() => transports.forEach((transport) => transport.closed()));
  return parent.send('NodeWorker.enable', { waitForDebuggerOnStart: true });
}

/** A worker's inspector is reached through that of its parent. */
class WorkerTransport implements Transport {
  private receivers: ((text: string) => void)[] = [];
  private closers: (() => void)[] = [];

  constructor(
    private readonly parent: InspectorClient,
    private readonly sessionId: string,
  ) {}

  send(message: string): void {
    this.parent.send('NodeWorker.sendMessageToWorker', { sessionId: this.sessionId, message }).catch(() => this.closed());
  }

  close(): void {
    this.parent.send('NodeWorker.detach', { sessionId: this.sessionId }).catch(() => {});
  }

  onMessage(listener: (text: string) => void): void {
    this.receivers.push(listener);
  }

  onClose(listener: () => void): void {
    this.closers.push(listener);
  }

  receive(text: string): void {
    for (const receiver of this.receivers) receiver(text);
  }

  closed(): void {
    for (const closer of this.closers.splice(0)) closer();
  }
}
