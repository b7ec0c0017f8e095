import { KeptMap } from './keptCollections.js';
import { Thing, type RuleValue } from './thing.js';
import { ThingKind } from './thingKind.js';

const lists = new ThingKind({ type: 'object', isArray: true, isContainer: true });

/** A list that an expression has made, as `split` does. It is no object of the program, and never changes. */
export class MadeList extends Thing {
  constructor(elements: readonly RuleValue[]) {
    super(0, lists);
    this.beginContents();
    const entries = new KeptMap<RuleValue, RuleValue>();
    for (let at = 0; at < elements.length; at++) {
      this.ownContents().add(elements[at]);
      entries.set(at, elements[at]);
    }
    if (elements.length > 0) this.ownContents().arrange(entries);
  }

  /** What rules read of it under the name of a view: itself; undefined where an array has no such view. */
  view(name: string): MadeList | undefined {
    return name === '[...]' || name === 'values()' || name === '[]' ? this : undefined;
  }
}
