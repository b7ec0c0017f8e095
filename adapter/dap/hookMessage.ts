import type { Runtime } from 'node:inspector';
import { hookMark } from '../launch/rendezvousSettings.js';
import type { ProgramTells } from '../runtime/channel/messages.js';

/** The message that our hook in a process sends through the inspector's console; null if the program itself prints. */
export function hookMessage({ args }: Runtime.ConsoleAPICalledEventDataType): ProgramTells | null {
  const [mark, message] = args;
  return mark?.value === hookMark && typeof message?.value === 'string' ? (JSON.parse(message.value) as ProgramTells) : null;
}
