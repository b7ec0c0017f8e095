import type { Hearing } from './hearing.js';

/** Holds the settings, as JSON, for the hook in the program's processes. */
export const rendezvousVariable = 'WHENCE_RENDEZVOUS';

export interface RendezvousSettings {
  readonly folder: string;
  /** What was added to NODE_OPTIONS. */
  readonly ownOption: string;
  readonly areChildrenMet: boolean;
  /** A process that was met stays connected here: when the connection ends, the adapter is gone. */
  readonly socket: string;
  readonly hearing: Hearing;
}

/** The first argument of calls of the inspector's console by which the hook speaks; the second is a message as JSON. */
export const hookMark = 'whence: a message of the debugger';

/** The global in which the hook says whether a thread listens at a port. */
export const listensKey = 'whence.listens';

/** The file in a session's folder that says that the session was killed: who has just been announced ends itself. */
export const overFile = 'over';
