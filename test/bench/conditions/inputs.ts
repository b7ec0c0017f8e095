import type { Random } from '../../soundness/random.js';

/** A parameter: its name, and the keyword of its declared type, `array` or `object` for all others; null where it has none. */
export interface Parameter {
  readonly name: string;
  readonly type: string | null;
}

const byType: Readonly<Record<string, readonly unknown[]>> = {
  number: [0, -0, 1, -1, 2, 3, 7, 10, 100, 255, 256, 1.5, -0.5, NaN, Infinity, -Infinity, 2 ** 31, 1e21],
  string: ['', 'a', 'ab', 'length', '0', '12', ' ', 'a b', 'é', '__proto__', 'x'.repeat(50)],
  boolean: [true, false],
  bigint: [0n, 1n, -1n, 2n ** 70n],
  object: [{}, { a: 1 }, [], [1], [[1]], ['a'], () => 0, new Map(), new Date(0), /x/],
};
const anything = [undefined, null, ...Object.values(byType).flat()];

/**
 * Arguments for the parameters that a condition is false of, drawn at random: of the declared types, with the literals of the condition
 * and its members among them. At most `count`, and fewer where they are hard to find.
 */
export function inputsOutside(
  condition: string,
  parameters: readonly Parameter[],
  count: number,
  random: Random,
): readonly (readonly unknown[])[] {
  const holds = new Function(...parameters.map(({ name }) => name), `return ${condition};`) as (...given: readonly unknown[]) => unknown;
  const found: (readonly unknown[])[] = [];
  for (let tries = 0; tries < 20_000 && found.length < count; tries++) {
    const given = parameters.map((parameter) => valueFor(parameter, condition, random));
    try {
      if (holds(...given) === false) found.push(given);
    } catch {
      // Of these values the condition says nothing.
    }
  }
  return found;
}

function valueFor({ name, type }: Parameter, condition: string, random: Random): unknown {
  if (type === 'array') return Array.from({ length: random.below(4) }, () => random.choice(anything));
  const members = membersIn(condition, name);
  if (members.length > 0 && (type === null || type === 'object') && random.next() < 0.8) return objectWith(members, condition, random);
  const pool = type === null ? anything : (byType[type] ?? anything);
  const literals = literalsIn(condition).filter((literal) => type === null || typeof literal === type);
  return random.next() < 0.3 && literals.length > 0 ? random.choice(literals) : random.choice(pool);
}

/** The paths of the members of a parameter that the condition names. */
function membersIn(condition: string, name: string): readonly (readonly string[])[] {
  const escaped = name.replaceAll('$', '\\$');
  return [...condition.matchAll(new RegExp(`(?<![\\w$.])${escaped}((?:\\.[\\w$]+)+)(?!\\()`, 'g'))].map(([, path]) =>
    (path ?? '').slice(1).split('.'),
  );
}

function objectWith(members: readonly (readonly string[])[], condition: string, random: Random): object {
  if (members.every(([first]) => first === 'length')) return Array.from({ length: random.below(6) }, () => random.choice(anything));
  const object: Record<string, unknown> = {};
  for (const path of members) {
    let at = object;
    for (const [i, key] of path.entries()) {
      if (i === path.length - 1) at[key] ??= random.choice([...anything, ...literalsIn(condition)]);
      else {
        const inner = at[key];
        at = typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>) : ((at[key] = {}) as Record<string, unknown>);
      }
    }
  }
  return object;
}

/** Literals of the condition, and their neighbours. */
function literalsIn(condition: string): readonly unknown[] {
  const numbers = [...condition.matchAll(/(?<![\w$.])-?\d+(?:\.\d+)?(?:e\d+)?(?![\w$])/g)].map(([text]) => Number(text));
  const texts = [...condition.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([quoted]) => JSON.parse(quoted) as string);
  return [...numbers.flatMap((value) => [value - 1, value, value + 1]), ...texts, ...texts.map((text) => `${text}x`), '!', '&', '\n'];
}
