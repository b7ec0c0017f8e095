import { readFileSync } from 'node:fs';
import { get } from 'node:http';
import type { AttachConfiguration } from './configuration.js';
import { nothingListens, processNotFound, wouldBeEnded } from './errors.js';

/** The address of an inspector, and whether it was opened for us. */
export interface InspectorAddress {
  readonly url: string;
  readonly isOpenedForUs: boolean;
}

/** The websocket address of the inspector that a configuration means. A process is asked to open one. */
export async function addressOf({ websocket, address, port, processId, timeoutMs }: AttachConfiguration): Promise<InspectorAddress> {
  if (websocket !== null) return { url: websocket, isOpenedForUs: false };
  const isOpenedForUs = processId !== null && (await listed(address, port)) === null;
  const until = Date.now() + timeoutMs;
  if (processId !== null) {
    while (isOpenedForUs && isEndedByOurSignal(processId)) {
      if (Date.now() > until) throw wouldBeEnded(processId);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    if (!isEndedByOurSignal(processId)) openInspector(processId);
  }
  for (;;) {
    const url = await listed(address, port);
    if (url !== null) return { url, isOpenedForUs };
    if (Date.now() > until) throw nothingListens(`${address}:${port}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** The expression by which an inspector closes itself when nobody speaks with it any more: every user can reach its port. */
export const closeInspector = "void setTimeout((i) => i?.close(), 100, process.getBuiltinModule?.('node:inspector'))";

/** Node opens its inspector, on port 9229, when it gets this signal. */
function openInspector(pid: number): void {
  try {
    if (process.platform === 'win32') (process as unknown as { _debugProcess(pid: number): void })._debugProcess(pid);
    else process.kill(pid, 'SIGUSR1');
  } catch {
    throw processNotFound(pid);
  }
}

/** Of signals 1 to 32, one bit each. */
const sigusr1 = 1 << 9;

/** Whether the process would be ended by it: it is none of Node's, or still starts. Known on Linux alone. */
function isEndedByOurSignal(pid: number): boolean {
  if (process.platform !== 'linux') return false;
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const masks = [...status.matchAll(/^Sig(?:Cgt|Ign):\s*[0-9a-f]*([0-9a-f]{8})$/gm)].map(([, low = '']) => Number.parseInt(low, 16));
    return masks.length === 2 && masks.every((mask) => (mask & sigusr1) === 0);
  } catch {
    return false; // there is no such process
  }
}

/** Longer, in UTF-16 units, or slower, is no list of an inspector's. */
const longestList = 1 << 20;
const slowestMs = 2_000;

/** What the inspector's web page lists; null while nothing listens. */
function listed(host: string, port: number): Promise<string | null> {
  return new Promise((resolve) => {
    const request = get({ host, port, path: '/json/list', signal: AbortSignal.timeout(slowestMs) }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
        if (text.length > longestList) request.destroy();
      });
      response.on('end', () => resolve(addressIn(text, host, port)));
      response.on('error', () => resolve(null));
    });
    request.on('error', () => resolve(null));
    request.on('close', () => resolve(null));
  });
}

function addressIn(text: string, host: string, port: number): string | null {
  try {
    const [first] = JSON.parse(text) as readonly { readonly id?: string }[];
    return first?.id === undefined ? null : `ws://${host.includes(':') ? `[${host}]` : host}:${port}/${first.id}`;
  } catch {
    return null;
  }
}
