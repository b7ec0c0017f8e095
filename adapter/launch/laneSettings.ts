/** Holds, as JSON, what a Node process that a recorded program starts needs to be recorded, too: `LaneSettings`. */
export const laneVariable = 'WHENCE_RECORDING';

export interface LaneSettings {
  /** The socket at which whoever records listens. */
  readonly socket: string;
  /** What was added to NODE_OPTIONS. */
  readonly option: string;
}

/** The first line of each of the two connections of a lane: a thread that is recorded. */
export interface LaneGreeting {
  readonly lane: 'conversation' | 'rows';
  readonly pid: number;
  /** 0: the main thread. */
  readonly thread: number;
}

/** By this name a thread gets its start from the thread that starts it (`setEnvironmentData`). */
export const threadStartName = 'whence.thread';
