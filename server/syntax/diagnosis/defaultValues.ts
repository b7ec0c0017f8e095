import { literalText } from './literal.js';
import type { TypeKind } from './vocabulary.js';

/** The literals that a default of a kind may be, for the texts that tests expected where something was missing. */
export function defaultValues(kind: TypeKind, missed: readonly string[]): readonly string[] {
  return missed.flatMap((text) =>
    literalsOf(text).flatMap(({ kind: own, text: literal }) => (own === kind || kind === 'any' ? [literal] : [])),
  );
}

/** What a text may be that stands in a message or for a value: `8080` is a number there, or a part of a text. */
function literalsOf(text: string): readonly { readonly kind: TypeKind; readonly text: string }[] {
  const isQuoted = /^'[^'\\\n]*'$/.test(text);
  if (isQuoted) return [{ kind: 'string', text }];
  const written = literalText({ kind: 'string', value: text });
  if (/^-?\d+(?:\.\d+)?$/.test(text))
    return [
      { kind: 'number', text },
      { kind: 'string', text: written },
    ];
  if (text === 'true' || text === 'false') return [{ kind: 'boolean', text }];
  return [{ kind: 'string', text: written }];
}
