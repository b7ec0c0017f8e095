import type { FunctionIr, TypeAssumption } from '../../ir/program.js';
import { mayBeOwnAccessor } from '../../semantics/heap/accessors.js';
import { assumedValue } from '../../semantics/expression/assumption.js';
import { Unmodelled } from '../concrete/signals.js';
import { ConcreteObject, Opaque } from '../concrete/concreteValue.js';
import type { ConcreteValue, Library } from '../concrete/concreteValue.js';
import type { Program } from '../../semantics/scope.js';
import type { PathTerms } from './terms.js';

/**
 * The receiver of a root: an instance of its class or of a derived one, with declared members only, or the new object of a constructor,
 * without members yet. Members that no accessor of the module's own may take are stored. For other functions: anything.
 */
export function receiverOf(root: FunctionIr, declared: TypeAssumption | null, program: Program, terms: PathTerms): ConcreteValue {
  const isNew = root.kind === 'constructor';
  if (!isNew && declared === null) return new Opaque('the receiver of a root');
  const members = declared?.kind === 'object' ? (declared.members ?? {}) : {};
  const library: Library = {
    name: 'an instance',
    hidesKeys: true,
    isOpen: true,
    member: (name) => {
      if (typeof name !== 'string' || mayBeOwnAccessor(name, program) || (isNew && name.startsWith('#')))
        throw new Unmodelled('a member of this');
      const member = isNew || !Object.hasOwn(members, name) ? undefined : members[name];
      if (member === undefined) return new Opaque(`this.${name}`);
      return terms.input({ kind: 'unknown', what: `this.${name}`, assumption: member }, assumedValue(member, program.policy));
    },
  };
  if (!isNew) {
    const instance = new ConcreteObject(unknownPrototype(), { kind: 'ordinary' });
    instance.library = library;
    return instance;
  }
  const prototype = unknownPrototype();
  prototype.library = library;
  return new ConcreteObject(prototype, { kind: 'ordinary' });
}

/** Looking there says nothing. */
export function unknownPrototype(): ConcreteObject {
  const prototype = new ConcreteObject(null, { kind: 'ordinary' });
  prototype.frozen = true;
  prototype.library = {
    name: 'an unknown prototype',
    hidesKeys: true,
    isOpen: true,
    member: () => {
      throw new Unmodelled('an unknown prototype');
    },
  };
  return prototype;
}
