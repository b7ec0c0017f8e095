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
export interface Receiver {
  readonly value: ConcreteValue;
  /** Unknown code has run, which has the instance, too. Returns what the run has stored in it. */
  forget(): readonly ConcreteValue[];
}

export function receiverOf(root: FunctionIr, declared: TypeAssumption | null, program: Program, terms: PathTerms): Receiver {
  const isNew = root.kind === 'constructor';
  if (!isNew && declared === null) return withoutMembers(new Opaque('the receiver of a root'));
  if (!isNew) return new GivenInstance(declared?.kind === 'object' ? (declared.members ?? {}) : {}, program, terms);
  const prototype = unknownPrototype();
  prototype.library = instanceLibrary({ name: 'an instance', member: (name) => new Opaque(`this.${name}`) }, program, true);
  return withoutMembers(new ConcreteObject(prototype, { kind: 'ordinary' }));
}

const withoutMembers = (value: ConcreteValue): Receiver => ({ value, forget: () => [] });

function instanceLibrary(
  members: { readonly name: string; member(name: string): ConcreteValue },
  program: Program,
  isNew: boolean,
): Library {
  return {
    get name() {
      return members.name;
    },
    hidesKeys: true,
    isOpen: true,
    member: (name) => {
      if (typeof name !== 'string' || mayBeOwnAccessor(name, program) || (isNew && name.startsWith('#')))
        throw new Unmodelled('a member of this');
      return members.member(name);
    },
  };
}

/** An instance that was there before: whoever called the root has it. */
class GivenInstance implements Receiver {
  readonly value = new ConcreteObject(unknownPrototype(), { kind: 'ordinary' });
  /** Members that the run has stored, before unknown code ran: nothing is known of these any more, not even their declared type. */
  private readonly lost = new Set<string>();
  private changes = 0;

  constructor(
    private readonly members: Readonly<Record<string, TypeAssumption>>,
    private readonly program: Program,
    private readonly terms: PathTerms,
  ) {
    this.value.library = instanceLibrary(this, program, false);
  }

  get name(): string {
    return ['an instance', ...this.lost].join(' ');
  }

  member(name: string): ConcreteValue {
    const member = this.lost.has(name) || !Object.hasOwn(this.members, name) ? undefined : this.members[name];
    if (member === undefined) return new Opaque(`this.${name}`);
    const what = this.changes === 0 ? `this.${name}` : `this.${name} after ${this.changes}`;
    return this.terms.input({ kind: 'unknown', what, assumption: member }, assumedValue(member, this.program.policy));
  }

  forget(): readonly ConcreteValue[] {
    this.changes++;
    const stored = [...this.value.properties].flatMap(([name, property]) => {
      if (typeof name === 'string') this.lost.add(name);
      return property.kind === 'data' ? [property.value] : [property.getter, property.setter];
    });
    this.value.properties.clear();
    return stored;
  }
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
