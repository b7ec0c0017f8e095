import type { Debugger } from 'node:inspector';
import type { Commands } from '../../inspector/commands.js';
import { probesLink } from '../../instrument/mapLink.js';
import type { Transport } from '../../inspector/socket.js';
import type { V8Position } from '../position.js';
import { isProgram } from '../querypoints/frames.js';
import { UnprobedText } from './unprobedText.js';

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

/** Somewhere in a message: a place in a script. */
interface Located {
  readonly scriptId: string;
  readonly lineNumber: number;
  readonly columnNumber: number;
}

/** Questions of ours have numbers that nobody else uses. */
const firstOwn = 1_000_000_000;
const isOwnAnswer = (text: string): boolean => /^\{"id":1\d{9}[,}]/.test(text);

/** Commands with places or texts in them. */
const translated = /"Debugger\.(?:getPossibleBreakpoints|getScriptSource|setBreakpoint|setBreakpointByUrl|setBlackboxedRanges)"/;

/**
 * The inspector of a program whose texts hold probes, as if they held none: positions and texts are the program's own on both ways. A text is asked
 * for when a message first speaks of a place in it; until it is there that message waits, and those behind it.
 */
export class UnprobedTransport implements Transport {
  private readonly urls = new Map<string, string>();
  private readonly texts = new Map<string, Promise<UnprobedText | null>>();
  private readonly known = new Map<string, UnprobedText | null>();
  private readonly asked = new Map<number, (answer: Message | null) => void>();
  private readonly waiting: (Message | string)[] = [];
  private isDelivering = false;
  private isClosed = false;
  private lastOwn = firstOwn;
  private receiver: (text: string) => void = () => {};

  constructor(private readonly inner: Transport) {
    inner.onMessage((text) => this.receive(text));
    inner.onClose(() => {
      this.isClosed = true;
      for (const answer of this.asked.values()) answer(null);
      this.asked.clear();
    });
  }

  send(text: string): void {
    if (!translated.test(text)) return this.inner.send(text);
    const message = JSON.parse(text) as Message;
    void this.answer(message).then(
      (result) => this.deliver({ id: message.id ?? 0, result }),
      (error: unknown) => this.deliver({ id: message.id ?? 0, error: { message: error instanceof Error ? error.message : String(error) } }),
    );
  }

  close(): void {
    this.inner.close();
  }

  onMessage(listener: (text: string) => void): void {
    this.receiver = listener;
  }

  onClose(listener: () => void): void {
    this.inner.onClose(listener);
  }

  private receive(text: string): void {
    if (isOwnAnswer(text)) {
      const answer = JSON.parse(text) as Message;
      this.asked.get(answer.id ?? 0)?.(answer);
      this.asked.delete(answer.id ?? 0);
      return;
    }
    if (!text.includes('"scriptId"')) return this.deliver(text);
    const message = JSON.parse(text) as Message;
    if (message.method === 'Debugger.scriptParsed') {
      const { scriptId, url } = message.params as Debugger.ScriptParsedEventDataType;
      this.urls.set(scriptId, url);
      return this.deliver(text.replace(`"sourceMapURL":"${probesLink}"`, '"sourceMapURL":""'));
    }
    this.deliver(message);
  }

  /** In their order; those that are texts hold no places. */
  private deliver(message: Message | string): void {
    this.waiting.push(message);
    if (!this.isDelivering) this.deliverNext();
  }

  private deliverNext(): void {
    for (let next = this.waiting[0]; next !== undefined; next = this.waiting[0]) {
      const missing =
        typeof next === 'string' ? [] : placesIn(next).flatMap(({ scriptId }) => (this.known.has(scriptId) ? [] : [scriptId]));
      if (missing.length > 0) {
        this.isDelivering = true;
        void Promise.all(missing.map((scriptId) => this.text(scriptId))).then(() => {
          this.isDelivering = false;
          this.deliverNext();
        });
        return;
      }
      this.waiting.shift();
      this.receiver(typeof next === 'string' ? next : JSON.stringify(this.own(next)));
    }
  }

  /** What the program's own text is, of a script that holds probes. */
  private text(scriptId: string): Promise<UnprobedText | null> {
    const known = this.texts.get(scriptId) ?? this.readText(scriptId);
    this.texts.set(scriptId, known);
    return known;
  }

  private async readText(scriptId: string): Promise<UnprobedText | null> {
    const mayHoldProbes = isProgram(this.urls.get(scriptId) ?? '');
    const text = mayHoldProbes
      ? await this.ask('Debugger.getScriptSource', { scriptId }).then(
          ({ scriptSource }) => UnprobedText.of(scriptSource),
          () => null,
        )
      : null;
    this.known.set(scriptId, text);
    return text;
  }

  private ask<M extends keyof Commands>(method: M, params: Commands[M][0]): Promise<Commands[M][1]> {
    const id = ++this.lastOwn;
    return new Promise((resolve, reject) => {
      if (this.isClosed) return reject(new Error('The program has ended.'));
      this.asked.set(id, (answer) => {
        if (answer === null) reject(new Error('The program has ended.'));
        else if (answer.error !== undefined) reject(new Error(answer.error.message));
        else resolve(answer.result as Commands[M][1]);
      });
      this.inner.send(JSON.stringify({ id, method, params }));
    });
  }

  /** What a command gives that has places of the program's own; where `deliver` translates those of V8's in it. */
  private async answer({ method, params }: Message): Promise<unknown> {
    switch (method) {
      case 'Debugger.getScriptSource': {
        const wanted = params as Debugger.GetScriptSourceParameterType;
        const text = await this.text(wanted.scriptId);
        return text === null ? this.ask(method, wanted) : { scriptSource: text.source };
      }
      case 'Debugger.getPossibleBreakpoints':
        return { locations: await this.possible(params as Debugger.GetPossibleBreakpointsParameterType) };
      case 'Debugger.setBreakpoint': {
        const { location, ...others } = params as Debugger.SetBreakpointParameterType;
        return this.ask(method, { ...others, location: { ...location, ...(await this.breakable(location.scriptId, location)) } });
      }
      case 'Debugger.setBreakpointByUrl': {
        const wanted = params as Debugger.SetBreakpointByUrlParameterType;
        const scriptId = this.scriptOf(wanted);
        return this.ask(method, { ...wanted, ...(scriptId === null ? {} : await this.breakable(scriptId, wanted)) });
      }
      case 'Debugger.setBlackboxedRanges': {
        const { scriptId, positions } = params as Debugger.SetBlackboxedRangesParameterType;
        const text = positions.some(({ columnNumber }) => columnNumber > 0) ? await this.text(scriptId) : null;
        return this.ask(method, {
          scriptId,
          positions: text === null ? positions : positions.map((one) => numbered(text.toV8(positionIn(one)))),
        });
      }
    }
    throw new Error(`${String(method)} is not translated.`);
  }

  /** The loaded script of a URL or of a pattern of URLs; the newest. */
  private scriptOf({ url, urlRegex }: Debugger.SetBreakpointByUrlParameterType): string | null {
    const pattern = urlRegex === undefined ? null : new RegExp(urlRegex);
    const found = [...this.urls].findLast(([, one]) => (pattern === null ? one === url : pattern.test(one)));
    return found?.[0] ?? null;
  }

  /** Where V8 stops at a place of the program's own; else the place. */
  private async breakable(scriptId: string, at: { readonly lineNumber: number; readonly columnNumber?: number | undefined }) {
    const text = await this.text(scriptId);
    const own = positionIn(at);
    if (text === null) return numbered(own);
    const stops = await this.ownStops(scriptId, text, numbered({ line: own.line, column: 0 }), numbered({ line: own.line + 1, column: 0 }));
    const stop = stops.find(({ place }) => place.column === own.column);
    return numbered(stop?.v8 ?? text.toV8(own));
  }

  private async possible(params: Debugger.GetPossibleBreakpointsParameterType): Promise<readonly Debugger.BreakLocation[]> {
    const { start, end, restrictToFunction } = params;
    const text = await this.text(start.scriptId);
    if (text === null) return (await this.ask('Debugger.getPossibleBreakpoints', params)).locations;
    const last = end === undefined ? undefined : numbered(text.toV8(positionIn(end)));
    const stops = await this.ownStops(start.scriptId, text, numbered(text.toV8(positionIn(start))), last, restrictToFunction);
    // As V8 has them: they are translated when they are delivered.
    return stops.map(({ v8, type }) => ({ scriptId: start.scriptId, ...numbered(v8), ...(type === undefined ? {} : { type }) }));
  }

  /** Where V8 stops for what the program has itself: at each place once, at the first of what belongs to it. */
  private async ownStops(
    scriptId: string,
    text: UnprobedText,
    start: { readonly lineNumber: number; readonly columnNumber: number },
    end?: { readonly lineNumber: number; readonly columnNumber: number },
    restrictToFunction = false,
  ) {
    const { locations } = await this.ask('Debugger.getPossibleBreakpoints', {
      start: { scriptId, ...start },
      ...(end === undefined ? {} : { end: { scriptId, ...end } }),
      restrictToFunction,
    });
    const stops = new Map<string, { readonly place: V8Position; readonly v8: V8Position; readonly type: Debugger.BreakLocation['type'] }>();
    for (const location of locations) {
      const v8 = positionIn(location);
      if (text.isPutIn(v8)) continue;
      const place = text.own(v8);
      const key = `${place.line}:${place.column}`;
      const type = text.isInside(v8) ? undefined : location.type;
      const first = stops.get(key);
      stops.set(key, first === undefined ? { place, v8, type } : { ...first, type: first.type ?? type });
    }
    return [...stops.values()];
  }

  private own(message: Message): Message {
    return withOwnPlaces(message, (located) => {
      const text = this.known.get(located.scriptId) ?? null;
      if (text === null) return located;
      const at = positionIn(located);
      if (!text.isInside(at)) return { ...located, ...numbered(text.own(at)) };
      return { ...located, ...numbered(text.own(at)), isPutIn: text.isPutIn(at) };
    }) as Message;
  }
}

/** Whether V8 is in code that was put in and stands for nothing of the program's. */
export function isPutIn(location: Debugger.Location): boolean {
  return isInside(location) && location.isPutIn;
}

/** Whether V8 is in code that was put in. */
export function isInside(location: Debugger.Location): location is Debugger.Location & { readonly isPutIn: boolean } {
  return 'isPutIn' in location;
}

function positionIn({ lineNumber, columnNumber }: { readonly lineNumber: number; readonly columnNumber?: number | undefined }): V8Position {
  return { line: lineNumber, column: columnNumber ?? 0 };
}

function numbered({ line, column }: V8Position) {
  return { lineNumber: line, columnNumber: column };
}

function isLocated(value: object): value is Located {
  const { scriptId, lineNumber, columnNumber } = value as Partial<Located>;
  return typeof scriptId === 'string' && typeof lineNumber === 'number' && typeof columnNumber === 'number';
}

function placesIn(value: unknown): readonly Located[] {
  const found: Located[] = [];
  withOwnPlaces(value, (located) => {
    found.push(located);
    return located;
  });
  return found;
}

/** Values of the program are none of V8's messages. */
function withOwnPlaces(value: unknown, own: (located: Located) => object): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => withOwnPlaces(one, own));
  const { subtype } = value as { readonly subtype?: unknown };
  const entries = Object.entries(value).map(([key, one]) => [
    key,
    key === 'value' && subtype !== 'internal#location' && !isRemote(one) ? (one as unknown) : withOwnPlaces(one, own),
  ]);
  const copy = Object.fromEntries(entries) as object;
  return isLocated(copy) ? own(copy) : copy;
}

/** A value of V8's, such as that of a property: not one that a program has given. */
function isRemote(value: unknown): boolean {
  return typeof value === 'object' && value !== null && typeof (value as { readonly type?: unknown }).type === 'string';
}
