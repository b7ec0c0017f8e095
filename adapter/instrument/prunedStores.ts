import { isIndexName } from './indexNames.js';
import type { Plan } from './plan.js';

/** What is proven of a text, whatever run it is in. */
export interface Proofs {
  readonly stores: readonly StoreProof[];
  /** Functions that no run enters. */
  readonly neverEntered: readonly { readonly start: number; readonly end: number }[];
}

/** A text of which something is proven. */
export interface PrunedText {
  readonly path: string;
  /** By which it is known: what is loaded under the path may be another text. */
  readonly hash: string;
  readonly proofs: Proofs;
}

/** What is proven of the key of a store `a[key] = …` in every run: it is no object and no symbol. */
export interface StoreProof {
  /** Where the access expression ends in the text before instrumentation. */
  readonly end: number;
  /** Whether the key may be a number. */
  readonly mayBeNumber: boolean;
  /** What it begins with where it is a string; null: it is none. */
  readonly prefix: string | null;
  /** Whether that is all of it. */
  readonly isWhole: boolean;
}

/** Of the stores of the one text that the plan is for, those that write nothing that it asks about: where their access expressions end. */
export function prunedStores(plan: Plan): ReadonlySet<number> {
  const proofs = plan.pruned.flatMap((text) => text.proofs.stores);
  return new Set(proofs.flatMap((proof) => (isNothingAsked(proof, plan) ? [proof.end] : [])));
}

/** Whether a place of the one text that the plan is for is in a function that no run enters. */
export function isNeverEntered({ pruned }: Plan, at: number): boolean {
  return pruned.some(({ proofs }) => proofs.neverEntered.some(({ start, end }) => start <= at && at < end));
}

/** Whether a store under such a key cannot be what the plan asks about. */
export function isNothingAsked(
  { mayBeNumber, prefix, isWhole }: StoreProof,
  { fields, elements }: Pick<Plan, 'fields' | 'elements'>,
): boolean {
  // A store to an element may change an array's length.
  if (mayBeNumber && (elements || fields.includes('length'))) return false;
  if (prefix !== null && elements && (isWhole ? isIndexName(prefix) : /^\d|^$/.test(prefix))) return false;
  return fields.every((name) => {
    if (isTextOfOther(name)) return false;
    if (prefix === null) return true;
    return isWhole ? name !== prefix : !name.startsWith(prefix);
  });
}

/** Whether a number, or another primitive that is no string, has this text. */
function isTextOfOther(name: string): boolean {
  return /^(?:undefined|null|true|false)$/.test(name) || String(Number(name)) === name || /^-?\d+$/.test(name);
}
