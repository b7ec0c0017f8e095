import { McpServer, ResourceTemplate, type ServerContext } from '@modelcontextprotocol/server';
import { reportJson } from '../../server/findings/reportJson.js';
import { AnalysisThread } from '../operations/analysisThread.js';
import { builtFile } from '../operations/built.js';
import { check } from '../operations/check.js';
import { bounded, leastBytes, mostBytes, usualBytes } from './answers.js';
import type { Bounds } from './bounds.js';
import { inTime } from './deadline.js';
import { errorText } from './errorText.js';
import { instructions, skill } from './instructions.js';
import { Kept } from './kept.js';
import { Queues } from './queues.js';
import { argumentsOf, schemaOf } from './schemaValidation.js';
import { Refused, type CommonArguments, type Tool, type ToolAnswer } from './tool.js';
import { checkTool, usualSettings } from './tools/checkTool.js';
import { diagnoseTool } from './tools/diagnoseTool.js';
import { queryTool } from './tools/queryTool.js';
import { recordTool } from './tools/recordTool.js';
import { stateAtTool } from './tools/stateAtTool.js';
import { watchTool } from './tools/watchTool.js';
import { askTool, whyTool, type Runs } from './tools/whyTool.js';

export interface ServerOptions {
  readonly bounds: Bounds;
  /** Whether the tools that run programs are offered. */
  readonly mayRun: boolean;
  readonly version: string;
}

const toolsThatRun = ['record', 'diagnose', 'watch'];

/** The names of the tools that are offered. */
export function toolNames(mayRun: boolean): readonly string[] {
  return ['check', 'state_at', 'why', 'ask', 'query', ...(mayRun ? toolsThatRun : [])];
}

/** The server of one connection: a face of the operations, with the same abilities as the command. */
export function mcpServer({ bounds, mayRun, version }: ServerOptions): McpServer {
  const server = new McpServer({ name: 'whence', version }, { instructions, capabilities: { tools: {}, resources: {} } });
  const kept = new Kept();
  const analysis = new AnalysisThread(builtFile('conditionsWorker.js'));
  const runs: Runs = { bounds, kept, queues: new Queues(), recorded: new Set(), mayRun, analysis };
  offer(server, kept, checkTool(runs));
  offer(server, kept, stateAtTool(bounds, kept));
  offer(server, kept, whyTool(runs));
  offer(server, kept, askTool(runs));
  if (mayRun) offer(server, kept, recordTool(runs));
  offer(server, kept, queryTool(runs));
  if (mayRun) offer(server, kept, diagnoseTool(runs));
  if (mayRun) offer(server, kept, watchTool(runs));
  offerResources(server, bounds, kept);
  return server;
}

function offer<Arguments extends CommonArguments>(server: McpServer, kept: Kept, tool: Tool<Arguments>): void {
  const { name, description, input, output, runs } = tool;
  const annotations = runs ? { destructiveHint: true, openWorldHint: true } : { readOnlyHint: true, openWorldHint: false };
  const schemas = { inputSchema: argumentsOf<Arguments>(input), outputSchema: schemaOf(output) };
  server.registerTool(name, { description, annotations, ...schemas }, (given, context) => called(tool, kept, given, context));
}

interface ToolResult {
  readonly [key: string]: unknown;
  content: { type: 'text'; text: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
}

async function called<Arguments extends CommonArguments>(
  tool: Tool<Arguments>,
  kept: Kept,
  given: Arguments,
  context: ServerContext,
): Promise<ToolResult> {
  const report = reporter(context);
  let known: (() => ToolAnswer) | null = null;
  try {
    const outcome = await inTime(given.timeoutSeconds, context.mcpReq.signal, (signal, milliseconds) =>
      tool.call(given, { signal, milliseconds, progress: report.progress, known: (soFar) => void (known = soFar) }),
    );
    const answer = outcome.kind === 'done' ? outcome.value : overdue(tool, outcome.seconds, known);
    const bytes = Math.max(leastBytes, Math.min(given.limit ?? usualBytes, mostBytes));
    const { text, data } = bounded(answer, bytes, () => answer.link ?? kept.keepAnswer('answer', JSON.stringify(answer.data)));
    return { content: [{ type: 'text', text }], structuredContent: data };
  } catch (error) {
    const sentence = error instanceof Error ? error.message : String(error);
    // Operations speak of the command's options; here they are arguments.
    const text = error instanceof Refused ? errorText(sentence) : errorText(sentence.replaceAll(/(^|\s)--(?=[a-z])/g, '$1'), tool.instead);
    return { isError: true, content: [{ type: 'text', text }] };
  } finally {
    report.end();
  }
}

/** What is known when time is up. */
function overdue({ name }: Pick<Tool<never>, 'name'>, seconds: number, known: (() => ToolAnswer) | null): ToolAnswer {
  const head = `${name} was not done after ${seconds} s; what it had started is ended. Call it with a larger timeoutSeconds, or ask for less.`;
  if (known === null) return { head, lines: [], data: { complete: false }, list: '', link: null };
  const soFar = known();
  return { ...soFar, head: `${head} So far: ${soFar.head}`, data: { ...soFar.data, complete: false }, link: null };
}

const progressMs = 1000;

/** Sends what was last reported each second, where the client asked for it. */
function reporter({ mcpReq }: ServerContext): { progress(text: string): void; end(): void } {
  const token = mcpReq._meta?.progressToken;
  if (token === undefined) return { progress: () => {}, end: () => {} };
  let message = '';
  let seconds = 0;
  const timer = setInterval(() => {
    seconds++;
    const params = { progressToken: token, progress: seconds, ...(message === '' ? {} : { message }) };
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {}); // a client that is gone needs no progress
  }, progressMs);
  return { progress: (text) => void (message = text), end: () => clearInterval(timer) };
}

function offerResources(server: McpServer, bounds: Bounds, kept: Kept): void {
  const json = { mimeType: 'application/json' };
  const whole = (uri: URL) => {
    const text = kept.read(uri.href);
    if (text === undefined) throw new Error(errorText(`${uri.href} is forgotten, or was never there.`));
    return { contents: [{ uri: uri.href, text, ...json }] };
  };
  server.registerResource(
    'chain',
    new ResourceTemplate('whence://chain/{id}', { list: undefined }),
    { ...json, description: 'A whole chain of answers.' },
    whole,
  );
  server.registerResource(
    'answer',
    new ResourceTemplate('whence://answer/{id}', { list: undefined }),
    { ...json, description: 'An answer without what was left out.' },
    whole,
  );
  server.registerResource(
    'diagnosis',
    new ResourceTemplate('whence://diagnosis/{id}', { list: undefined }),
    { ...json, description: 'A whole diagnosis.' },
    whole,
  );
  server.registerResource(
    'check',
    new ResourceTemplate('whence://check/{+path}', { list: undefined }),
    { ...json, description: 'The whole check of a file or folder.' },
    async (uri, { path }, { mcpReq }) => {
      const named = bounds.existing(decodeURIComponent(String(path)));
      const request = { paths: [named], within: bounds.root, cwd: bounds.root, settings: usualSettings(), at: [] };
      const { result } = await check(request, { signal: mcpReq.signal, onProgress: () => {} });
      return { contents: [{ uri: uri.href, text: reportJson(result), ...json }] };
    },
  );
  server.registerResource(
    'debug-a-failure',
    'whence://skill/debug-a-failure',
    { mimeType: 'text/markdown', description: 'Which question to put when something fails.' },
    (uri) => ({ contents: [{ uri: uri.href, text: skill, mimeType: 'text/markdown' }] }),
  );
}
