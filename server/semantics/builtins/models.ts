import { arrayCreationModels } from './arrayCreation.js';
import { arrayModels } from './arrays.js';
import { collectionModels } from './collections.js';
import { consoleModels } from './console.js';
import { dateModels } from './dates.js';
import { errorModels } from './errors.js';
import { jsonModels } from './json.js';
import type { BuiltinModel } from './model.js';
import { numberModels } from './numbers.js';
import { objectModels } from './objects.js';
import { preludeModels } from './preludeModels.js';
import { processModels } from './process.js';
import { regexpModels } from './regexps.js';
import { stringModels } from './strings.js';
import { typedArrayModels } from './typedArrays.js';

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
