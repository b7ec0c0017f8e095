import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { Bounds } from './bounds.js';
import { readableMessages } from './clientMessages.js';
import { mcpServer, toolNames } from './server.js';

/** How the server is started. */
export interface McpOptions {
  /** The folder that calls may name files of. */
  readonly root: string;
  readonly mayRun: boolean;
  readonly version: string;
}

/** A message of a client may be long, and what is wrong with it, too. */
const longestNotice = 200;

/** Serves one client over standard input and output, until it goes. Throws one sentence when the folder does not exist. */
export function serveMcp({ root, mayRun, version }: McpOptions): Promise<void> {
  const bounds = new Bounds(root);
  return new Promise((resolve) => {
    const messages = process.stdin.pipe(readableMessages(process.stdout, toolNames(mayRun)));
    const handle = serveStdio(() => mcpServer({ bounds, mayRun, version }), {
      transport: new StdioServerTransport(messages, process.stdout),
      onerror: (error) => void process.stderr.write(`whence mcp: ${JSON.stringify(error.message).slice(0, longestNotice)}\n`),
    });
    const close = (): void => void handle.close().finally(resolve);
    process.stdin.once('end', close);
    process.stdin.once('close', close);
  });
}
