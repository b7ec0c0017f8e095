import { existsSync, renameSync, writeFileSync, writeSync } from 'node:fs';
import inspector from 'node:inspector';
import { connect } from 'node:net';
import { join } from 'node:path';
import { isMainThread } from 'node:worker_threads';
import { ownJson } from '../runtime/realm/ownJson.js';
import { tapConnections } from './connectionTap.js';
import { hear } from './hearing.js';
import { forgetOption } from './nodeOptions.js';
import { isListening, watchServers } from './readiness.js';
import type { Announcement } from './announcement.js';
import { hookMark, listensKey, overFile, rendezvousVariable, type RendezvousSettings } from './rendezvousSettings.js';

/**
 * Loaded before the program (`NODE_OPTIONS`) into every Node process of a debug session, children included: opens the inspector on
 * loopback, on a free port, and waits for the adapter. The adapter learns of it by a file, since a process that waits sends nothing.
 */
function meet({ folder, ownOption, areChildrenMet, socket, hearing }: RendezvousSettings): void {
  if (!areChildrenMet) {
    Reflect.deleteProperty(process.env, rendezvousVariable);
    forgetOption(ownOption);
  }
  if (!existsSync(folder)) return; // the session is over
  try {
    inspector.open(0, '127.0.0.1');
  } catch {
    // It is open already: the program was started with --inspect.
  }
  const url = inspector.url();
  if (url === undefined) return;
  const announcement: Announcement = {
    pid: process.pid,
    parentPid: process.ppid,
    node: process.version,
    url,
    program: process.argv[1] ?? '',
  };
  try {
    const unfinished = join(folder, `${process.pid}.part`);
    writeFileSync(unfinished, JSON.stringify(announcement), { mode: 0o600 });
    renameSync(unfinished, join(folder, `${process.pid}.json`));
  } catch (error) {
    if (existsSync(folder)) endUnmet(error);
    inspector.close();
    return; // the session has just ended
  }
  // The watchdog of a session that was killed writes this file, and then ends who was announced: one of us sees the other.
  if (existsSync(join(folder, overFile))) endNow();
  inspector.waitForDebugger();
  endWithAdapter(socket);
  // The inspector has a thread of its own: it is heard while the program does not turn its event loop.
  hear(hearing, (message) => inspector.console.debug(hookMark, ownJson.stringify(message)));
}

/** An adapter that is killed takes its programs with it; one that lets go of them says so first. */
function endWithAdapter(path: string): void {
  let isReleased = false;
  const socket = connect(path);
  socket.on('data', () => (isReleased = true));
  socket.on('error', () => {});
  socket.on('end', () => {
    if (!isReleased) endNow();
  });
  socket.unref();
}

/** Nobody would tell a process that waits to run. */
function endUnmet(error: unknown): never {
  const reason = error instanceof Error ? error.message : String(error);
  writeSync(2, `Whence cannot debug this program, because the folder of its session cannot be written: ${reason}\n`);
  return endNow();
}

function endNow(): never {
  process.kill(process.pid, 'SIGKILL');
  return process.exit(1);
}

const settings = process.env[rendezvousVariable];
if (settings !== undefined) {
  watchServers();
  Object.defineProperty(globalThis, Symbol.for(listensKey), { value: isListening, configurable: true });
}
if (settings !== undefined && !isMainThread && (JSON.parse(settings) as RendezvousSettings).hearing.connections !== null)
  tapConnections({ areBytesTold: false, isPaceTold: false }, (told) =>
    inspector.console.debug(hookMark, ownJson.stringify({ kind: 'connection', told })),
  );
if (isMainThread && settings !== undefined) meet(JSON.parse(settings) as RendezvousSettings);
