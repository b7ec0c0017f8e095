/** The methods of one evaluation of a class that has a protocol: by name, those of the class first, then those of subclasses that always call it. */
type Methods = ReadonlyMap<string, readonly (PropertyDescriptor | undefined)[]>;

/** Which objects have the methods that a class with a protocol was evaluated with: of others it is not known which steps they took. */
export class OwnMethods {
  /** By protocol and prototype. */
  private readonly homes = new Map<string, WeakMap<object, Methods>>();

  note(key: string, prototype: object, names: readonly string[]): void {
    let homes = this.homes.get(key);
    if (homes === undefined) this.homes.set(key, (homes = new WeakMap()));
    homes.set(prototype, new Map(names.map((name) => [name, [Object.getOwnPropertyDescriptor(prototype, name)]])));
  }

  /** Methods of a prototype that always call those that they override: where these are of a class with a protocol, they count as its own. */
  noteCalling(prototype: object, names: readonly string[]): void {
    const above = Object.getPrototypeOf(prototype) as object | null;
    for (const [key, homes] of this.homes) {
      const home = above === null ? null : homeIn(above, homes);
      if (above === null || home === null) continue;
      const methods = [...home.methods].map(([name, own]): [string, readonly (PropertyDescriptor | undefined)[]] => {
        const isCalling = names.includes(name) && isSame(inherited(above, name), own[0]) && isSame(inherited(home.object, name), own[0]);
        return [name, isCalling ? [...own, Object.getOwnPropertyDescriptor(prototype, name)] : own];
      });
      this.homes.get(key)?.set(home.object, new Map(methods));
    }
  }

  areOf(key: string, object: object): boolean {
    const homes = this.homes.get(key);
    const home = homes === undefined ? null : homeIn(object, homes);
    if (home === null) return false;
    return [...home.methods].every(([name, own]) => {
      const found = inherited(object, name);
      return own.some((each) => isSame(found, each)) && isSame(inherited(home.object, name), own[0]);
    });
  }
}

function homeIn(object: object, homes: WeakMap<object, Methods>): { readonly object: object; readonly methods: Methods } | null {
  for (let at: object | null = object; at !== null; at = Object.getPrototypeOf(at) as object | null) {
    const methods = homes.get(at);
    if (methods !== undefined) return { object: at, methods };
  }
  return null;
}

/** The property that an object has or inherits. */
function inherited(object: object, name: string): PropertyDescriptor | undefined {
  for (let at: object | null = object; at !== null; at = Object.getPrototypeOf(at) as object | null) {
    const found = Object.getOwnPropertyDescriptor(at, name);
    if (found !== undefined) return found;
  }
  return undefined;
}

const isSame = (a: PropertyDescriptor | undefined, b: PropertyDescriptor | undefined): boolean =>
  a !== undefined && b !== undefined && a.value === b.value && a.get === b.get && a.set === b.set;
