import { comments } from './comments.js';
import { receivers } from './receivers.js';
import type { AdversaryProgram } from './subject.js';

/** Programs written from the language's specification: all of them run to their ends. */
export const families: Readonly<Record<string, readonly AdversaryProgram[]>> = { receivers, comments };
