import type { JsonSchema } from './toolSchema.js';

/** One tool of the server: what is said of it, and what it does. A tool computes nothing: it calls an operation and words the result. */
export interface Tool<Arguments> {
  readonly name: string;
  /** When to call it, in one or two sentences. */
  readonly description: string;
  readonly input: JsonSchema;
  readonly output: JsonSchema;
  /** Whether it runs the user's program, which may do anything. */
  readonly runs: boolean;
  /** What to call when it could not answer. */
  readonly instead: string;
  /** Rejects with one sentence. */
  call(given: Arguments, call: ToolCall): Promise<ToolAnswer>;
}

/** The arguments that every tool has. */
export interface CommonArguments {
  readonly timeoutSeconds?: number;
  readonly limit?: number;
}

/** One call of a tool. */
export interface ToolCall {
  /** Aborted when the client cancels, and when time is up. */
  readonly signal: AbortSignal;
  /** Milliseconds that the call may take. */
  readonly milliseconds: number;
  /** Reports how far the work is, in a few words. */
  progress(text: string): void;
  /** Tells what is known by now: it is the answer if time is up before there is another. */
  known(answer: () => ToolAnswer): void;
}

/** What a tool answers, before it is bounded. */
export interface ToolAnswer {
  /** The answer in one line. */
  readonly head: string;
  /** The evidence, most important first. */
  readonly lines: readonly string[];
  /** The same as data; `complete` says whether all that was asked is known. */
  readonly data: Readonly<Record<string, unknown>> & { readonly complete: boolean };
  /** The key of `data` whose elements are left out first when the answer is too long. */
  readonly list: string;
  /** The resource that holds all of it; null: the server keeps the data when something is left out. */
  readonly link: string | null;
}

/** A call that cannot be done, in one sentence. */
export class Refused extends Error {
  override readonly name = 'Refused';
}
