import { getData, isPlain } from '../concrete/properties.js';
import type { Realm } from '../concrete/realm.js';
import { Unmodelled } from '../concrete/signals.js';
import { ConcreteObject, ConcreteSymbol, Opaque, Term, missing } from '../concrete/concreteValue.js';
import type { ConcreteValue, CopiedMembers, CopyWay, Library } from '../concrete/concreteValue.js';
import * as values from '../../lattice/value.js';
import type { PathTerms } from './terms.js';

/** The members that an object got in one go; `known`: by name, and no others. */
export type Layer =
  | { readonly kind: 'known'; readonly members: Map<string, ConcreteValue> }
  /** Copies of what the term has, when objects had changed so often. */
  | { readonly kind: 'given'; readonly source: Term; readonly changes: number; readonly excluded: ReadonlySet<string> }
  /** Copies of what nothing is known of. */
  | { readonly kind: 'unknown'; readonly what: string; readonly excluded: ReadonlySet<string> };

/** The members of `{ n: 1, ...options }`: of layers, a later one hides what earlier ones have under the name. */
export class Copies implements CopiedMembers {
  constructor(
    readonly layers: Layer[],
    /** Some were assigned: one that was called `__proto__` is the prototype. */
    public isAssigned: boolean,
    private readonly terms: PathTerms,
    private readonly realm: Realm,
  ) {}

  read(name: string): ConcreteValue {
    // What `Object.prototype` has is found where the object itself lacks it.
    if (name === '__proto__' || name.startsWith('#') || isInherited(name, this.realm)) throw new Unmodelled(`${name} of a copy`);
    const value = this.readFrom(this.layers.length - 1, name);
    this.write(name, value);
    return value;
  }

  write(name: string, value: ConcreteValue): void {
    if (name === '__proto__' || name.startsWith('#') || isInherited(name, this.realm)) throw new Unmodelled(`${name} of a copy`);
    const last = this.layers.at(-1);
    if (last?.kind === 'known') last.members.set(name, value);
    else this.layers.push({ kind: 'known', members: new Map([[name, value]]) });
  }

  *held(): Generator<ConcreteValue> {
    for (const layer of this.layers) if (layer.kind === 'known') yield* layer.members.values();
  }

  private readFrom(index: number, name: string): ConcreteValue {
    const layer = this.layers[index];
    if (layer === undefined) return this.isAssigned ? this.anything(`inherited ${name}`) : undefined;
    const below = (): ConcreteValue => this.readFrom(index - 1, name);
    if (layer.kind === 'known') return layer.members.has(name) ? layer.members.get(name) : below();
    if (layer.excluded.has(name)) return below();
    if (layer.kind === 'unknown') return this.anything(`${name} of ${layer.what}`);
    const { source, changes } = layer;
    const member = this.terms.copiedMember(source.expression, name, changes);
    if (!this.mayHave(index - 1, name)) return member;
    if (member !== undefined && !(member instanceof Term && this.terms.isUndefined(member))) return member;
    // It may have it, and it is undefined.
    return this.terms.decideFreely(`no ${name} in what is copied to ${index}: ${this.terms.history}`) ? below() : undefined;
  }

  /** Whether a layer up to that one may have the member, or else the prototype. */
  private mayHave(index: number, name: string): boolean {
    if (this.isAssigned) return true;
    return this.layers.slice(0, index + 1).some((layer) => (layer.kind === 'known' ? layer.members.has(name) : !layer.excluded.has(name)));
  }

  private anything(what: string): ConcreteValue {
    return this.terms.input({ kind: 'unknown', what: `${what}: ${this.terms.history} ${this.terms.epoch}` }, values.top);
  }
}

const isInherited = (name: string, realm: Realm): boolean => {
  try {
    return getData(realm.objectPrototype, name, realm) !== undefined;
  } catch (signal) {
    if (signal instanceof Unmodelled) return true;
    throw signal;
  }
};

/**
 * Copies the own enumerable properties of what is not known to an object that the run has made: which these are is asked when one is
 * read. False where that is not followed, and nothing has changed.
 */
export function copyUnknown(target: ConcreteObject, source: ConcreteValue, way: CopyWay, terms: PathTerms, realm: Realm): boolean {
  const from = layersOf(source, way, terms);
  if (from === null || !terms.mayCopy) return false;
  const own = target.copied instanceof Copies ? target.copied.layers : ownLayer(target, realm);
  if (own === null || target.frozen || target.closed || (way.isAssigned && !isPlainObject(target, realm))) return false;
  terms.runGetters();
  const isAssigned = way.isAssigned || (target.copied instanceof Copies && target.copied.isAssigned);
  target.copied = new Copies([...own, ...from], isAssigned, terms, realm);
  target.isExposed = true;
  return true;
}

const isPlainObject = ({ nature, prototype }: ConcreteObject, realm: Realm): boolean =>
  nature.kind === 'ordinary' && prototype === realm.objectPrototype;

/** The properties of an object that nobody else has; null where some are of another kind than assignments make. */
function ownLayer(target: ConcreteObject, realm: Realm): Layer[] | null {
  if (!isPlainObject(target, realm) || target.isExposed || target.library !== null) return null;
  const members = new Map<string, ConcreteValue>();
  for (const [name, property] of target.properties) {
    if (name instanceof ConcreteSymbol || !isPlain(property) || name.startsWith('#') || isInherited(name, realm)) return null;
    members.set(name, property.value);
  }
  return [{ kind: 'known', members }];
}

/** The layers that a source gives; null where its properties are known, or code of the module may run. */
function layersOf(source: ConcreteValue, { excluded: without }: CopyWay, terms: PathTerms): Layer[] | null {
  const excluded = new Set([...without].filter((name) => typeof name === 'string'));
  if (source instanceof Term) return [{ kind: 'given', source, changes: terms.changesOf(source.expression), excluded }];
  if (source instanceof Opaque) return [{ kind: 'unknown', what: source.what, excluded }];
  if (!(source instanceof ConcreteObject)) return null;
  if (source.library !== null) return namedLayer(source.library, excluded);
  if (!(source.copied instanceof Copies)) return null;
  // Of other layers it is not told which of their names are left out.
  return excluded.size > 0 ? null : source.copied.layers.map(copyOf);
}

/** The properties of an object that was there before the run. */
function namedLayer(library: Library, excluded: ReadonlySet<string>): Layer[] | null {
  const names = library.names?.()?.filter((name) => !excluded.has(name)) ?? null;
  if (names === null) return null;
  const members = new Map<string, ConcreteValue>();
  for (const name of names) {
    const value = library.member(name);
    if (value === missing) return null;
    members.set(name, value);
  }
  return [{ kind: 'known', members }];
}

const copyOf = (layer: Layer): Layer => (layer.kind === 'known' ? { kind: 'known', members: new Map(layer.members) } : layer);
