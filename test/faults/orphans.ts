import { once } from 'node:events';
import { starts, type Start } from './starts.js';
import { pause, Trial } from './trial.js';

/** What one killed Whence has left. */
export interface Outcome {
  readonly start: string;
  /** Milliseconds, and since when. */
  readonly moment: string;
  readonly left: readonly string[];
}

/** How Whence is ended, and when: `ms` after it has come to `since`. */
export interface Moment {
  readonly signal: NodeJS.Signals;
  readonly since: 'spawn' | 'initialized' | 'terminal' | 'launched' | 'answered';
  readonly ms: number;
}

/** Starts a program, ends Whence at a moment, and says what is left of it. */
export async function killAt(start: Start, { signal, since, ms }: Moment, dist: string): Promise<Outcome> {
  const trial = new Trial(start.files);
  const name = `${signal} ${ms.toFixed(1)} ms after ${since}`;
  try {
    let arrive: () => void = () => {};
    const arrived = new Promise<void>((resolve) => (arrive = resolve));
    const { whence, own } = start.begin(trial, dist, (what) => (what === since ? arrive() : undefined));
    if (since === 'spawn') arrive();
    const ended = once(whence, 'exit');
    await Promise.race([arrived, ended]);
    await pause(ms);
    whence.kill(signal);
    await ended;
    const pids = own.map(({ pid }) => pid ?? 0);
    const left = await trial.left(pids);
    const missing = own.filter(({ exitCode, signalCode }) => exitCode !== null || signalCode !== null);
    return {
      start: start.name,
      moment: name,
      left: [...left, ...missing.map(({ exitCode, signalCode }) => `the user’s own program has ended: ${exitCode ?? signalCode}`)],
    };
  } finally {
    trial.dispose();
  }
}

/** A moment that is likely to be a bad one: most windows are just behind a step of the start. */
function randomMoment(start: Start, random: () => number): Moment {
  const signals = ['SIGKILL', 'SIGKILL', 'SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP'] as const;
  const signal = signals[Math.floor(random() * signals.length)] ?? 'SIGKILL';
  const isCommand = start.name.startsWith('why');
  if (isCommand) return { signal, since: 'spawn', ms: random() * 900 };
  const since = (['spawn', 'initialized', 'initialized', 'launched'] as const)[Math.floor(random() * 4)] ?? 'spawn';
  if (start.name === 'question') return { signal, since: 'initialized', ms: random() * 800 };
  if (since === 'spawn') return { signal, since, ms: random() * 500 };
  return {
    signal,
    since: start.name === 'terminal' && random() < 0.3 ? 'terminal' : since,
    ms: random() * (since === 'launched' ? 100 : 60),
  };
}

/** Tries all kinds of starts in turn; `told` hears of each. */
export async function tryAll(count: number, dist: string, jobs: number, told: (outcome: Outcome) => void): Promise<void> {
  let next = 0;
  const work = async () => {
    while (next < count) {
      const start = starts[next++ % starts.length];
      if (start !== undefined) told(await killAt(start, randomMoment(start, Math.random), dist));
    }
  };
  await Promise.all(Array.from({ length: jobs }, work));
}
