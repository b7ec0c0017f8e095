import { each } from '../../maintain/ownLists.js';
import { subscribe } from 'node:diagnostics_channel';
import { onProcessEvent } from '../realm/processEvents.js';

let threads = 0;
let processes = 0;

/** From now on the threads and processes are counted that the program starts: rules see none of their objects. */
export function countOthers(): void {
  onProcessEvent('worker', (worker) => {
    // The thread in which Node runs module hooks is ours, and has no class that a program can name.
    if ((worker as object).constructor.name !== 'InternalWorker') threads++;
  });
  subscribe('child_process', () => void processes++);
}

/** The parts of the program in which no rule looks, one sentence each. */
export function notFollowed(): readonly string[] {
  return [
    ...each(
      threads > 0 ? [`Rules see the main thread alone: the program has started ${counted(threads, 'other thread', 'other threads')}.`] : [],
    ),
    ...each(
      processes > 0
        ? [`Rules see one process alone: the program has started ${counted(processes, 'child process', 'child processes')}.`]
        : [],
    ),
  ];
}

const counted = (count: number, one: string, several: string): string => `${count} ${count === 1 ? one : several}`;
