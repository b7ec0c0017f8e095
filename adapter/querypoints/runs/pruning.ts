import { isNothingAsked, type Proofs, type PrunedText } from '../../instrument/prunedStores.js';
import { hashOfText } from '../../launch/textCache.js';
import type { Plan } from '../../instrument/plan.js';
import type { Site } from '../../instrument/site.js';
import type { Digest } from '../../events/rows.js';
import type { PointAnswer } from '../question/point.js';
import type { ProvenCounts } from './result.js';
import type { LoadedText, TextLibrary } from '../text/texts.js';

/** Says what is proven of a text that the program runs; null: nothing. */
export type Prove = (path: string, text: string) => Promise<Proofs | null>;

/** A probe of a text that tells a write to a property. */
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
  private isOver = false;
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
    const stores = sites.filter(isStore);
    if (prove === null || stores.length === 0) return;
    for (const site of stores) this.stores.set(keyOfStore(path, site), { path, site });
    const text = this.library.text(path);
    if (text === undefined || this.texts.has(path)) return;
    this.texts.set(path, null);
    this.pending = this.pending.then(() => this.find(prove, text));
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
    const { keys, functions } = this.left;
    if (this.isOff || keys + functions === 0) return false;
    if (this.last?.answers.every(({ status }) => status === 'located' || status === 'initial') === true) return false;
    this.isOff = true;
    return true;
  }

  /** No run follows: nothing more needs to be proven. */
  end(): void {
    this.isOver = true;
  }

  /** How many stores, of those that some run has probed, had no probe in the last: by each proof. */
  get left(): ProvenCounts {
    const plan = this.last?.plan ?? null;
    const left = plan === null ? [] : [...this.stores.values()].filter((store) => isLeft(store, plan));
    const inFunctions = left.filter(({ path, site }) => isInNeverEntered(textOf(plan, path), site)).length;
    return { keys: left.length - inFunctions, functions: inFunctions };
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
    const isOfUse = ({ stores, neverEntered }: Proofs) => neverEntered.length > 0 || stores.some((proof) => isNothingAsked(proof, plan));
    return { ...plan, pruned: pruned.filter(({ proofs }) => isOfUse(proofs)) };
  }

  /** Holds what is proven against the last run with all probes. */
  private hold(): void {
    if (this.unpruned === null || this.wrong !== null) return;
    const { plan, digest, answers } = this.unpruned;
    const located = answers.flatMap(({ identity }) => identity ?? []);
    const proven = this.with(plan);
    const isMet = ({ path, site }: Store): boolean => {
      const [count, hash] = digest.get(keyOfStore(path, site)) ?? [0, null];
      // Of long runs the passages are counted, too, that nobody asks about.
      if (count > 0 && (hash !== null || isInNeverEntered(textOf(proven, path), site))) return true;
      return located.some((at) => at.path === path && at.end === site.end && at.siteKind === site.kind);
    };
    this.wrong = [...this.stores.values()].find((store) => isLeft(store, proven) && isMet(store)) ?? null;
    if (this.wrong !== null) this.isOff = true;
  }

  private async find(prove: Prove, { path, text }: LoadedText): Promise<void> {
    const proofs = this.isOver ? null : await prove(path, text).catch(() => null);
    if (proofs !== null) this.texts.set(path, { path, hash: hashOfText(text), proofs });
  }
}

/** Whether a site tells a write to a property, or to a part of an object that comes into being. */
function isStore({ kind, key, declaration }: Site): boolean {
  return /^(?:write|define|spread|delete)$/.test(kind) && (declaration === null || key?.[0] === '#');
}

/** Whether a store has no probe in a run of the plan. */
function isLeft({ path, site }: Store, plan: Plan): boolean {
  const text = textOf(plan, path);
  if (isInNeverEntered(text, site)) return true;
  const isComputed = site.kind === 'write' && site.key === null;
  return isComputed && text?.proofs.stores.some((proof) => proof.end === site.end && isNothingAsked(proof, plan)) === true;
}

const textOf = (plan: Plan | null, path: string): PrunedText | undefined => plan?.pruned.find((text) => text.path === path);

function isInNeverEntered(text: PrunedText | undefined, { offset }: Site): boolean {
  return text?.proofs.neverEntered.some(({ start, end }) => start <= offset && offset < end) === true;
}

function keyOfStore(path: string, { offset, end, kind }: Site): string {
  return `${path}:${offset}:${end}:${kind}`;
}
