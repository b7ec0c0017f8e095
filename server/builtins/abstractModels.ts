import type { AbstractBuiltins, AbstractModel, IntrinsicModel } from '../semantics/call/model.js';
import { modelOf } from '../semantics/call/model.js';
import { arrayModels } from './arrays/abstract.js';
import { arrayCreationModels, arrayIntrinsics } from './arrays/abstractCreation.js';
import { preludeModels } from './arrays/abstractPrelude.js';
import { booleanIntrinsics, booleanModels } from './booleans/abstract.js';
import { collectionModels } from './collections/abstract.js';
import { consoleModels } from './console/abstract.js';
import { dateModels } from './dates/abstract.js';
import { errorModels } from './errors/abstract.js';
import { builtinFacts } from './facts.js';
import { functionModels } from './functions/abstract.js';
import { jsonModels } from './json/abstract.js';
import { numberIntrinsics, numberModels } from './numbers/abstract.js';
import { objectIntrinsics, objectModels } from './objects/abstract.js';
import { processModels } from './process/abstract.js';
import { promiseModels } from './promises/abstract.js';
import { regexpModels } from './regexps/abstract.js';
import { stringIntrinsics, stringModels } from './strings/abstract.js';
import { symbolModels } from './symbols/abstract.js';
import { typedArrayModels } from './typedArrays/abstract.js';

/** The abstract models of all families. A test holds their names against the facts. */
export const abstractModels: Readonly<Record<string, AbstractModel>> = {
  ...arrayCreationModels,
  ...arrayModels,
  ...preludeModels,
  ...booleanModels,
  ...collectionModels,
  ...consoleModels,
  ...dateModels,
  ...errorModels,
  ...functionModels,
  ...jsonModels,
  ...numberModels,
  ...objectModels,
  ...processModels,
  ...promiseModels,
  ...regexpModels,
  ...stringModels,
  ...symbolModels,
  ...typedArrayModels,
};

const intrinsicModels: Readonly<Record<string, IntrinsicModel>> = {
  ...arrayIntrinsics,
  ...booleanIntrinsics,
  ...numberIntrinsics,
  ...objectIntrinsics,
  ...stringIntrinsics,
};

/** What the abstract semantics is given. */
export const abstractBuiltins: AbstractBuiltins = {
  models: new Map(Object.entries(abstractModels).map(([name, model]) => [name, modelOf(builtinFacts.get(name) ?? { arity: 0 }, model)])),
  intrinsics: new Map(Object.entries(intrinsicModels)),
};
