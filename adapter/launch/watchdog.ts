import { spawn } from 'node:child_process';
import type { Writable } from 'node:stream';

/** Reads the numbers of processes; when its input ends, because we are gone however that came about, it ends those that are left. */
const script = `
pids=
while read -r sign pid; do
  left=
  for one in $pids; do [ "$one" = "$pid" ] || left="$left $one"; done
  pids=$left
  [ "$sign" = - ] || pids="$pids $pid"
done
for one in $pids; do kill -KILL -"$one" 2>/dev/null; kill -KILL "$one" 2>/dev/null; done
`;

let watchdog: Writable | null | undefined;

/**
 * From now on a process, and the group that it leads, does not outlive us, even if we are killed: programs that never turn their event
 * loop would not notice by themselves. What it returns takes that back; it must be called when the process has ended.
 */
export function guard(pid: number): () => void {
  const to = (watchdog ??= start());
  to?.write(`+ ${pid}\n`);
  return () => to?.write(`- ${pid}\n`);
}

/** Null where there is no shell: on Windows. */
function start(): Writable | null {
  if (process.platform === 'win32') return null;
  // In a group of its own, so that Ctrl+C does not end it before us.
  const shell = spawn('/bin/sh', ['-c', script], { stdio: ['pipe', 'ignore', 'ignore'], detached: true, cwd: '/' });
  shell.on('error', () => {});
  shell.stdin.on('error', () => {});
  shell.unref();
  (shell.stdin as Writable & { unref(): void }).unref();
  return shell.stdin;
}
