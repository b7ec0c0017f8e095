import { programSeed, Random } from '../random.js';
import { CallWriter, type GeneratedCall } from './calls.js';
import { examine, type Contradiction, type Examination } from './examine.js';
import { makeInNode } from './knownCalls.js';
import type { Subject } from './subjects.js';

/** The calls of one built-in, and how many of them each side decides. */
export interface Tally {
  calls: number;
  byCheck: number;
  byInterpreter: number;
}

/** A summary as it is sent. */
export interface Findings {
  readonly tallies: ReadonlyMap<string, Tally>;
  readonly contradictions: readonly Contradiction[];
  readonly leftOut: number;
}

/** What was found so far. */
export class Summary {
  readonly tallies = new Map<string, Tally>();
  readonly contradictions: Contradiction[] = [];
  /** Calls that were generated but could not be made. */
  leftOut = 0;

  add({ contradictions, decisions }: Examination): void {
    this.contradictions.push(...contradictions);
    for (const { subject, byCheck, byInterpreter } of decisions) {
      const tally = this.tallyOf(subject);
      tally.calls++;
      if (byCheck) tally.byCheck++;
      if (byInterpreter) tally.byInterpreter++;
    }
  }

  findings(): Findings {
    const { tallies, contradictions, leftOut } = this;
    return { tallies, contradictions, leftOut };
  }

  merge({ tallies, contradictions, leftOut }: Findings): void {
    this.contradictions.push(...contradictions);
    this.leftOut += leftOut;
    for (const [subject, { calls, byCheck, byInterpreter }] of tallies) {
      const tally = this.tallyOf(subject);
      tally.calls += calls;
      tally.byCheck += byCheck;
      tally.byInterpreter += byInterpreter;
    }
  }

  tallyOf(subject: string): Tally {
    const known = this.tallies.get(subject);
    if (known !== undefined) return known;
    const tally = { calls: 0, byCheck: 0, byInterpreter: 0 };
    this.tallies.set(subject, tally);
    return tally;
  }

  total(): Tally {
    const total = { calls: 0, byCheck: 0, byInterpreter: 0 };
    for (const { calls, byCheck, byInterpreter } of this.tallies.values()) {
      total.calls += calls;
      total.byCheck += byCheck;
      total.byInterpreter += byInterpreter;
    }
    return total;
  }

  show(): string {
    const rows = [...this.tallies].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, tally]) => `${name.padEnd(40)} ${showTally(tally)}`);
    const { calls, byCheck, byInterpreter } = this.total();
    return [
      ...rows,
      `${this.tallies.size} models, ${calls} calls (${this.leftOut} could not be made), ${this.contradictions.length} contradictions`,
      `decided by check ${share(byCheck, calls)}, by the interpreter ${share(byInterpreter, calls)}`,
    ].join('\n');
  }
}

const share = (part: number, whole: number): string => `${whole === 0 ? 0 : ((100 * part) / whole).toFixed(1)} %`;
const showTally = ({ calls, byCheck, byInterpreter }: Tally): string =>
  `${String(calls).padStart(6)} calls, decided by check ${share(byCheck, calls).padStart(7)}, by the interpreter ${share(byInterpreter, calls).padStart(7)}`;

/** Of each built-in the calls with the numbers from `first` on; with types they are TypeScript. */
export function conform(
  subjects: readonly Subject[],
  seed: number,
  first: number,
  count: number,
  isTyped: boolean,
  summary: Summary,
): void {
  const calls = subjects.flatMap((subject) => Array.from({ length: count }, (_, i) => generate(subject, seed, first + i, isTyped)));
  const known = makeInNode(calls);
  summary.leftOut += calls.length - known.length;
  summary.add(examine(known, isTyped));
}

function generate(subject: Subject, seed: number, index: number, isTyped: boolean): GeneratedCall {
  return new CallWriter(new Random(programSeed(seed ^ hash(subject.name), index)), isTyped).write(subject);
}

/** The calls of a built-in do not depend on which others there are. */
const hash = (name: string): number => [...name].reduce((sum, character) => (Math.imul(sum, 31) + character.charCodeAt(0)) | 0, 7);
