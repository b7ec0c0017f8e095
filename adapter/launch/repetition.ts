import type { ProgramTells } from '../runtime/channel/messages.js';
import { RequestRecorder, type HeardRequests } from './heardRequests.js';
import { Repeater } from './repeater.js';

/** The requests that are repeated to a run, and who is told what has to be repeated by hand. */
export interface Repetition {
  readonly requests: HeardRequests;
  readonly tell: (message: string) => void;
}

/** What comes to the servers of a program that is debugged: it is kept, and what another run was asked is repeated. */
export class ProgramConnections {
  private readonly recorder = new RequestRecorder();
  private readonly repeater: Repeater | null;

  constructor(repetition: Repetition | null) {
    this.repeater = repetition === null ? null : new Repeater(repetition.requests, repetition.tell);
  }

  /** Whether something is repeated to it. */
  get isRepeated(): boolean {
    return this.repeater !== null;
  }

  /** What has come until now. */
  get soFar(): HeardRequests {
    return this.recorder.soFar;
  }

  /** `isMain`: it has come to the process that is run again, and not to one that this has started. */
  heard({ told }: ProgramTells & { readonly kind: 'connection' }, isMain: boolean): void {
    if (!isMain) return this.recorder.elsewhere(told);
    this.recorder.record(told);
    this.repeater?.heard(told);
  }

  stop(): void {
    this.repeater?.stop();
  }
}
