import { chmodSync, mkdtempSync, readFileSync, readdirSync, rmSync, watch, type FSWatcher } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

/** What a process says of itself before it waits. */
export interface Announcement {
  readonly pid: number;
  readonly parentPid: number;
  readonly node: string;
  readonly url: string;
  readonly program: string;
}

/** Where the processes of one debug session are met: a folder that only this user can look into. */
export class Rendezvous {
  private readonly folder = mkdtempSync(join(tmpdir(), 'whence-'));
  private readonly path = process.platform === 'win32' ? `\\\\.\\pipe\\whence-${randomUUID()}` : join(this.folder, 'alive');
  private readonly watcher: FSWatcher;
  private readonly server: Server;
  private readonly connections = new Set<Socket>();

  constructor(
    private readonly hook: string,
    private readonly hearing: Hearing,
    private readonly met: (announcement: Announcement) => void,
  ) {
    chmodSync(this.folder, 0o700);
    this.watcher = watch(this.folder, () => this.look());
    this.server = createServer((connection) => {
      this.connections.add(connection);
      connection.on('error', () => {});
      connection.on('close', () => this.connections.delete(connection));
    });
    this.server.listen(this.path);
  }

  /** The variables that make a process, and the ones that it starts, come here. */
  environment(nodeOptions: string | undefined, areChildrenMet: boolean): Readonly<Record<string, string>> {
    const ownOption = `--require ${JSON.stringify(this.hook)}`;
    const settings: RendezvousSettings = { folder: this.folder, ownOption, areChildrenMet, socket: this.path, hearing: this.hearing };
    return {
      NODE_OPTIONS: [nodeOptions, ownOption].filter((option) => option !== undefined && option !== '').join(' '),
      [rendezvousVariable]: JSON.stringify(settings),
    };
  }

  /** Lets go of the processes, which live on. */
  release(): void {
    for (const connection of this.connections) connection.write('!');
  }

  close(): void {
    this.watcher.close();
    this.server.close();
    for (const connection of this.connections) connection.end();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private look(): void {
    for (const name of readdirSync(this.folder).filter((one) => one.endsWith('.json'))) {
      const file = join(this.folder, name);
      const text = readFileSync(file, 'utf8');
      rmSync(file);
      this.met(JSON.parse(text) as Announcement);
    }
  }
}
