import { createHash } from 'node:crypto';
import { readIfThere } from '../../server/files/regularFile.js';
import type { AskedChain } from '../operations/askedChain.js';
import type { WhyRequest } from '../operations/why.js';
import type { WhyRecordedRequest } from '../operations/whyRecorded.js';
import { Refused } from './tool.js';

/** A chain of questions that can be gone on with. */
export interface KeptChain {
  readonly id: number;
  readonly asked: { readonly ask: readonly string[]; readonly show: readonly string[] };
  readonly source:
    | { readonly kind: 'program'; readonly request: Omit<WhyRequest, keyof AskedChain> }
    | { readonly kind: 'recording'; readonly request: Omit<WhyRecordedRequest, keyof AskedChain> };
  /** The files that the answer speaks of, and the hash of each when it was given. */
  readonly sources: ReadonlyMap<string, string>;
  /** The whole answer, as `whence.why/1`. */
  readonly report: string;
}

/** So many chains and answers are kept; older ones are forgotten. */
const mostKept = 50;

/** What the server keeps between calls: chains that are gone on with, and answers that were too long, by number. */
export class Kept {
  private readonly chains = new Map<number, KeptChain>();
  private readonly answers = new Map<string, string>();
  private last = 0;

  keepChain(chain: Omit<KeptChain, 'id'>): KeptChain {
    const kept = { ...chain, id: ++this.last };
    this.chains.set(kept.id, kept);
    forget(this.chains);
    return kept;
  }

  /** The chain of that number; undefined when there was none, or it has been forgotten. */
  chain(id: number): KeptChain | undefined {
    return this.chains.get(id);
  }

  /** Keeps a whole answer, and gives the address of the resource that holds it. */
  keepAnswer(kind: string, report: string): string {
    const address = `whence://${kind}/${++this.last}`;
    this.answers.set(address, report);
    forget(this.answers);
    return address;
  }

  /** What a resource holds. */
  read(address: string): string | undefined {
    const [, id] = /^whence:\/\/chain\/(\d+)$/.exec(address) ?? [];
    return id === undefined ? this.answers.get(address) : this.chains.get(Number(id))?.report;
  }
}

function forget<K, V>(kept: Map<K, V>): void {
  for (const key of kept.keys()) {
    if (kept.size <= mostKept) return;
    kept.delete(key);
  }
}

/** Throws a sentence when a file that a chain speaks of was edited since: its points would be on other lines. */
export function checkUnedited({ id, sources }: KeptChain): void {
  const edited = [...sources].find(([file, hash]) => hashOf(file) !== hash);
  if (edited !== undefined) throw new Refused(`${edited[0]} was edited after chain ${id} was answered. Call why again.`);
}

export function hashOf(file: string): string {
  try {
    return createHash('sha256')
      .update(readIfThere(file) ?? '')
      .digest('hex');
  } catch {
    return '';
  }
}
