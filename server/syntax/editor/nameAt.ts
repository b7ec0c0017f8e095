import type { Offset, Span } from '../../base/span.js';
import type { VariableInfo } from '../names/scopes.js';
import type { EditorSource } from './editorSource.js';
import { assertionPlace, statePlacesOf } from './statePlaces.js';

/** A name of the program at a place of its text or of an assertion comment. */
export interface NameAt {
  readonly name: string;
  readonly span: Span;
  /** What kind of a name it is, as TypeScript's own hover says it. */
  readonly form: string;
  readonly declaration: Span | null;
  /** Where to ask for the states that hold the name's values. */
  readonly statePlaces: readonly Offset[];
  readonly isInAssertion: boolean;
}

/** The name of a variable at an offset, with its declaration; null where none is. */
export function nameAt(source: EditorSource, offset: Offset): NameAt | null {
  const reference = source.referenceAt(offset);
  if (reference === null) return null;
  const { node, variable, assertion } = reference;
  return {
    name: node.text,
    span: source.spanOf(node),
    form: formOf(variable),
    declaration: variable.declaration,
    statePlaces: assertion === null ? statePlacesOf(node, source.file) : [assertionPlace(assertion.attachment, source.file)],
    isInAssertion: assertion !== null,
  };
}

function formOf({ form, name }: VariableInfo): string {
  switch (form) {
    case 'ownName':
      return 'function';
    case 'ambient':
      return 'declare';
    case 'catch':
      return 'let';
    case 'implicit':
      return name === 'result' || name.startsWith('%') ? 'result' : name;
    default:
      return form;
  }
}
