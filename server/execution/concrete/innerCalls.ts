import type { FunctionFrame } from './frame.js';
import { findProperty } from './properties.js';
import type { Hint, InnerCalls, Realm } from './realm.js';
import { CallNeeded, Unmodelled } from './signals.js';
import { ConcreteObject, Opaque, Term, isCallable, type ConcreteValue, type Primitive, type PropertyName } from './concreteValue.js';

/** The calls in the middle of an instruction: those that were made for it are in `frame.given`, in their order. */
export class FrameCalls implements InnerCalls {
  private next = 0;
  private frame: FunctionFrame | null = null;

  constructor(private readonly realm: Realm) {}

  /** Performs an instruction of this activation from now on. */
  enter(frame: FunctionFrame): void {
    this.frame = frame;
    this.next = 0;
  }

  rewind(): void {
    this.next = 0;
  }

  private take(callee: ConcreteObject, self: ConcreteValue, args: readonly ConcreteValue[]): ConcreteValue {
    const given = this.frame?.given ?? [];
    if (this.next >= given.length) throw new CallNeeded(callee, self, args);
    const result = given[this.next++];
    if (result instanceof Term) result.algebra.refuseObject(result);
    return result;
  }

  convert(object: ConcreteObject, hint: Hint): Primitive | Opaque {
    const { realm } = this;
    const methodOf = (name: PropertyName): ConcreteValue => {
      const property = findProperty(object, name, realm);
      if (property?.kind === 'accessor') throw new Unmodelled('a conversion by a getter');
      return property?.value;
    };
    const exotic = methodOf(realm.wellKnownSymbol('Symbol.toPrimitive'));
    const isOfDates = exotic instanceof Opaque && object.nature.kind === 'date';
    if (exotic instanceof Opaque && !isOfDates) throw new Unmodelled(exotic.what);
    if (exotic !== undefined && exotic !== null && !isOfDates) {
      if (!isCallable(exotic)) return realm.throwError('TypeError', 'a conversion that is no function');
      const result = this.take(exotic, object, [hint]);
      return result instanceof ConcreteObject ? realm.throwError('TypeError', 'a conversion that gives an object') : result;
    }
    const ofAll = findProperty(realm.objectPrototype, 'valueOf', realm);
    const wantsText = hint === 'string' || (isOfDates && hint === 'default');
    for (const name of wantsText ? ['toString', 'valueOf'] : ['valueOf', 'toString']) {
      const method = methodOf(name);
      if (method instanceof Opaque) throw new Unmodelled(method.what);
      // That of all objects gives the object.
      const isOfAll = ofAll?.kind === 'data' && method === ofAll.value;
      if (!isCallable(method) || isOfAll) continue;
      const result = this.take(method, object, []);
      if (!(result instanceof ConcreteObject)) return result;
    }
    return realm.throwError('TypeError', 'an object that can not be converted');
  }
}
