import { Script } from 'node:vm';
import { disguise, hideInsertions, type Callable } from './disguise.js';
import { isObject } from './identity.js';
import { apply, getOwnPropertyDescriptor, getPrototypeOf, OwnWeakMap, OwnWeakSet } from './intrinsics.js';
import { ownWork } from './ownWork.js';

/**
 * The language's own objects of one realm: the program's own, or a context of `node:vm`. Each realm has functions of its own, which
 * change the objects of all.
 */
export interface Realm {
  readonly isContext: boolean;
  /** The object that a path as `Array.prototype` names; one without functions where the realm has none of its own by that name. */
  own(path: string): object;
  /** Replaces a function that the global object holds. */
  replaceGlobal(name: string, make: (original: Callable) => Callable): void;
}

/** Objects that a realm makes by its syntax, whatever its names stand for, and its global object. */
interface Made {
  readonly global: object;
  readonly plain: object;
  readonly list: object;
  readonly lambda: object;
  readonly expression: object;
  readonly matches: object;
  readonly asyncLambda: object;
  readonly generator: { readonly prototype: object };
  readonly asyncGenerator: { readonly prototype: object };
}

const examples = `({global:globalThis,plain:{},list:[],lambda(){},expression:/./,matches:''.matchAll(/./g),async asyncLambda(){},
*generator(){},async*asyncGenerator(){}})`;

const { runInContext } = Script.prototype;

type Watcher = (realm: Realm) => void;

const watchers: Watcher[] = [];
const contexts = new OwnWeakSet<object>();
/** The realm that each holder of functions was found in: a context may have been given those of another realm. */
const owners = new OwnWeakMap<object, Realm>();
const plainPrototypes = new OwnWeakSet<object>();
const listPrototypes = new OwnWeakSet<object>();
const objectHolders = new OwnWeakSet<object>();

/** Where a realm has no functions of its own by some name. */
const nobody: object = Object.create(null) as object;

const programs = realmOf(
  {
    global: globalThis,
    plain: {},
    list: [],
    lambda: () => undefined,
    expression: /./,
    matches: ''.matchAll(/./g),
    asyncLambda: async () => undefined,
    generator: function* () {},
    asyncGenerator: async function* () {},
  },
  null,
);

/** Has functions watched in the program's own realm, and in each context when that is met. */
export function inEachRealm(watch: Watcher): void {
  watchers[watchers.length] = watch;
  watch(programs);
}

/** Code of the program may run in a context of `node:vm` from now on. */
export function watchContext(context: object): void {
  if (watchers.length === 0 || contexts.has(context)) return;
  contexts.add(context);
  ownWork(() => {
    const run = (text: string): unknown => apply(runInContext as Callable, new Script(text, { filename: __filename }), [context]);
    const made = run(examples) as Made;
    const realm = realmOf(made, (name, value) => {
      if (made.global !== context && getOwnPropertyDescriptor(context, name) !== undefined) return;
      (run(`(value)=>{globalThis.${name}=value}`) as (value: unknown) => void)(value);
      // V8 looks for what the program's object does not have in the global object, which has it now.
      if (made.global !== context) Reflect.deleteProperty(context, name);
    });
    hideInsertions(realm.own('Function.prototype'));
    for (let at = 0; at < watchers.length; at++) watchers[at]?.(realm);
  });
}

/** Whether an object is what plain objects of some realm have as their prototype. */
export function isPlainPrototype(prototype: object): boolean {
  return plainPrototypes.has(prototype);
}

/** Whether an object is what arrays of some realm have as their prototype. */
export function isListPrototype(prototype: object): boolean {
  return listPrototypes.has(prototype);
}

/** Whether an object is `Object` or `Reflect` of some realm. */
export function holdsObjectFunctions(holder: object): boolean {
  return objectHolders.has(holder);
}

/** `replace` gives a variable of a context another value; null: the realm is the program's own. */
function realmOf(made: Made, replace: ((name: string, value: unknown) => void) | null): Realm {
  const prototypes: Readonly<Record<string, object>> = {
    'Object.prototype': prototypeOf(made.plain),
    'Array.prototype': prototypeOf(made.list),
    'Function.prototype': prototypeOf(made.lambda),
    'RegExp.prototype': prototypeOf(made.expression),
    'AsyncFunction.prototype': prototypeOf(made.asyncLambda),
    'GeneratorFunction.prototype': prototypeOf(made.generator),
    'AsyncGeneratorFunction.prototype': prototypeOf(made.asyncGenerator),
    '%GeneratorPrototype%': prototypeOf(made.generator.prototype),
    '%AsyncGeneratorPrototype%': prototypeOf(made.asyncGenerator.prototype),
    '%RegExpStringIteratorPrototype%': prototypeOf(made.matches),
  };
  const found = (path: string): object => {
    const known = prototypes[path];
    if (known !== undefined) return known;
    const byMaker = prototypes[`${path}.prototype`];
    if (byMaker !== undefined) return valueOf(byMaker, 'constructor');
    if (path === 'globalThis') return made.global;
    if (path === '%TypedArray%') return prototypeOf(valueOf(made.global, 'Int32Array'));
    const dot = path.lastIndexOf('.');
    if (dot < 0 && replace === null) return heldBy(made.global, path);
    return dot < 0 ? valueOf(made.global, path) : valueOf(found(path.slice(0, dot)), path.slice(dot + 1));
  };
  const realm: Realm = {
    isContext: replace !== null,
    own(path) {
      const holder = found(path);
      const owner = owners.get(holder);
      if (owner !== undefined) return owner === realm ? holder : nobody;
      owners.set(holder, realm);
      return holder;
    },
    replaceGlobal(name, make) {
      if (replace === null) return disguise(made.global, name, make);
      const original = realm.own(name);
      if (typeof original !== 'function') return;
      const holder = { [name]: original };
      disguise(holder, name, make);
      replace(name, holder[name]);
    },
  };
  plainPrototypes.add(realm.own('Object.prototype'));
  listPrototypes.add(realm.own('Array.prototype'));
  objectHolders.add(realm.own('Object'));
  objectHolders.add(realm.own('Reflect'));
  return realm;
}

function prototypeOf(object: object): object {
  return getPrototypeOf(object) ?? nobody;
}

/** The object that a global name of the program's own realm stands for, before the program begins: Node has accessors for some, as for `Buffer`. */
function heldBy(global: object, name: string): object {
  const value: unknown = Reflect.get(global, name);
  return isObject(value) ? value : nobody;
}

/** The object that a property holds; `nobody` where it holds none. */
function valueOf(holder: object, name: string): object {
  const value: unknown = getOwnPropertyDescriptor(holder, name)?.value;
  return isObject(value) ? value : nobody;
}
