/** Conditions in JavaScript that hold of a value of Node's, about the expression that gave it. */
export function factsOf(expression: string, value: unknown, known: ReadonlyMap<unknown, string>, depth = 2): string[] {
  switch (typeof value) {
    case 'undefined':
      return [`${expression} === undefined`];
    case 'boolean':
      return [`${expression} === ${value}`];
    case 'number':
      if (Number.isNaN(value)) return [`${expression} !== ${expression}`];
      return [Object.is(value, -0) ? `Object.is(${expression}, -0)` : `${expression} === ${value}`];
    case 'bigint':
      return [`${expression} === ${value}n`];
    case 'string':
      return value.length > 200
        ? [`typeof ${expression} === 'string'`, `${expression}.length === ${value.length}`]
        : [`${expression} === ${JSON.stringify(value)}`];
    case 'symbol':
      return [`typeof ${expression} === 'symbol'`];
    default:
      return value === null ? [`${expression} === null`] : objectFacts(expression, value as object, known, depth);
  }
}

function objectFacts(expression: string, value: object, known: ReadonlyMap<unknown, string>, depth: number): string[] {
  const same = known.get(value);
  if (same !== undefined && same !== expression) return [`${expression} === ${same}`];
  // Looking at a Proxy would run its traps, and at some objects their own accessors: what cannot be looked at is left.
  try {
    return contentFacts(expression, value, known, depth);
  } catch {
    return [`typeof ${expression} === '${typeof value}'`];
  }
}

function contentFacts(expression: string, value: object, known: ReadonlyMap<unknown, string>, depth: number): string[] {
  const facts: string[] = [];
  const inner = (part: string, partValue: unknown): void => {
    if (depth > 0) facts.push(...factsOf(part, partValue, known, depth - 1));
  };
  if (value instanceof Map || value instanceof Set) facts.push(`${expression} instanceof ${value instanceof Map ? 'Map' : 'Set'}`);
  if (value instanceof Map) {
    inner(`${expression}.size`, value.size);
    for (const key of [...Map.prototype.keys.call(value)].slice(0, 2))
      if (isLiteral(key)) inner(`${expression}.get(${JSON.stringify(key)})`, value.get(key));
  }
  if (value instanceof Set) {
    inner(`${expression}.size`, value.size);
    for (const key of [...Set.prototype.values.call(value)].slice(0, 2))
      if (isLiteral(key)) facts.push(`${expression}.has(${JSON.stringify(key)}) === ${value.has(key)}`);
  }
  if (value instanceof Error) {
    if (Object.keys(value).length > 0) facts.push(`Object.keys(${expression}).length > 0`);
    facts.push(`${expression} instanceof ${errorName(value)}`);
    if (!isEngineText(value)) inner(`${expression}.message`, value.message);
    facts.push(`('cause' in ${expression}) === ${'cause' in value}`);
    if ('cause' in value) inner(`${expression}.cause`, value.cause);
    return facts;
  }
  if (Array.isArray(value)) {
    if (expression !== 'log') facts.push(`Array.isArray(${expression})`);
  } else if (facts.length === 0) facts.push(`typeof ${expression} === '${typeof value}'`);
  if (ArrayBuffer.isView(value) || Array.isArray(value)) inner(`${expression}.length`, Reflect.get(value, 'length'));
  if (Array.isArray(value))
    for (let index = 0; index < Math.min(value.length, 4); index++) if (!(index in value)) facts.push(`!(${index} in ${expression})`);
  const names = Object.keys(value);
  if (names.length < 100 && !Array.isArray(value)) facts.push(`Object.keys(${expression}).length === ${names.length}`);
  for (const name of names.slice(0, 5)) {
    const descriptor = Object.getOwnPropertyDescriptor(value, name);
    if (descriptor !== undefined && 'value' in descriptor)
      inner(
        /^[a-z]\w*$/i.test(name) ? `${expression}.${name}` : `${expression}[${/^\d+$/.test(name) ? name : JSON.stringify(name)}]`,
        descriptor.value,
      );
  }
  if (value instanceof RegExp) inner(`${expression}.lastIndex`, Reflect.get(value, 'lastIndex'));
  return facts;
}

const isLiteral = (key: unknown): boolean =>
  typeof key === 'string' || (typeof key === 'number' && Number.isFinite(key) && !Object.is(key, -0));

/** The engine words its own errors as it likes; those of the calls are one letter or two. */
const isEngineText = ({ message }: Error): boolean => typeof message !== 'string' || message.length > 6;

const errorName = (error: Error): string => {
  for (const constructor of [TypeError, RangeError, SyntaxError, ReferenceError]) if (error instanceof constructor) return constructor.name;
  return 'Error';
};
