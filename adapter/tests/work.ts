import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { performance } from 'node:perf_hooks';

const now = performance.now.bind(performance);
const cpuUsage = process.cpuUsage.bind(process);
const loopUse = performance.eventLoopUtilization.bind(performance);

/** Milliseconds of processor time that this process has used. */
export function usedMs(): number {
  const { user, system } = cpuUsage();
  return (user + system) / 1_000;
}

/**
 * A clock that begins at zero and stands still while a busy machine keeps this process from its work: it counts what the process computes, and
 * what it waits with nothing to do.
 */
export function workClock(): () => number {
  const [began, used, idle] = [now(), usedMs(), loopUse().idle];
  // Other threads of the process may work beside the first one.
  return () => Math.min(now() - began, usedMs() - used + loopUse().idle - idle);
}

/** Milliseconds of processor time that another process has used; null where the system does not tell. */
function usedBy(pid: number): number | null {
  if (process.platform !== 'linux') return null;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = Number(fields[11]) + Number(fields[12]);
    return Number.isFinite(ticks) ? ticks * 10 : null;
  } catch {
    return null;
  }
}

/** What the processors of the machine have done in all, and how much of that was nothing. */
function machineTimes(): { readonly all: number; readonly idle: number } {
  let [all, idle] = [0, 0];
  for (const { times } of cpus()) {
    all += times.user + times.nice + times.sys + times.idle + times.irq;
    idle += times.idle;
  }
  return { all, idle };
}

/** Of the time of all processors the share that is idle where nobody waits for one. */
const spare = 0.1;
/** Of a time that has passed, the share that a process gets which nothing keeps from its work. */
const ownShare = 0.7;

/** Tells whether another process was kept from its work by what else the machine does. */
export class OtherProcess {
  private used: number | null;
  private machine = machineTimes();

  constructor(private readonly pid: number) {
    this.used = usedBy(pid);
  }

  /** It has used so much until now. */
  hasUsed(ms: number): void {
    if (this.used !== null) this.used = ms;
  }

  /** Whether it has worked less than some milliseconds, which have passed since it was heard last. */
  isKept(ms: number): boolean {
    const used = usedBy(this.pid);
    if (used !== null && this.used !== null) return used - this.used < ownShare * ms;
    const before = this.machine;
    this.machine = machineTimes();
    const all = this.machine.all - before.all;
    return all > 0 && this.machine.idle - before.idle < spare * all;
  }
}
