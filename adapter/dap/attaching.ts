import { get } from 'node:http';
import type { AttachConfiguration } from './configuration.js';
import { nothingListens, processNotFound } from './errors.js';

/** The websocket address of the inspector that a configuration means. A process is asked to open one. */
export async function addressOf({ websocket, address, port, processId, timeoutMs }: AttachConfiguration): Promise<string> {
  if (websocket !== null) return websocket;
  if (processId !== null) openInspector(processId);
  const until = Date.now() + timeoutMs;
  for (;;) {
    const url = await listed(address, port);
    if (url !== null) return url;
    if (Date.now() > until) throw nothingListens(`${address}:${port}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Node opens its inspector, on port 9229, when it gets this signal. */
function openInspector(pid: number): void {
  try {
    if (process.platform === 'win32') (process as unknown as { _debugProcess(pid: number): void })._debugProcess(pid);
    else process.kill(pid, 'SIGUSR1');
  } catch {
    throw processNotFound(pid);
  }
}

/** What the inspector's web page lists; null while nothing listens. */
function listed(host: string, port: number): Promise<string | null> {
  return new Promise((resolve) => {
    const request = get({ host, port, path: '/json/list', timeout: 2_000 }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('end', () => resolve(addressIn(text, host, port)));
    });
    request.on('error', () => resolve(null));
    request.on('timeout', () => request.destroy());
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
