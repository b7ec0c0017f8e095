import { EventEmitter, debug } from 'vscode';
import type { DebugAdapterTracker, DebugSession, Disposable } from 'vscode';
import {
  events,
  requests,
  type AskArguments,
  type Candidates,
  type Chain,
  type PointArguments,
} from '../../adapter/dap/querypoints/protocol.js';
import { debugType } from '../debugConfiguration.js';
import { placeText } from '../querypoints/model.js';
import { packed } from './columns.js';
import type { Asking, ChainTitle, PackedCandidates } from './timelineMessages.js';
import { askingOf, isAskedOf } from './model/asking.js';
import { isSameRun } from './model/lanes.js';

/** A chain of a session, and what is being asked of it. */
export interface SessionChain {
  /** Unique among all sessions. */
  readonly key: string;
  /** Null: its session is over. */
  readonly session: DebugSession | null;
  readonly chain: Chain;
  readonly asking: Asking | null;
}

export interface ChainChange {
  readonly key: string;
  /** Whether the user has turned to it: it is new, something is asked of it, or the program waits at another of its points. Not: an answer has come. */
  readonly isTurnedTo: boolean;
}

interface Listed {
  readonly chain: Chain;
  readonly points: Map<string, Promise<PackedCandidates | null>>;
}

interface Message {
  readonly type?: string;
  readonly seq?: number;
  readonly request_seq?: number;
  readonly command?: string;
  readonly event?: string;
  readonly success?: boolean;
  readonly arguments?: unknown;
  readonly body?: unknown;
}

/**
 * The chains of all sessions of our debugger. Whoever asks and whoever is told, all of it passes here: what VS Code and the debug adapter
 * say to each other is listened to.
 */
export class SessionChains implements Disposable {
  private readonly known = new Map<string, SessionChain>();
  /** Candidates by the key of their chain, as it was when they were asked for: those of another run are others. */
  private readonly listed = new Map<string, Listed>();
  private readonly changed = new EventEmitter<ChainChange>();
  private readonly disposables: readonly Disposable[] = [
    this.changed,
    debug.registerDebugAdapterTrackerFactory(debugType, { createDebugAdapterTracker: (session) => this.track(session) }),
    debug.onDidTerminateDebugSession((session) => this.forget(session)),
  ];

  /** A chain is new, has changed or is gone. */
  readonly onDidChange = this.changed.event;

  dispose(): void {
    for (const disposable of this.disposables) disposable.dispose();
  }

  get all(): readonly SessionChain[] {
    return [...this.known.values()];
  }

  get(key: string | null): SessionChain | null {
    return key === null ? null : (this.known.get(key) ?? null);
  }

  get titles(): readonly ChainTitle[] {
    const sessions = new Set(this.all.map(({ session }) => session?.id));
    return this.all.map(({ key, session, chain }) => {
      const place = chain.points[0]?.place ?? null;
      const title = `Stop at ${place === null ? '?' : placeText(place)}`;
      if (session === null) return { key, title: `${title} (kept)`, isKept: true };
      return { key, title: sessions.size > 1 ? `${session.name}: ${title}` : title };
    });
  }

  /** What was looked at to find a point; null when there is nothing to be told. Asked for once. */
  candidates({ key, session, chain }: SessionChain, point: string): Promise<PackedCandidates | null> {
    const found = this.listed.get(key);
    const points =
      found !== undefined && isSameRun(found.chain, chain) ? found.points : new Map<string, Promise<PackedCandidates | null>>();
    this.listed.set(key, { chain, points });
    const known = points.get(point) ?? (session === null ? Promise.resolve(null) : ask(session, { chain: chain.id, point }));
    points.set(point, known);
    return known;
  }

  /** Shows a chain whose session is over; of it no candidates are known. */
  show(id: string, chain: Chain): void {
    const key = keyOfKept(id);
    this.known.set(key, { key, session: null, chain, asking: null });
    this.changed.fire({ key, isTurnedTo: true });
  }

  /** Kept chains that are there no more are shown no more. `kept`: the names of those that are. */
  keepOnly(kept: readonly string[]): void {
    const keys = new Set(kept.map(keyOfKept));
    for (const { key } of this.all.filter((one) => one.session === null && !keys.has(one.key))) {
      this.known.delete(key);
      this.changed.fire({ key, isTurnedTo: false });
    }
  }

  private track(session: DebugSession): DebugAdapterTracker {
    /** Questions without an answer yet, by the number of their request. */
    const open = new Map<number, AskArguments>();
    return {
      onWillReceiveMessage: (message: Message) => {
        if (message.command !== requests.ask || message.seq === undefined) return;
        const args = message.arguments as AskArguments;
        open.set(message.seq, args);
        this.update(session, args.chain ?? null, open, true);
      },
      onDidSendMessage: (message: Message) => {
        if (message.event === events.chain) this.take(session, message.body as Chain, open);
        const asked = open.get(message.request_seq ?? -1);
        if (message.type !== 'response' || asked === undefined) return;
        open.delete(message.request_seq ?? -1);
        if (message.success === true) this.take(session, message.body as Chain, open);
        else this.update(session, asked.chain ?? null, open, false);
      },
      onWillStopSession: () => this.forget(session),
      onExit: () => this.forget(session),
    };
  }

  private take(session: DebugSession, chain: Chain, open: ReadonlyMap<number, AskArguments>, isAsked = false): void {
    const key = keyOf(session, chain.id);
    const before = this.known.get(key);
    this.known.set(key, { key, session, chain, asking: askingOf(chain, open.values()) });
    this.changed.fire({ key, isTurnedTo: before === undefined || isAsked || before.chain.current !== chain.current });
  }

  /** What is asked of a chain has changed; null: of the one at whose point the program waits, if there is one yet. */
  private update(session: DebugSession, id: number | null, open: ReadonlyMap<number, AskArguments>, isAsked: boolean): void {
    const known = this.all.find(({ session: of, chain }) => of?.id === session.id && isAskedOf(chain, id));
    if (known !== undefined) this.take(session, known.chain, open, isAsked);
  }

  private forget(session: DebugSession): void {
    for (const { key } of this.all.filter((one) => one.session?.id === session.id)) {
      this.known.delete(key);
      this.listed.delete(key);
      this.changed.fire({ key, isTurnedTo: false });
    }
  }
}

function keyOf(session: DebugSession, chain: number): string {
  return `${session.id}/${chain}`;
}

const keyOfKept = (id: string): string => `kept ${id}`;

async function ask(session: DebugSession, args: PointArguments): Promise<PackedCandidates | null> {
  try {
    return packed((await session.customRequest(requests.candidates, args)) as Candidates);
  } catch {
    return null; // the point is none that was looked for, or the session has ended
  }
}
