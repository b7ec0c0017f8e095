import type { Position, Range } from '../../../server/lsp/protocol.js';
import { assertGolden } from '../../support/golden.js';
import { LanguageClient, place, type ClientOptions } from '../../support/languageServer.js';

/**
 * A conversation with the server that is written down as it goes, and compared with a file beside the tests: what the client says behind
 * `->`, the answer behind `<-`, what is said unasked behind `<<`. Places are line:character, from 0 as in the protocol.
 */
export class Conversation {
  private readonly lines: string[] = [];
  private heard = 0;
  private readonly texts = new Map<string, string>();

  private constructor(
    readonly client: LanguageClient,
    private readonly title: string,
  ) {}

  /** Runs `talk`, ends the server, and compares with `conversations/<title>.txt`. */
  static async hold(title: string, options: ClientOptions, talk: (conversation: Conversation) => Promise<void>): Promise<void> {
    const client = await LanguageClient.start(options);
    const conversation = new Conversation(client, title);
    try {
      await client.initialize();
      await talk(conversation);
    } finally {
      await client.stop();
    }
    assertGolden(conversation.lines.join('\n') + '\n', new URL(`conversations/${conversation.title}.txt`, import.meta.url));
  }

  /** Opens a document and waits for its diagnostics. */
  async open(name: string, text: string, languageId = 'typescript'): Promise<void> {
    this.texts.set(name, text);
    this.say(`open ${name} (${languageId})`, indented(text.replace(/\n$/, '').split('\n')));
    await this.client.open(name, text, languageId);
    await this.client.diagnostics(name, 1);
    this.listen();
  }

  /** Replaces the first occurrence of a piece of the text by another one, and waits for the diagnostics. */
  async edit(name: string, before: string, after: string): Promise<void> {
    const text = this.texts.get(name) ?? '';
    const start = place(text, `|${before}`);
    const end = place(text, `${before}|`);
    this.texts.set(
      name,
      text.replace(before, () => after),
    );
    this.say(`change ${name}: ${JSON.stringify(before)} becomes ${JSON.stringify(after)}`);
    const version = await this.client.change(name, after, { start, end });
    await this.client.diagnostics(name, version);
    this.listen();
  }

  /** A request about the place of the `|` in a piece of the document's text. */
  async askAt(method: string, name: string, marked: string, params: object = {}): Promise<void> {
    const position = place(this.texts.get(name) ?? '', marked);
    this.say(`${method} ${name} at ${readable(position)}, ${marked}${extra(params)}`);
    await this.answer(this.client.ask(method, name, { position, ...params }));
  }

  /** A request about the range of a piece of the document's text. */
  async askOver(method: string, name: string, piece: string, params: object = {}): Promise<void> {
    const text = this.texts.get(name) ?? '';
    const range = { start: place(text, `|${piece}`), end: place(text, `${piece}|`) };
    this.say(`${method} ${name} over ${readable(range)}${extra(params)}`);
    await this.answer(this.client.ask(method, name, { range, ...params }));
  }

  async ask(method: string, name: string, params: object = {}): Promise<void> {
    this.say(`${method} ${name}${extra(params)}`);
    await this.answer(this.client.ask(method, name, params));
  }

  /** Something that the client says or does. */
  say(what: string, details: readonly string[] = []): void {
    if (this.lines.length > 0) this.lines.push('');
    this.lines.push(`-> ${what}`, ...details);
  }

  /** Writes down what the server said since the last time, but its status, which depends on the time that things take. */
  listen(): void {
    const news = this.client.heard.slice(this.heard).filter(({ method }) => method !== 'whence/status');
    this.heard = this.client.heard.length;
    for (const { method, params } of news) this.lines.push(`<< ${method}`, ...this.show(params));
  }

  private async answer(reply: Promise<unknown>): Promise<void> {
    try {
      const result = await reply;
      this.lines.push('<-', ...this.show(result));
    } catch (error) {
      this.lines.push(`<- refused: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  private show(value: unknown): readonly string[] {
    const text = readable(value).replaceAll(this.client.uri(''), '').replaceAll(this.client.folder, '');
    return indented(text.split('\n'));
  }
}

function extra(params: object): string {
  return Object.keys(params).length === 0 ? '' : ` ${JSON.stringify(params)}`;
}

function indented(lines: readonly string[]): readonly string[] {
  return lines.map((line) => (line === '' ? '' : `   ${line}`));
}

/** Like YAML: a line for each property, ranges and positions in one. */
function readable(value: unknown): string {
  if (isPosition(value)) return `${value.line}:${value.character}`;
  if (isRange(value)) return `${readable(value.start)}-${readable(value.end)}`;
  if (Array.isArray(value)) {
    if (value.length === 0) return '[]';
    if (value.every((each) => typeof each === 'number')) return value.join(' ');
    return value.map((each) => `- ${readable(each).replaceAll('\n', '\n  ')}`).join('\n');
  }
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value);
    if (entries.length === 0) return '{}';
    return entries.map(([name, inner]) => property(name, inner)).join('\n');
  }
  return typeof value === 'string' ? value.replaceAll('\n', '\n  ') : String(JSON.stringify(value));
}

function property(name: string, inner: unknown): string {
  const text = readable(inner);
  const isBlock = typeof inner === 'object' && inner !== null && !isPosition(inner) && !isRange(inner) && text.includes('\n');
  return isBlock || text.startsWith('- ') ? `${name}:\n  ${text.replaceAll('\n', '\n  ')}` : `${name}: ${text}`;
}

function isPosition(value: unknown): value is Position {
  return typeof value === 'object' && value !== null && 'line' in value && 'character' in value && Object.keys(value).length === 2;
}

function isRange(value: unknown): value is Range {
  return (
    typeof value === 'object' && value !== null && 'start' in value && 'end' in value && isPosition(value.start) && isPosition(value.end)
  );
}
