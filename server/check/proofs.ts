import { neverEntered } from '../analysis/neverEntered.js';
import { provenKeys } from '../analysis/provenKeys.js';
import type { Span } from '../base/span.js';
import { lowerModule } from '../syntax/lower/lower.js';

/** A text that a program runs: JavaScript, whatever the file holds. */
export interface ProofsRequest {
  /** Absolute. */
  readonly file: string;
  readonly cwd: string;
  readonly text: string;
}

/** What is proven of the key of a store `a[key] = …` in every run of a text. */
export interface StoreProof {
  /** Where the access expression ends in the text, in UTF-16 units. */
  readonly end: number;
  /** Whether the key may be a number. */
  readonly mayBeNumber: boolean;
  /** What it begins with where it is a string; null: it is none. */
  readonly prefix: string | null;
  /** Whether that is all of it. */
  readonly isWhole: boolean;
}

/** What is proven of a text, whatever run it is in. */
export interface Proofs {
  readonly stores: readonly StoreProof[];
  /** Functions that no run enters, in UTF-16 units. */
  readonly neverEntered: readonly Span[];
}

const nothing: Proofs = { stores: [], neverEntered: [] };

/** Longer texts are not looked at, in UTF-16 units: it would take seconds. */
const longestProven = 1 << 20;

/** What is proven of one text; nothing of a text that Node may read another way. */
export function proofsOf({ file, text }: Pick<ProofsRequest, 'file' | 'text'>): Proofs {
  // Comments of HTML are comments to V8 alone.
  if (text.length > longestProven || /<!--|-->/.test(text)) return nothing;
  const lowered = lowerModule(text, { file: asJavaScript(file), assertions: false });
  if (lowered.kind !== 'module') return nothing;
  const { module } = lowered;
  return {
    stores: provenKeys(module).map(({ span, ...proof }) => ({ end: span.end, ...proof })),
    neverEntered: [...neverEntered(module)].flatMap((id) => module.functions[id]?.span ?? []),
  };
}

/** In a file of JavaScript no syntax is taken for types. */
function asJavaScript(file: string): string {
  return file.replace(/\.([cm]?)[jt]sx?$/, '.$1js').replace(/^(?!.*\.[cm]?js$).*$/, '$&.js');
}
