import { arrayLikes } from './arrayLikes.js';
import { attributes } from './attributes.js';
import { builtinArguments } from './builtinArguments.js';
import { comments } from './comments.js';
import { controlFlow } from './controlFlow.js';
import { overridden } from './overridden.js';
import { privates } from './privates.js';
import { proxiedObjects } from './proxiedObjects.js';
import { receivers } from './receivers.js';
import type { AdversaryProgram } from './subject.js';
import { symbols } from './symbols.js';
import { unseenCode } from './unseenCode.js';

/** Programs written from the language's specification: all of them run to their ends. */
export const families: Readonly<Record<string, readonly AdversaryProgram[]>> = {
  receivers,
  overridden,
  symbols,
  arrayLikes,
  attributes,
  comments,
  privates,
  builtinArguments,
  controlFlow,
  proxiedObjects,
  unseenCode,
};
