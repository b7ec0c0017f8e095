import type { DebugProtocol } from '@vscode/debugprotocol';
import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DapClient } from '../../support/dapClient.js';
import type { CallResult } from './callResult.js';

const adapter = fileURLToPath(new URL('../../../dist/adapter.cjs', import.meta.url));

/** So many lines behind the one that waits are shown with each stop. */
const linesShown = 3;

interface Breakpoint {
  readonly line: number;
  readonly condition?: string;
  readonly logMessage?: string;
}

type Given = Readonly<Record<string, unknown>>;

/**
 * A step debugger as agents have it: the sixteen tools of microsoft/DebugMCP, with their names, arguments and shapes of answers, over the debug
 * adapter of Whence. A breakpoint may stand only on a line that the output of the failure, or an earlier answer, has named, and on a file's first.
 */
export class StepDebugger {
  private readonly breakpoints = new Map<string, Breakpoint[]>();
  private readonly named: Set<string>;
  private running: { readonly child: ChildProcess; readonly client: DapClient; readonly end: Promise<DebugProtocol.Event> } | null = null;
  private stop: { readonly threadId: number; readonly frame: DebugProtocol.StackFrame } | null = null;
  private program = '';

  /** `failure`: what the program printed when it failed. */
  constructor(
    private readonly folder: string,
    failure: string,
  ) {
    this.named = new Set([...failure.matchAll(/([\w.]+\.mjs):(\d+)/g)].map(([, file, line]) => `${file}:${line}`));
  }

  /** The result of a tool, as it is sent to the client. */
  async call(tool: string, given: Given): Promise<CallResult> {
    const text = await this.answer(tool, given);
    return { text, bytes: Buffer.byteLength(JSON.stringify({ content: [{ type: 'text', text }] })) };
  }

  close(): void {
    this.running?.child.kill();
    this.running = null;
    this.stop = null;
  }

  private async answer(tool: string, given: Given): Promise<string> {
    switch (tool) {
      case 'start_debugging':
        return this.start(String(given['file']));
      case 'restart_debugging':
        this.close();
        await this.start(this.program);
        return 'Debug session restarted successfully';
      case 'stop_debugging':
        this.close();
        return 'Debug session stopped successfully';
      case 'step_over':
        return this.going('next');
      case 'step_into':
        return this.going('stepIn');
      case 'step_out':
        return this.going('stepOut');
      case 'continue_execution':
        return this.going('continue');
      case 'pause_execution':
        return this.going('pause');
      case 'add_breakpoint':
      case 'add_logpoint':
        return this.add(tool, given);
      case 'remove_breakpoint':
        return this.remove(String(given['file']), Number(given['line']));
      case 'clear_all_breakpoints':
        return this.clear();
      case 'list_breakpoints':
        return `Active Breakpoints:\n${this.listed().join('\n')}\n`;
      case 'list_variable_names':
        return this.variables(null);
      case 'get_variables_values':
        return this.variables(given['names'] as readonly string[]);
      case 'evaluate_expression':
        return this.evaluate(String(given['expression']));
      default:
        throw new Error(`There is no tool ${tool}.`);
    }
  }

  private async start(file: string): Promise<string> {
    this.program = file;
    const child = spawn(process.execPath, [adapter], { stdio: ['pipe', 'pipe', 'ignore'] });
    const client = new DapClient(child.stdout, child.stdin);
    this.running = { child, client, end: client.event('terminated') };
    await client.request('initialize', { adapterID: 'whence', linesStartAt1: true, columnsStartAt1: true });
    const launched = client.request('launch', { program: join(this.folder, file), cwd: this.folder, skipFiles: ['<node_internals>/**'] });
    await client.event('initialized');
    for (const path of this.breakpoints.keys()) await this.send(path);
    await client.request('configurationDone', {});
    await launched;
    await this.next();
    const where = `${join(this.folder, file)} using default configuration`;
    return this.stop === null
      ? `Debug session for ${where} ran to completion without stopping. Final state: ${await this.state()}`
      : `Debug session stopped at breakpoint for: ${where}. Current state: ${await this.state()}`;
  }

  private async going(command: string): Promise<string> {
    if (this.running === null || this.stop === null) throw new Error('Nothing waits.');
    const { threadId } = this.stop;
    this.stop = null;
    await this.running.client.request(command, { threadId });
    await this.next();
    return this.state();
  }

  /** Until the program waits, or has ended. */
  private async next(): Promise<void> {
    const { running } = this;
    if (running === null) return;
    const event = await Promise.race([running.client.event('stopped'), running.end]);
    if (event.event === 'terminated') return this.close();
    const { threadId = 0 } = event.body as DebugProtocol.StoppedEvent['body'];
    const [frame] = await this.stack(threadId);
    if (frame !== undefined) this.stop = { threadId, frame };
  }

  private async stack(threadId: number): Promise<readonly DebugProtocol.StackFrame[]> {
    const request = { threadId, startFrame: 0, levels: 50 };
    const body = await this.running?.client.request<DebugProtocol.StackTraceResponse['body']>('stackTrace', request);
    return body?.stackFrames ?? [];
  }

  /** What each tool that lets the program run answers; the lines that it shows are named from then on. */
  private async state(): Promise<string> {
    if (this.stop === null) return JSON.stringify({ sessionActive: false }, null, 2);
    const { threadId, frame } = this.stop;
    const path = frame.source?.path ?? '';
    const lines = isOwn(path) ? readFileSync(path, 'utf8').split('\n') : [];
    const nextLines = lines.slice(frame.line, frame.line + linesShown);
    for (let line = frame.line; line <= frame.line + nextLines.length; line++) this.named.add(`${basename(path)}:${line}`);
    const stack = await this.stack(threadId);
    for (const { source, line } of stack) this.named.add(`${basename(source?.path ?? '')}:${line}`);
    const state = {
      sessionActive: true,
      configurationName: 'default configuration',
      stackTrace: stack.map(({ name, line }) => `${name}:${line}`),
      breakpoints: this.listed(),
      fileFullPath: path,
      fileName: basename(path),
      currentLine: frame.line,
      currentLineContent: lines[frame.line - 1]?.trim() ?? '',
      nextLines,
      frameId: frame.id,
      threadId,
      frameName: frame.name,
    };
    return JSON.stringify(state, null, 2);
  }

  private listed(): readonly string[] {
    return [...this.breakpoints].flatMap(([file, points]) =>
      points.map(({ line, condition }) => `${file}:${line}${condition === undefined ? '' : ` [when: ${condition}]`}`),
    );
  }

  private async add(tool: string, given: Given): Promise<string> {
    const file = String(given['file']);
    const line = Number(given['line']);
    if (line !== 1 && !this.named.has(`${file}:${line}`)) throw new Error(`Nothing has named ${file}:${line}.`);
    const condition = given['condition'];
    const isLog = tool === 'add_logpoint';
    const point = {
      line,
      ...(typeof condition === 'string' ? { condition } : {}),
      ...(isLog ? { logMessage: String(given['logMessage']) } : {}),
    };
    this.breakpoints.set(file, [...(this.breakpoints.get(file) ?? []).filter((one) => one.line !== line), point]);
    await this.send(file);
    const when = typeof condition === 'string' ? ` (condition: ${condition})` : '';
    return `${isLog ? 'Logpoint' : 'Breakpoint'} added at ${join(this.folder, file)}:${line}${when}`;
  }

  private async remove(file: string, line: number): Promise<string> {
    this.breakpoints.set(
      file,
      (this.breakpoints.get(file) ?? []).filter((one) => one.line !== line),
    );
    await this.send(file);
    return `Breakpoint removed from ${join(this.folder, file)}:${line}`;
  }

  private async clear(): Promise<string> {
    const files = [...this.breakpoints.keys()];
    const count = this.listed().length;
    this.breakpoints.clear();
    for (const file of files) await this.send(file);
    return `Successfully cleared ${count} breakpoint(s)`;
  }

  /** Tells the adapter of a file's breakpoints; before a start, the start does. */
  private async send(file: string): Promise<void> {
    const source = { path: join(this.folder, file) };
    await this.running?.client.request('setBreakpoints', { source, breakpoints: this.breakpoints.get(file) ?? [] });
  }

  /** Without names: what is there, and no value. */
  private async variables(names: readonly string[] | null): Promise<string> {
    const { running, stop } = this;
    if (running === null || stop === null) throw new Error('Nothing waits.');
    const { scopes } = await running.client.request<DebugProtocol.ScopesResponse['body']>('scopes', { frameId: stop.frame.id });
    const lines: string[] = [names === null ? 'Variables in scope:' : 'Variables:', ''];
    for (const { name, variablesReference, expensive } of scopes) {
      if (expensive) continue;
      const { variables } = await running.client.request<DebugProtocol.VariablesResponse['body']>('variables', { variablesReference });
      const shown = variables.filter((variable) => names?.includes(variable.name) ?? true);
      if (shown.length === 0) continue;
      const type = (variable: DebugProtocol.Variable): string => (variable.type === undefined ? '' : ` (${variable.type})`);
      lines.push(`${name}:`);
      for (const one of shown) lines.push(`  ${one.name}${names === null ? '' : `: ${one.value}`}${type(one)}`);
      lines.push('');
    }
    return lines.join('\n');
  }

  private async evaluate(expression: string): Promise<string> {
    const { running, stop } = this;
    if (running === null || stop === null) throw new Error('Nothing waits.');
    const given = { expression, frameId: stop.frame.id, context: 'repl' };
    const { result, type } = await running.client.request<DebugProtocol.EvaluateResponse['body']>('evaluate', given);
    return `Expression: ${expression}\nResult: ${result}${type === undefined ? '' : ` (${type})`}`;
  }
}

/** Of code that Node brings, no text is there. */
const isOwn = (path: string): boolean => path.endsWith('.mjs');
