import { subscribe } from 'node:diagnostics_channel';
import type { Server } from 'node:net';

const windowMs = 100;
const idleWindows = 5;
const servers = new Set<WeakRef<Server>>();

/** Hears of every server of this thread, from now on. */
export function watchServers(begun: (server: Server) => void = () => {}): void {
  subscribe('tracing:net.server.listen:asyncEnd', (message) => {
    const { server } = message as { readonly server: Server };
    servers.add(new WeakRef(server));
    begun(server);
  });
}

/** Whether one of them listens where another run of the program could not. */
export function isListening(): boolean {
  return [...servers].some((reference) => {
    const server = reference.deref();
    return server?.listening === true && !isOfThisProcess(server.address());
  });
}

/** Whether a socket's file has the number of the process in its path, as that by which tsx and its child speak: each run has its own. */
function isOfThisProcess(address: ReturnType<Server['address']>): boolean {
  return typeof address === 'string' && new RegExp(`(?<!\\d)${process.pid}(?!\\d)`).test(address);
}

/**
 * Tells when the program waits for somebody: it listens (at a port, where it is one), or has had next to nothing to do for half a
 * second. Each port is reported once; that it waits otherwise is reported once, and only while it has not listened.
 */
export function tellReadiness(told: (port: number | null) => void): void {
  const { performance } = process.getBuiltinModule('node:perf_hooks');
  let hasTold = false;
  watchServers((server) => {
    const address = server.address();
    hasTold = true;
    clearInterval(timer);
    told(typeof address === 'object' ? (address?.port ?? null) : null);
  });
  let last = performance.eventLoopUtilization();
  let idle = 0;
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization();
    idle = performance.eventLoopUtilization(now, last).utilization < 0.2 ? idle + 1 : 0;
    last = now;
    if (idle < idleWindows || hasTold) return;
    hasTold = true;
    clearInterval(timer);
    told(null);
  }, windowMs);
  timer.unref(); // it must not keep the program alive
}
