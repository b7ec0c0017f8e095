import type { AnyNode } from '../../instrument/tree.js';
import type { LoadedText } from '../../querypoints/text/texts.js';

/** The code of an activation: a function, or the top level of its text. */
export interface Home {
  readonly text: LoadedText;
  readonly node: AnyNode;
}
