import type { ConcreteObject, ConcreteValue } from './concreteValue.js';
import type { Stopped } from './failure.js';

/*
 * How the parts of the interpreter leave each other early. They are host exceptions so that evaluating an expression can stay
 * an ordinary function; none of them leaves `runFunction`.
 */

/** The program under analysis throws this value. */
export class Thrown {
  constructor(
    readonly value: ConcreteValue,
    /** Where it was thrown first, where a promise hands it on. */
    readonly origin: Stopped | null = null,
  ) {}
}

/** Something that the interpreter does not model exactly: the run says nothing. */
export class Unmodelled {
  constructor(readonly what: string) {}
}

/** The run is given up, whatever might be assumed of code that is not seen. */
export class Abandoned extends Unmodelled {}

/** Code of the program is to run in the middle of an instruction, which begins again with what that gives. */
export class CallNeeded {
  constructor(
    readonly callee: ConcreteObject,
    readonly self: ConcreteValue,
    readonly args: readonly ConcreteValue[],
  ) {}
}

/** An activation that runs ahead of what its caller does meanwhile comes to something that its caller may change. */
export class RanAhead {}

export class OutOfFuel {}

/** `process.exit`: a normal end. */
export class ProcessEnd {}

/** A run's budget: everything that can grow with the input spends some. */
export class Fuel {
  private spent = 0;
  constructor(private readonly limit: number) {}

  get steps(): number {
    return this.spent;
  }

  spend(amount: number): void {
    this.spent += amount;
    if (this.spent > this.limit) throw new OutOfFuel();
  }
}
