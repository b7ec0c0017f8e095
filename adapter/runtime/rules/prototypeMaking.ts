import { newList } from '../../maintain/ownLists.js';
import { isObject } from '../realm/identity.js';
import { notePrototype } from './watchedThing.js';

const { max } = Math;

/** An object that waits to enter its sets. */
interface Held {
  readonly object: object;
  readonly enter: () => void;
}

/** The expressions under way whose value becomes the prototype of a class: that value enters no set, what else they make does when they end. */
export class PrototypeMaking {
  private under: Held[][] = newList();

  /** Whether one is under way. */
  get isAny(): boolean {
    return this.under.length > 0;
  }

  begin(): void {
    this.under[this.under.length] = newList();
    // One that throws never ends.
    if (this.under.length === 1) enqueue(() => this.release());
  }

  /** Whether an object has to wait, and then enters by the action. */
  holds(object: object, enter: () => void): boolean {
    const held = this.under[this.under.length - 1];
    if (held === undefined) return false;
    held[held.length] = { object, enter };
    return true;
  }

  /** The expression has this value. */
  end(value: unknown): void {
    if (isObject(value)) notePrototype(value);
    const held = this.under[this.under.length - 1] ?? [];
    this.under.length = max(0, this.under.length - 1);
    for (let at = 0; at < held.length; at++) if (held[at]?.object !== value) held[at]?.enter();
  }

  private release(): void {
    while (this.under.length > 0) this.end(null);
  }
}

const enqueue = queueMicrotask;
