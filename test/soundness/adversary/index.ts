import { arrayLikes } from './arrayLikes.js';
import { attributes } from './attributes.js';
import { builtinArguments } from './builtinArguments.js';
import { comments } from './comments.js';
import { controlFlow } from './controlFlow.js';
import { lateValues } from './lateValues.js';
import { overridden } from './overridden.js';
import { privates } from './privates.js';
import { proxiedObjects } from './proxiedObjects.js';
import { refusedArguments } from './refusedArguments.js';
import { receivers } from './receivers.js';
import { abruptCompletions } from './abruptCompletions.js';
import { classElements } from './classElements.js';
import { coercions } from './coercions.js';
import { holesAndOrder } from './holesAndOrder.js';
import { proxyTraps } from './proxyTraps.js';
import { replacedPrototypes } from './replacedPrototypes.js';
import { scopes } from './scopes.js';
import { sloppyFunctions } from './sloppyFunctions.js';
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
  abruptCompletions,
  classElements,
  coercions,
  holesAndOrder,
  proxyTraps,
  replacedPrototypes,
  scopes,
  sloppyFunctions,
  lateValues,
  refusedArguments,
};
