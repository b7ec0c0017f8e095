import { McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';

/** The least that a server of the protocol's package can be: one tool without arguments. What ours adds is measured against it. */
serveStdio(() => {
  const server = new McpServer({ name: 'bare', version: '1' }, { capabilities: { tools: {} } });
  server.registerTool('nothing', { description: 'Does nothing.' }, () => ({ content: [] }));
  return server;
});
