import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { join } from 'node:path';
import { projectFolder } from '../../support/command.js';

/** The built command. */
export const whencePath = join(projectFolder, 'dist/whence.js');

/** The answer of a tool, as a client sees it. */
export interface Answered {
  readonly text: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly isError: boolean;
  /** Text and data together. */
  readonly bytes: number;
  /** The result as JSON. */
  readonly sent: number;
}

export type Era = 'legacy' | 'modern';

/** A client of the protocol that has a server of its own. */
export class McpClient {
  private constructor(
    readonly client: Client,
    readonly transport: StdioClientTransport,
  ) {}

  static async open(root: string, era: Era = 'legacy', words: readonly string[] = []): Promise<McpClient> {
    const client = new Client({ name: 'test', version: '1' }, era === 'modern' ? { versionNegotiation: { mode: 'auto' } } : {});
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [whencePath, 'mcp', '--root', root, ...words],
      stderr: 'ignore',
    });
    await client.connect(transport);
    return new McpClient(client, transport);
  }

  /** Calls a tool; the client itself holds the data against the tool's schema. */
  async call(name: string, given: Readonly<Record<string, unknown>>, options: Parameters<Client['callTool']>[1] = {}): Promise<Answered> {
    const result = await this.client.callTool({ name, arguments: { ...given } }, options);
    const { content, structuredContent, isError } = result;
    const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
    const data = (structuredContent ?? {}) as Readonly<Record<string, unknown>>;
    const bytes = Buffer.byteLength(text) + Buffer.byteLength(JSON.stringify(data));
    return { text, data, isError: isError === true, bytes, sent: Buffer.byteLength(JSON.stringify(result)) };
  }

  close(): Promise<void> {
    return this.client.close();
  }
}
