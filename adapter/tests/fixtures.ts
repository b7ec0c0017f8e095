type Body = (...given: unknown[]) => unknown;

/** What `test.extend` of vitest is given: by name a value, or a function that hands one to its second parameter. */
export type Fixtures = ReadonlyMap<string, Fixture>;

interface Fixture {
  readonly value: unknown;
  /** It gives its value back, instead of handing it on. */
  readonly gives: boolean;
  /** It is there for each test, wanted or not. */
  readonly isAutomatic: boolean;
  /** That of the same name which it takes the place of. */
  readonly before: Fixture | null;
}

/** Those of a test with more of them: as an object, or one by its name. */
export function extended(fixtures: Fixtures, given: readonly unknown[]): Fixtures {
  const next = new Map(fixtures);
  const add = (name: string, value: unknown, gives: boolean, options: unknown): void => {
    const isAutomatic = typeof options === 'object' && options !== null && (options as { readonly auto?: unknown }).auto === true;
    next.set(name, { value, gives, isAutomatic, before: fixtures.get(name) ?? null });
  };
  const [first, second, third] = given;
  if (typeof first === 'string') {
    const hasOptions = given.length > 2;
    add(first, hasOptions ? third : second, true, hasOptions ? second : null);
    return next;
  }
  for (const [name, value] of Object.entries((first ?? {}) as object)) {
    const isPair = Array.isArray(value) && value.length === 2 && isOptions(value[1]);
    const [own, options] = isPair ? (value as unknown as readonly [unknown, unknown]) : [value as unknown, null];
    add(name, own, false, options);
  }
  return next;
}

const isOptions = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && ['auto', 'scope', 'injected'].some((key) => key in value);

/** The body with the fixtures that it names in the context that it is given; they end when it has ended, the last first. */
export function withFixtures(body: Body, fixtures: Fixtures, at = 0): Body {
  if (fixtures.size === 0) return body;
  const wanted = namesTaken(body, at);
  const needed = [...fixtures].filter(([name, { isAutomatic }]) => isAutomatic || (wanted?.includes(name) ?? false)).map(([name]) => name);
  if (needed.length === 0) return body;
  return async (...given) => {
    const ends: (() => Promise<unknown>)[] = [];
    const known = new Map<Fixture, unknown>();
    const context = Object.create((given[at] ?? null) as object | null) as Record<string, unknown>;
    const valueOf = async (fixture: Fixture, name: string): Promise<unknown> => {
      if (known.has(fixture)) return known.get(fixture);
      const value = await begun(fixture, await contextOf(fixture, name));
      known.set(fixture, value);
      return value;
    };
    const contextOf = async (fixture: Fixture, name: string): Promise<object> => {
      const own = Object.create(context) as Record<string, unknown>;
      if (typeof fixture.value !== 'function') return own;
      for (const other of namesTaken(fixture.value as Body, 0) ?? []) {
        const found = other === name ? fixture.before : fixtures.get(other);
        if (found !== null && found !== undefined) own[other] = await valueOf(found, other);
      }
      return own;
    };
    const begun = (fixture: Fixture, own: object): Promise<unknown> => {
      const { value } = fixture;
      if (typeof value !== 'function') return Promise.resolve(value);
      if (fixture.gives) {
        const onCleanup = (act: () => unknown): void => void ends.push(() => Promise.resolve(act()));
        return Promise.resolve((value as Body)(own, { onCleanup }));
      }
      return handedOn(value as Body, own, ends);
    };
    try {
      for (const name of needed) {
        const fixture = fixtures.get(name);
        if (fixture !== undefined) context[name] = await valueOf(fixture, name);
      }
      return await body(...given.slice(0, at), context, ...given.slice(at + 1));
    } finally {
      for (const end of ends.reverse()) await end();
    }
  };
}

/** What a fixture hands on; it goes on when the test has ended. */
function handedOn(fixture: Body, context: object, ends: (() => Promise<unknown>)[]): Promise<unknown> {
  return new Promise((resolve, reject) => {
    let goOn: () => void = () => undefined;
    const isOver = new Promise<void>((over) => (goOn = over));
    const whole = Promise.resolve(
      fixture(context, (value: unknown) => {
        resolve(value);
        return isOver;
      }),
    );
    whole.catch(reject);
    ends.push(() => {
      goOn();
      return whole;
    });
  });
}

/** The names that a function takes out of a parameter; null where it takes it as it is. */
function namesTaken(body: Body, at: number): readonly string[] | null {
  const [first = ''] = parametersOf(Function.prototype.toString.call(body)).slice(at);
  const inside = /^\s*\{([\s\S]*)\}\s*(?:=[\s\S]*)?$/.exec(first)?.[1];
  if (inside === undefined) return null;
  return split(inside).flatMap((part) => /^\s*(['"]?)([\w$]+)\1/.exec(part)?.[2] ?? []);
}

/** The parameters of a function as it is written. */
function parametersOf(text: string): readonly string[] {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, '');
  const single = /^\s*(?:async\s+)?([\w$]+)\s*=>/.exec(code)?.[1];
  if (single !== undefined) return [single];
  const from = code.indexOf('(') + 1;
  return split(code.slice(from, endOf(code, from)));
}

/** Where the bracket ends that is open at a place. */
function endOf(code: string, from: number): number {
  let depth = 0;
  for (let i = from; i < code.length; i++) {
    const sign = code[i] ?? '';
    if ('([{'.includes(sign)) depth++;
    else if (')]}'.includes(sign) && depth-- === 0) return i;
  }
  return code.length;
}

/** The parts between the commas that are in no bracket. */
function split(code: string): readonly string[] {
  const parts: string[] = [];
  let from = 0;
  let depth = 0;
  for (let i = 0; i <= code.length; i++) {
    const sign = code[i] ?? ',';
    if ('([{'.includes(sign)) depth++;
    else if (')]}'.includes(sign)) depth--;
    else if (sign === ',' && depth === 0) {
      parts.push(code.slice(from, i));
      from = i + 1;
    }
  }
  return parts.filter((part) => part.trim() !== '');
}
