import { arrayCreationModels } from './arrays/abstractCreation.js';
import { arrayModels } from './arrays/abstract.js';
import { collectionModels } from './collections/abstract.js';
import { consoleModels } from './console/abstract.js';
import { dateModels } from './dates/abstract.js';
import { errorModels } from './errors/abstract.js';
import { jsonModels } from './json/abstract.js';
import type { BuiltinModel } from '../semantics/call/model.js';
import { numberModels } from './numbers/abstract.js';
import { objectModels } from './objects/abstract.js';
import { preludeModels } from './arrays/abstractPrelude.js';
import { processModels } from './process/abstract.js';
import { regexpModels } from './regexps/abstract.js';
import { stringModels } from './strings/abstract.js';
import { typedArrayModels } from './typedArrays/abstract.js';

/** The models of built-in functions, by their name as written in JavaScript. A function without one is unknown code. */
export const models: ReadonlyMap<string, BuiltinModel> = new Map(
  [
    arrayCreationModels,
    arrayModels,
    collectionModels,
    consoleModels,
    dateModels,
    errorModels,
    jsonModels,
    numberModels,
    objectModels,
    preludeModels,
    processModels,
    regexpModels,
    stringModels,
    typedArrayModels,
  ].flatMap((group) => Object.entries(group)),
);
