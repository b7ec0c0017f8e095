import { homeAt } from '../../instrument/tree.js';
import { brokenForm, namesOfPure, standardNames } from '../../querypoints/text/pureCondition.js';
import { renamed } from '../../querypoints/text/renamed.js';
import type { LoadedText, RunTexts } from '../../querypoints/text/texts.js';

/** The place where a condition is asked: an offset of the text that V8 runs. */
export interface TestedPlace {
  readonly text: LoadedText;
  readonly offset: number;
  readonly texts: RunTexts;
  readonly isMapped: boolean;
}

/** The expression in V8's text that says whether a condition in the user's words is broken; null if it cannot be asked there. */
export function brokenTest(condition: string, isAssertion: boolean, { text, offset, texts, isMapped }: TestedPlace): string | null {
  const names = namesOfPure(condition);
  if (names === null || !areNamesThere(names, { text, offset, texts, isMapped })) return null;
  return brokenForm(renamed(condition, text, offset, texts), isAssertion);
}

/**
 * Whether V8 has every variable of an expression at a place: it drops those of outer functions that no inner one uses, and would then
 * find another of the same name.
 */
function areNamesThere(names: ReadonlySet<string>, { text, offset, texts, isMapped }: TestedPlace): boolean {
  const home = homeAt(text.program, offset);
  return [...names].every((name) => {
    const binding = text.scopes.lookUp(text.nameAt(name, offset, texts), offset);
    if (binding === undefined) return standardNames.has(name);
    const isMeant = !isMapped || text.isCalled(binding, name, texts);
    const isKept = binding.scope.home === home || binding.references.some((reference) => reference.home !== binding.scope.home);
    return isMeant && isKept;
  });
}
