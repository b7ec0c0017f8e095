import { elementAt } from '../../runtime/rules/containerViews.js';
import { absent, type RecordedKey } from './recordedObjects.js';

/** Elements that have left a container, and such that have come to it. */
export interface Exchanged {
  readonly gone: readonly unknown[];
  readonly come: readonly unknown[];
}

/** What the events of one change do to one container: each is written at once, and what it amounts to is told at its end. */
export class RecordedContents {
  private readonly before = new Map<number, unknown>();
  private readonly gone: unknown[] = [];
  private readonly come: unknown[] = [];
  private readonly length: number;

  constructor(private readonly container: object) {
    this.length = Array.isArray(container) ? container.length : 0;
  }

  /** An element of an array, or an entry of a Map or Set. */
  write(key: RecordedKey, value: unknown): void {
    const { container } = this;
    if (key.kind === 'index' && Array.isArray(container)) this.writeElement(container, key.index, value);
    else if (key.kind === 'entry') this.writeEntry(key.key, value);
  }

  resize(length: number): void {
    const { container } = this;
    if (!Array.isArray(container)) return;
    for (let at = length; at < container.length; at++) this.remember(container, at);
    container.length = length;
  }

  /** What has gone and come since it was made. */
  end(): Exchanged {
    const { container, length, before, gone, come } = this;
    if (!Array.isArray(container)) return { gone, come };
    for (const [index, value] of before) {
      if (index < length) gone.push(value);
      if (index < container.length) come.push(elementAt(container, index));
    }
    for (let at = length; at < container.length; at++) if (!before.has(at)) come.push(elementAt(container, at));
    return { gone, come };
  }

  private writeElement(array: unknown[], index: number, value: unknown): void {
    if (value === absent && index >= array.length) return;
    this.remember(array, index);
    if (value === absent) Reflect.deleteProperty(array, index);
    else array[index] = value;
  }

  private remember(array: readonly unknown[], index: number): void {
    if (!this.before.has(index)) this.before.set(index, elementAt(array, index));
  }

  private writeEntry(key: unknown, value: unknown): void {
    const { container } = this;
    if (!(container instanceof Map || container instanceof Set)) return;
    const isGone = value === absent || (container instanceof Set && value === false);
    const wasThere = container.has(key);
    if (isGone) container.delete(key);
    else if (container instanceof Map) container.set(key, value);
    else container.add(key);
    if (wasThere === isGone) (isGone ? this.gone : this.come).push(key);
  }
}
