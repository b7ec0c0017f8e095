import { isNothingAsked, type PrunedText, type StoreProof } from '../../instrument/prunedStores.js';
import { hashOfText } from '../../launch/textCache.js';
import type { Plan } from '../../instrument/plan.js';
import type { Site } from '../../instrument/site.js';
import type { Digest } from '../../events/rows.js';
import type { PointAnswer } from '../question/point.js';
import type { LoadedText, TextLibrary } from '../text/texts.js';

/** Says what is proven of the stores of a text that the program runs; null: nothing. */
export type Prove = (path: string, text: string) => Promise<readonly StoreProof[] | null>;

/** A store of a text whose key the program computes. */
interface Store {
  readonly path: string;
  readonly site: Site;
}

/** A run that got to the stop: what it recorded, what happened, and what was answered. */
interface Decided {
  readonly plan: Plan;
  readonly digest: ReadonlyMap<string, Digest[number]>;
  readonly answers: readonly PointAnswer[];
}

/**
 * What is proven of the texts of an investigation: it is looked for while a run goes on, and what is known then spares later runs probes.
 * When a run contradicts a proof, no other is used any more.
 */
export class Pruning {
  /** By the names of the texts; null: nothing is known yet. */
  private readonly texts = new Map<string, PrunedText | null>();
  private readonly stores = new Map<string, Store>();
  private pending: Promise<unknown> = Promise.resolve();
  private isOff = false;
  private last: Decided | null = null;
  /** The last run with all probes. */
  private unpruned: Decided | null = null;
  private wrong: Store | null = null;

  constructor(
    private readonly library: TextLibrary,
    /** null: nothing is proven. */
    private readonly prove: Prove | null,
    /** Whether runs wait until everything is known that can be. */
    private readonly isAwaited: boolean,
  ) {}

  /** The run has loaded a text with probes. */
  loaded(path: string, sites: readonly Site[]): void {
    const { prove } = this;
    const computed = sites.filter(({ kind, key }) => kind === 'write' && key === null);
    if (prove === null || computed.length === 0) return;
    for (const site of computed) this.stores.set(keyOfStore(path, site), { path, site });
    const text = this.library.text(path);
    if (text === undefined || this.texts.has(path)) return;
    this.texts.set(path, null);
    const proven = this.find(prove, text);
    this.pending = Promise.all([this.pending, proven]);
  }

  /** The plan with all that is proven until now. */
  async prune(plan: Plan): Promise<Plan> {
    if (this.isAwaited) await this.pending;
    this.hold();
    return this.isOff ? plan : this.with(plan);
  }

  /** A run has got to the stop. */
  decided(run: Decided): void {
    this.last = run;
    if (run.plan.pruned.length === 0) this.unpruned = run;
    this.hold();
  }

  /** Whether all is to be asked again with all probes: something has no answer, which one that was left out may have. */
  mustRepeat(): boolean {
    if (this.isOff || this.left === 0) return false;
    if (this.last?.answers.every(({ status }) => status === 'located' || status === 'initial') === true) return false;
    this.isOff = true;
    return true;
  }

  /** How many stores, of those that some run has probed, had no probe in the last. */
  get left(): number {
    return this.last === null ? 0 : this.leftBy(this.last.plan).length;
  }

  /** What the user should know of a proof that was wrong. */
  notes(): readonly string[] {
    if (this.wrong === null) return [];
    const { path, site } = this.wrong;
    const text = this.library.text(path);
    const { path: file, line } = text?.sourcePosition(site.offset, site.end) ?? { path, line: 0 };
    return [
      `Whence took the store at ${file}:${line} for one that cannot be asked about, which is wrong: please report it. All was asked again.`,
    ];
  }

  private with(plan: Plan): Plan {
    const pruned = [...this.texts.values()].flatMap((text) => text ?? []);
    return { ...plan, pruned: pruned.filter(({ proofs }) => proofs.some((proof) => isNothingAsked(proof, plan))) };
  }

  private leftBy(plan: Plan): readonly Store[] {
    return [...this.stores.values()].filter(({ path, site }) =>
      plan.pruned.some((text) => text.path === path && text.proofs.some((proof) => proof.end === site.end && isNothingAsked(proof, plan))),
    );
  }

  /** Holds what is proven against the last run with all probes. */
  private hold(): void {
    if (this.unpruned === null || this.wrong !== null) return;
    const { plan, digest, answers } = this.unpruned;
    const located = answers.flatMap(({ identity }) => identity ?? []);
    const isMet = ({ path, site }: Store): boolean => {
      const [count, hash] = digest.get(keyOfStore(path, site)) ?? [0, null];
      // Of long runs the passages are counted, too, that nobody asks about.
      return (hash !== null && count > 0) || located.some((at) => at.path === path && at.end === site.end && at.siteKind === 'write');
    };
    this.wrong = this.leftBy(this.with(plan)).find(isMet) ?? null;
    if (this.wrong !== null) this.isOff = true;
  }

  private async find(prove: Prove, { path, text }: LoadedText): Promise<void> {
    const proofs = await prove(path, text).catch(() => null);
    if (proofs !== null && proofs.length > 0) this.texts.set(path, { path, hash: hashOfText(text), proofs });
  }
}

function keyOfStore(path: string, { offset, end, kind }: Site): string {
  return `${path}:${offset}:${end}:${kind}`;
}
