import { readdirSync, rmSync, watch, type FSWatcher } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { readAnnouncement, type Announcement } from './announcement.js';
import type { Hearing } from './hearing.js';
import { rendezvousVariable, type RendezvousSettings } from './rendezvousSettings.js';
import { SessionFolder } from './sessionFolder.js';
import { endSession, expectTerminal } from './watchdog.js';

/** How often a folder is looked into where the system cannot say that something has changed there. */
const lookMs = 20;

/** The meeting place of the processes of one debug session: a folder that only this user can look into. */
export class Rendezvous {
  private readonly folder = SessionFolder.make();
  private readonly path = process.platform === 'win32' ? `\\\\.\\pipe\\whence-${randomUUID()}` : join(this.folder.path, 'alive');
  private readonly watcher: FSWatcher | null;
  private readonly timer: NodeJS.Timeout | null = null;
  private readonly server: Server;
  private readonly connections = new Set<Socket>();
  /** Files whose processes are being met, which may close the session. */
  private readonly reading = new Set<string>();
  private isClosed = false;
  private awaited: number | null = null;

  /** `met` is notified of each process once, and must have it guarded when it returns. */
  constructor(
    private readonly hook: string,
    private readonly hearing: Hearing,
    private readonly met: (announcement: Announcement) => void,
  ) {
    this.watcher = this.watched();
    if (this.watcher === null) this.timer = setInterval(() => this.look(this.folder.path), lookMs).unref();
    this.server = createServer((connection) => {
      this.connections.add(connection);
      connection.on('error', () => {});
      connection.on('close', () => this.connections.delete(connection));
    });
    // Without it the watchdog alone ends what outlives us: paths of sockets may not be long.
    this.server.on('error', () => {});
    this.server.listen(this.path);
  }

  /** The variables that make a process, and the ones that it starts, come here. */
  environment(nodeOptions: string | undefined, areChildrenMet: boolean): Readonly<Record<string, string>> {
    // The address of V8's inspector is a secret of 122 bits: without this it would be read aloud at its port.
    const ownOption = `--inspect-publish-uid=stderr --require ${JSON.stringify(this.hook)}`;
    const settings: RendezvousSettings = { folder: this.folder.path, ownOption, areChildrenMet, socket: this.path, hearing: this.hearing };
    return {
      NODE_OPTIONS: [nodeOptions, ownOption].filter((option) => option !== undefined && option !== '').join(' '),
      [rendezvousVariable]: JSON.stringify(settings),
    };
  }

  /** A process that was there before the session will come: it does not carry the session's name. */
  expectProcess(pid: number): void {
    this.awaited = pid;
  }

  /** A terminal is about to start the program. */
  expectTerminal(): void {
    expectTerminal();
  }

  /** Lets go of the processes, which live on. */
  release(): void {
    for (const connection of this.connections) connection.write('!');
  }

  /** `areEnded`: what carries the session's name is ended, too, in whatever group it is. */
  close(areEnded = false): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.watcher?.close();
    if (this.timer !== null) clearInterval(this.timer);
    this.server.close();
    for (const connection of this.connections) connection.end();
    if (areEnded) endSession(this.folder.path);
    // Who is announced at this moment is met; who comes later finds no folder, and runs alone.
    this.look(this.folder.retire());
    this.folder.remove();
  }

  /** Null where the system watches no more folders. */
  private watched(): FSWatcher | null {
    try {
      return watch(this.folder.path, () => this.look(this.folder.path)).on('error', () => {});
    } catch {
      return null;
    }
  }

  private look(folder: string): void {
    for (const name of namesIn(folder)) {
      const file = join(folder, name);
      const announcement = this.reading.has(name) ? null : readAnnouncement(file, this.folder.path, this.awaited);
      this.reading.add(name);
      if (announcement !== null && name === `${announcement.pid}.json`) this.met(announcement);
      // Only now: until it was guarded, the file is what the watchdog knows it by.
      rmSync(file, { force: true, recursive: true });
      this.reading.delete(name);
    }
  }
}

/** Of what was announced; nothing when the program has removed the folder. */
function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter((one) => one.endsWith('.json'));
  } catch {
    return [];
  }
}
