import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import type { BuiltinFacts } from '../../server/builtins/builtinFacts.js';
import { builtinFacts, builtinsThat, memberOf, methodsThat } from '../../server/builtins/facts.js';

/** Where what the dynamic half needs of the facts stands: plain data, so that nothing of the static half is loaded into a program. */
export const debuggeeBuiltinsFile = 'adapter/instrument/builtinNames.ts';

/**
 * They give what was there before, and are probed all the same: programs copy by `Object.assign({}, …)`, and `valueOf` of most classes
 * computes a value.
 */
const probedAllTheSame: ReadonlySet<string> = new Set(['assign', 'valueOf']);

/** The object that an iterator returns is new, but nobody asks where that was made: its value is what was there. */
const holdingWhatWasThere = ['next'];

const ownerOf = (name: string): string => name.slice(0, name.lastIndexOf('.'));
const without = (names: Iterable<string>): readonly string[] => [...names].filter((name) => !probedAllTheSame.has(name));
const text = (names: Iterable<string>): string => `'${[...new Set(names)].toSorted().join(' ')}'`;
const membersOf = (owner: string, is: (facts: BuiltinFacts) => boolean): readonly string[] =>
  builtinsThat((facts, name) => ownerOf(name) === owner && is(facts)).map(memberOf);
const record = (entries: readonly (readonly [string, unknown])[]): string =>
  `{ ${entries.map(([name, value]) => `${/^\w+$/.test(name) ? name : `'${name}'`}: ${String(value)}`).join(', ')} }`;

function makers(): string {
  const groups = new Map<string, string[]>();
  for (const [name, { makes }] of builtinFacts) {
    if (makes === undefined) continue;
    const group = `${ownerOf(name === memberOf(name) ? `globalThis.${name}` : name)} ${makes}`;
    groups.set(group, [...(groups.get(group) ?? []), memberOf(name)]);
  }
  const rows = [...groups].map(([group, names]) => `  ['${group.replace(' ', `', ${text(names)}, '`)}'],`);
  return rows.toSorted().join('\n');
}

/** The text of the file, of the facts as they are. */
function debuggeeBuiltins(): string {
  const writesThis = ({ writes }: BuiltinFacts): boolean => writes?.includes('this') === true;
  const lengths = membersOf('Array.prototype', (facts) => writesThis(facts) && facts.resizes !== undefined && facts.resizes !== 0);
  const elements = [...builtinFacts].flatMap(([name, { calls = [] }]) =>
    name.includes('.prototype.') ? calls.flatMap(({ element }) => (element === undefined ? [] : [[memberOf(name), element] as const])) : [],
  );
  const same = builtinsThat(({ gives }, name) => ownerOf(name) === 'Object' && gives?.includes(0) === true);
  return `// Generated from the facts of server/builtins by npm run builtins: change those.

/** How far what a built-in returns was made by it: the object alone, its parts too, or all that is in it. */
export type Depth = 'own' | 'parts' | 'all';

/** Methods of the language that return their receiver, an argument or an element. */
export const givingMethods =
  ${text([...without(methodsThat(({ gives }) => gives !== undefined)), ...without(same.map(memberOf)), ...holdingWhatWasThere])};

/** Functions of \`Object\` that hand on their first argument as it is. */
export const handingOnFirst = ${text(without(same.map(memberOf)))};

/** Functions of \`Object\` after which their first argument refuses writes. */
export const restrictingFunctions = ${text(membersOf('Object', ({ restricts }) => restricts === 0))};

/** Methods of arrays that write the length at their end. */
export const lengthWritingMethods: Readonly<Record<string, true>> = ${record(lengths.map((name) => [name, true]))};

/** Methods of arrays that write their receiver. */
export const writingArrayMethods = ${text(membersOf('Array.prototype', writesThis))};

/** Methods of typed arrays that write their receiver. */
export const writingTypedArrayMethods = ${text(membersOf('%TypedArray%.prototype', writesThis))};

/** Functions of \`Atomics\` that write the typed array that they are given. */
export const writingAtomics = ${text(membersOf('Atomics', ({ writes }) => writes?.includes(0) === true))};

/** Methods that give each element to their callback, as which parameter. */
export const elementParameters: Readonly<Record<string, number>> = ${record([...new Map(elements)])};

/** Built-ins that make what they return: by whose members they are. */
export const makingFunctions: readonly (readonly [owner: string, names: string, depth: Depth])[] = [
${makers()}
];
`;
}

/** The file as it is checked in: formatted. */
export async function debuggeeBuiltinsText(): Promise<string> {
  const path = fileURLToPath(new URL(`../../${debuggeeBuiltinsFile}`, import.meta.url));
  return format(debuggeeBuiltins(), { ...(await resolveConfig(path)), parser: 'typescript' });
}

/** `npm run builtins` writes the file. */
if (process.argv[1] === fileURLToPath(import.meta.url))
  writeFileSync(new URL(`../../${debuggeeBuiltinsFile}`, import.meta.url), await debuggeeBuiltinsText());
