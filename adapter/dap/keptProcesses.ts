import { signalGroup } from '../launch/program.js';
import { guard } from '../launch/watchdog.js';

/** How often it is looked whether a process is gone. */
const goneMs = 300;

/** The processes of a session. Those that it has started do not outlive us. */
export class KeptProcesses {
  private readonly pids = new Set<number>();
  /** Of each process that must not outlive us: what is called when it has ended, or may live on. */
  private readonly guards = new Map<number, () => void>();

  /** Somebody else has started it. */
  attached(pid: number): void {
    this.pids.add(pid);
  }

  started(pid: number): void {
    this.pids.add(pid);
    if (!this.guards.has(pid)) this.guards.set(pid, guard(pid));
  }

  /** It has ended, or may live on. */
  letGo(pid: number): void {
    this.guards.get(pid)?.();
  }

  letAllGo(): void {
    for (const letGo of this.guards.values()) letGo();
  }

  signal(signal: NodeJS.Signals): void {
    for (const pid of this.pids) signalGroup(pid, signal);
  }

  /** Of a process that cannot be spoken with any more: it is kept while it is there, which `whenThere` is told. */
  letGoWhenGone(pid: number, whenThere: () => void): void {
    const timer = setInterval(() => {
      if (isAlive(pid)) return whenThere();
      clearInterval(timer);
      this.letGo(pid);
    }, goneMs).unref();
  }

  /** Settles when every process has ended; after two seconds it is no longer waited for. */
  async gone(): Promise<void> {
    for (const started = Date.now(); [...this.pids].some(isAlive) && Date.now() - started < 2000;)
      await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
