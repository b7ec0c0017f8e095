import { writeSync } from 'node:fs';
import type { Socket } from 'node:net';
import { speakOver } from '../runtime/channel/channel.js';
import { shipOver } from '../runtime/shipping.js';
import type { LaneGreeting } from './laneSettings.js';

/** The sockets live as long as the thread: their descriptors are ours. */
const kept: Socket[] = [];

/** Leads this thread's conversation and rows to whoever records; false when nobody is there. */
export function joinLane(path: string, thread: number): boolean {
  const greeting = { pid: process.pid, thread };
  const conversation = connected(path, { lane: 'conversation', ...greeting });
  const rows = conversation === null ? null : connected(path, { lane: 'rows', ...greeting });
  if (conversation === null || rows === null) return false;
  speakOver(conversation);
  shipOver(rows);
  return true;
}

/** A local socket is connected at once; what is read from it is read by us. */
function connected(path: string, greeting: LaneGreeting): number | null {
  const socket = new (process.getBuiltinModule('node:net').Socket)();
  socket.pause();
  socket.on('error', () => {});
  socket.connect(path);
  socket.unref();
  kept.push(socket);
  const { _handle: handle } = socket as unknown as { readonly _handle: { readonly fd?: number } | null };
  const descriptor = handle?.fd ?? -1;
  try {
    if (descriptor >= 0 && writeSync(descriptor, `${JSON.stringify(greeting)}\n`) > 0) return descriptor;
  } catch {
    // Nobody listens.
  }
  socket.destroy();
  return null;
}
