/** A condition before it is text. No parts at all: `all` of nothing is true, `any` of nothing is false. */
export type Formula =
  /** A comparison, a call or the like, that needs no parentheses beside && and ||. */
  | { readonly kind: 'atom'; readonly text: string }
  | { readonly kind: 'all' | 'any'; readonly of: readonly Formula[] }
  | { readonly kind: 'not'; readonly of: Formula };

export const atom = (text: string): Formula => ({ kind: 'atom', text });
export const all = (...of: readonly Formula[]): Formula => combined('all', of);
export const any = (...of: readonly Formula[]): Formula => combined('any', of);
export const not = (of: Formula): Formula => ({ kind: 'not', of });

/** Flattened, so that no parentheses are written where none are needed. */
function combined(kind: 'all' | 'any', of: readonly Formula[]): Formula {
  const flat = of.flatMap((each) => (each.kind === kind ? each.of : [each]));
  const [only] = flat;
  return flat.length === 1 && only !== undefined ? only : { kind, of: flat };
}

/** As a plain JavaScript expression. */
export function print(formula: Formula): string {
  switch (formula.kind) {
    case 'atom':
      return formula.text;
    case 'not':
      return `!(${print(formula.of)})`;
    case 'all':
    case 'any':
      if (formula.of.length === 0) return formula.kind === 'all' ? 'true' : 'false';
      return formula.of
        .map((each) => (each.kind === 'all' || each.kind === 'any' ? `(${print(each)})` : print(each)))
        .join(formula.kind === 'all' ? ' && ' : ' || ');
  }
}
