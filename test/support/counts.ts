/** How much of a random suite is run: a sample by `npm test`, all of it by `npm test -- --all`, more than that at night. */
type Tier = 'sample' | 'all' | 'nightly';

/** How many samples a suite takes in each tier. This is the one place that says so. */
const counts = {
  /** Programs of each distribution of test/soundness. */
  harness: { sample: 3, all: 30, nightly: 3000 },
  objects: { sample: 2, all: 8, nightly: 1000 },
  indexing: { sample: 1, all: 6, nightly: 400 },
  language: { sample: 2, all: 6, nightly: 400 },
  imported: { sample: 1, all: 6, nightly: 600 },
  reference: { sample: 2, all: 10, nightly: 1000 },
  /** Programs whose failures are explained. */
  reasons: { sample: 1, all: 4, nightly: 120 },
  /** In how many kinds of themes each step of the story of a wrong colour is seen. */
  themes: { sample: 1, all: 3, nightly: 3 },
  /** Functions with calls of unknown code, which does whatever it likes. */
  unknownCode: { sample: 3, all: 10, nightly: 2000 },
  /** Programs under rules, of which a recording must tell what a run does. */
  recordedRules: { sample: 2, all: 8, nightly: 400 },
  /** Sequences of four edits each. */
  edits: { sample: 1, all: 5, nightly: 1000 },
  /** Calls of each modelled built-in. */
  calls: { sample: 1, all: 1, nightly: 5 },
  /** Programs at whose stop every question is asked; those that other code writes to; those asked twice. */
  questions: { sample: 2, all: 5, nightly: 200 },
  outside: { sample: 1, all: 2, nightly: 80 },
  together: { sample: 1, all: 1, nightly: 10 },
  /** Programs whose answers are the same from rows and frames in arrays. */
  kept: { sample: 1, all: 3, nightly: 100 },
  untouched: { sample: 1, all: 4, nightly: 40 },
  /** Questions to a program each of whose runs draws anew. */
  differingRuns: { sample: 1, all: 8, nightly: 40 },
  /** Programs asked with all probes and with those that are not proven to be of no use; programs whose keys are held against proofs. */
  pruned: { sample: 1, all: 1, nightly: 300 },
  provenKeys: { sample: 60, all: 100, nightly: 20_000 },
  /** Messages to the debug adapter and to the language server, in each of their conversations. */
  adapterMessages: { sample: 40, all: 120, nightly: 1000 },
  serverMessages: { sample: 100, all: 250, nightly: 2000 },
  /** Recordings that are damaged, and read. */
  damagedTraces: { sample: 50, all: 500, nightly: 5000 },
  /** The same, asked where values were changed last: a wrong answer is worse than none. */
  damagedAnswers: { sample: 24, all: 200, nightly: 2000 },
  /** Programs that log by themselves what their recordings hold. */
  recordings: { sample: 6, all: 10, nightly: 500 },
  /** Recordings of each kind whose writer is killed. */
  killedRecordings: { sample: 4, all: 4, nightly: 20 },
  /** Programs whose recorded values are held against reachable states. */
  recordedStates: { sample: 1, all: 2, nightly: 60 },
  /** Pairs of programs whose recordings are compared. */
  comparedPrograms: { sample: 15, all: 60, nightly: 1000 },
  /** Moments at which each kind of call of an agent is cancelled, and its client is killed. */
  cancelledCalls: { sample: 2, all: 20, nightly: 40 },
  killedClients: { sample: 2, all: 10, nightly: 40 },
  /** Own queries that try to escape, to go on for ever, or to need ever more. */
  hostileQueries: { sample: 2, all: 4, nightly: 100 },
  /** Recordings that are asked each named question in TypeScript, SQL and Prolog. */
  threeAnswers: { sample: 1, all: 2, nightly: 20 },
  /** Programs under rules, held against a checker that recomputes everything. */
  rules: { sample: 1, all: 8, nightly: 1000 },
  /** Random programs with one mutated expression, whose failing tests are followed. */
  mutants: { sample: 1, all: 8, nightly: 3000 },
  /** Faulty programs that are diagnosed. */
  faultyPrograms: { sample: 1, all: 4, nightly: 15 },
  /** The factor for the samples that a property names. */
  property: { sample: 1, all: 1, nightly: 10 },
} as const satisfies Readonly<Record<string, Readonly<Record<Tier, number>>>>;

const tier = tierOf(process.env['WHENCE_TIER']);

/** The number of samples of a suite; a file of tests that is run by itself takes all. */
export function countOf(suite: keyof typeof counts): number {
  return counts[suite][tier];
}

/** What a list without randomness has for this tier: `npm test` takes one in so many, every other run all. */
export function sampled<T>(list: readonly T[], oneIn: number): readonly T[] {
  return tier === 'sample' ? list.filter((_, index) => index % oneIn === 0) : list;
}

/** The samples of a property that takes this many by day. */
export function runsOf(samples: number): number {
  return samples * countOf('property');
}

/**
 * The seed of a suite: its own, so that a failure is found again. `WHENCE_SEED`, which a nightly run prints and another repeats, moves
 * all of them.
 */
export function seedOf(own: number): number {
  return own + Number(process.env['WHENCE_SEED'] ?? 0);
}

function tierOf(name = 'all'): Tier {
  if (name !== 'sample' && name !== 'all' && name !== 'nightly') throw new Error(`There is no tier ${name}.`);
  return name;
}
