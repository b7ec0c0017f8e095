/** A mock whose factory gives a promise: whoever loads the module waits for it, and loads once more. */
export class AwaitedMock extends Error {
  constructor(
    readonly id: string,
    readonly promise: Promise<unknown>,
  ) {
    super('A mock is awaited.');
  }
}

type Factory = () => unknown;

/** The modules that tests replace by others: by path, or by specifier where they are packages. */
export class ModuleMocks {
  private readonly factories = new Map<string, Factory>();
  private readonly made = new Map<string, unknown>();
  /** Of modules that are awaited: what was made of them. */
  private readonly awaited = new Map<string, unknown>();

  set(id: string, factory: Factory): void {
    this.factories.set(id, factory);
    this.made.delete(id);
  }

  delete(id: string): void {
    this.factories.delete(id);
  }

  has(id: string): boolean {
    return this.factories.has(id);
  }

  /** What stands for the module. Throws an `AwaitedMock`. */
  get(id: string): unknown {
    if (this.awaited.has(id)) return this.awaited.get(id);
    if (!this.made.has(id)) this.made.set(id, this.factories.get(id)?.());
    const made = this.made.get(id);
    if (made instanceof Promise) throw new AwaitedMock(id, made);
    return made;
  }

  /** Waits for what a factory has promised. */
  async settle({ id, promise }: AwaitedMock): Promise<void> {
    this.awaited.set(id, await promise);
  }
}

/** The module with functions that do nothing: `mock` makes one that counts its calls. */
export function automocked(value: unknown, mock: () => unknown, seen = new Map<unknown, unknown>()): unknown {
  if (seen.has(value)) return seen.get(value);
  if (typeof value === 'function') {
    const made = mock() as Record<string, unknown>;
    seen.set(value, made);
    copyMocked(value, made, mock, seen);
    const { prototype } = value as { readonly prototype?: unknown };
    if (typeof prototype === 'object' && prototype !== null)
      copyMocked(prototype, made['prototype'] as Record<string, unknown>, mock, seen);
    return made;
  }
  if (Array.isArray(value)) return [];
  if (typeof value !== 'object' || value === null) return value;
  const made: Record<string, unknown> = {};
  seen.set(value, made);
  copyMocked(value, made, mock, seen);
  return made;
}

function copyMocked(from: object, to: Record<string, unknown>, mock: () => unknown, seen: Map<unknown, unknown>): void {
  for (const key of Object.getOwnPropertyNames(from)) {
    if (['constructor', 'prototype', 'length', 'name', 'arguments', 'caller'].includes(key)) continue;
    to[key] = automocked((from as Record<string, unknown>)[key], mock, seen);
  }
}
