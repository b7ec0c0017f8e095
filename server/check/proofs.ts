import { provenKeys } from '../analysis/provenKeys.js';
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

/** Longer texts are not looked at, in UTF-16 units: it would take seconds. */
const longestProven = 1 << 20;

/** What the stores of one text never write to; nothing of a text that Node may read another way. */
export function proofsOf({ file, text }: Pick<ProofsRequest, 'file' | 'text'>): readonly StoreProof[] {
  // Comments of HTML are comments to V8 alone.
  if (text.length > longestProven || /<!--|-->/.test(text)) return [];
  const lowered = lowerModule(text, { file: asJavaScript(file), assertions: false });
  if (lowered.kind !== 'module') return [];
  return provenKeys(lowered.module).map(({ span, ...proof }) => ({ end: span.end, ...proof }));
}

/** In a file of JavaScript no syntax is taken for types. */
function asJavaScript(file: string): string {
  return file.replace(/\.([cm]?)[jt]sx?$/, '.$1js').replace(/^(?!.*\.[cm]?js$).*$/, '$&.js');
}
