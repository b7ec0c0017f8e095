/** One kind of value that a place may hold, as far as it is known. */
export type PossibleValue =
  | { readonly kind: 'undefined' | 'null' | 'string' | 'bigint' | 'symbol' | 'object' }
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'boolean'; readonly value: boolean }
  /** From `min` to `max`, whole numbers alone where `isWhole`; NaN, too, where `mayBeNaN`. */
  | NumberValue;

interface NumberValue {
  readonly kind: 'number';
  readonly min: number;
  readonly max: number;
  readonly isWhole: boolean;
  readonly mayBeNaN: boolean;
}

/** All that a place may hold: numbers are one element. */
export type PossibleValues = readonly PossibleValue[];

const anyNumber: NumberValue = { kind: 'number', min: -Infinity, max: Infinity, isWhole: false, mayBeNaN: true };
const int32: NumberValue = { kind: 'number', min: -(2 ** 31), max: 2 ** 31 - 1, isWhole: true, mayBeNaN: false };
export const booleans: PossibleValues = [true, false].map((value) => ({ kind: 'boolean', value }));
export const anyText: PossibleValue = { kind: 'string' };
export const anyObject: PossibleValue = { kind: 'object' };
export const undefinedValue: PossibleValue = { kind: 'undefined' };
export const anything: PossibleValues = [
  undefinedValue,
  { kind: 'null' },
  ...booleans,
  anyNumber,
  anyText,
  { kind: 'bigint' },
  { kind: 'symbol' },
  anyObject,
];

/** More texts than these are any text. */
const mostTexts = 12;

/** The one value that a literal is. */
export function valueOfLiteral(value: undefined | null | boolean | number | string | bigint): PossibleValue {
  if (value === null) return { kind: 'null' };
  switch (typeof value) {
    case 'boolean':
      return { kind: 'boolean', value };
    case 'number':
      return Number.isNaN(value)
        ? { kind: 'number', min: Infinity, max: -Infinity, isWhole: true, mayBeNaN: true }
        : { kind: 'number', min: value, max: value, isWhole: Number.isInteger(value), mayBeNaN: false };
    case 'string':
      return { kind: 'text', value };
    case 'bigint':
      return { kind: 'bigint' };
    default:
      return undefinedValue;
  }
}

/** What either may hold. */
export function joined(...all: readonly PossibleValues[]): PossibleValues {
  const found: PossibleValue[] = [];
  for (const value of all.flat()) {
    const at = found.findIndex((one) => one.kind === value.kind && keyOf(one) === keyOf(value));
    const known = found[at];
    if (known?.kind === 'number' && value.kind === 'number') found[at] = numbersJoined(known, value);
    else if (known === undefined) found.push(value);
  }
  const texts = found.filter(({ kind }) => kind === 'text').length;
  const isAny = found.some(({ kind }) => kind === 'string') || texts > mostTexts;
  return texts === 0 || !isAny ? found : [...found.filter(({ kind }) => kind !== 'text' && kind !== 'string'), anyText];
}

const keyOf = (value: PossibleValue): unknown => (value.kind === 'text' || value.kind === 'boolean' ? value.value : null);

function numbersJoined(a: NumberValue, b: NumberValue): NumberValue {
  return {
    kind: 'number',
    min: Math.min(a.min, b.min),
    max: Math.max(a.max, b.max),
    isWhole: a.isWhole && b.isWhole,
    mayBeNaN: a.mayBeNaN || b.mayBeNaN,
  };
}

/** previous ∇ next: a bound that has moved is infinite. */
export function widened(previous: PossibleValues, next: PossibleValues): PossibleValues {
  const before = previous.find((value) => value.kind === 'number');
  return next.map((value) => {
    if (value.kind !== 'number' || before === undefined) return value;
    const min = value.min < before.min ? -Infinity : value.min;
    return { ...value, min, max: value.max > before.max ? Infinity : value.max };
  });
}

/** Whether the same is known of two places. */
export function isSame(a: PossibleValues, b: PossibleValues): boolean {
  const text = (values: PossibleValues): string =>
    values
      .map((value) => Object.values(value).map(String).join(' '))
      .sort()
      .join('\n');
  return text(a) === text(b);
}

/** Whether a test of it passes; null where it may or may not. */
export function truthOf(value: PossibleValue): boolean | null {
  switch (value.kind) {
    case 'undefined':
    case 'null':
      return false;
    case 'boolean':
      return value.value;
    case 'text':
      return value.value !== '';
    case 'symbol':
    case 'object':
      return true;
    case 'number':
      if (value.min > 0 || value.max < 0) return value.min > value.max ? false : value.mayBeNaN ? null : true;
      return value.min === 0 && value.max === 0 ? false : null;
    default:
      return null;
  }
}

/** Those that may pass a test, or may not. */
export function passing(values: PossibleValues, wanted: boolean): PossibleValues {
  return values.filter((value) => truthOf(value) !== !wanted);
}

export function typeOf(value: PossibleValue): PossibleValues {
  // Functions are objects here.
  if (value.kind === 'object') return ['object', 'function'].map((name) => ({ kind: 'text', value: name }));
  const name = value.kind === 'null' ? 'object' : value.kind === 'text' ? 'string' : value.kind;
  return [{ kind: 'text', value: name }];
}

/** What an operator gives of two values; where it may call code of objects, anything. */
export function ofOperator(operator: string, a: PossibleValue, b: PossibleValue): PossibleValues {
  const known = compared(operator, a, b);
  if (known !== undefined) return known === null ? booleans : [{ kind: 'boolean', value: known }];
  const [x, y] = [numberOf(a), numberOf(b)];
  if (operator === '+') {
    if (isText(a) && isText(b)) return a.kind === 'text' && b.kind === 'text' ? [{ kind: 'text', value: a.value + b.value }] : [anyText];
    if (isText(a) || isText(b)) return [anyText];
  }
  // Of a number and a bigint they throw.
  const isOfNumber = a.kind === 'number' || b.kind === 'number';
  if (isOfNumber && /^(?:[|&^]|<<|>>)$/.test(operator)) return [int32];
  if (x === null || y === null) return operator === '+' ? anything : [anyNumber, { kind: 'bigint' }];
  switch (operator) {
    case '+':
      return [within([x.min + y.min, x.max + y.max], x, y)];
    case '-':
      return [within([x.min - y.max, x.max - y.min], x, y)];
    case '*': {
      const products = [x.min * y.min, x.min * y.max, x.max * y.min, x.max * y.max];
      return [
        within(
          [Math.min(...products), Math.max(...products)],
          x,
          y,
          isBounded(x) && isBounded(y) ? false : reachesZero(x) || reachesZero(y),
        ),
      ];
    }
    case '|':
    case '&':
    case '^':
    case '<<':
    case '>>':
      return [int32];
    case '>>>':
      return [{ ...int32, min: 0, max: 2 ** 32 - 1 }];
    default:
      return [anyNumber];
  }
}

const isText = ({ kind }: PossibleValue): boolean => kind === 'text' || kind === 'string';
const isBounded = ({ min, max }: NumberValue): boolean => Number.isFinite(min) && Number.isFinite(max);

const reachesZero = ({ min, max }: NumberValue): boolean => min <= 0 && max >= 0;

/** Infinities count as whole. `givesNaN`: two of its numbers may give none. */
function within([min, max]: readonly [number, number], x: NumberValue, y: NumberValue, givesNaN = false): NumberValue {
  const isWhole = x.isWhole && y.isWhole;
  // An infinity less an infinity is no number.
  if (x.min > x.max || y.min > y.max || Number.isNaN(min) || Number.isNaN(max)) return { ...anyNumber, isWhole };
  const isBothWays =
    (min === -Infinity && (x.max === Infinity || y.max === Infinity)) || (max === Infinity && (x.min === -Infinity || y.min === -Infinity));
  const mayBeNaN = x.mayBeNaN || y.mayBeNaN || givesNaN || isBothWays || (!isBounded(x) && !isBounded(y) && !(x.min >= 0 && y.min >= 0));
  return { kind: 'number', min, max, isWhole, mayBeNaN };
}

/** What it is as a number, where no code runs to make it one and it is no bigint. */
function numberOf(value: PossibleValue): NumberValue | null {
  switch (value.kind) {
    case 'number':
      return value;
    case 'undefined':
      return valueOfLiteral(NaN) as NumberValue;
    case 'null':
      return valueOfLiteral(0) as NumberValue;
    case 'boolean':
      return valueOfLiteral(Number(value.value)) as NumberValue;
    default:
      return null;
  }
}

/** Undefined: it is no comparison. Null: it may be either. */
function compared(operator: string, a: PossibleValue, b: PossibleValue): boolean | null | undefined {
  switch (operator) {
    case '===':
      return isIdentical(a, b);
    case '!==':
      return negated(isIdentical(a, b));
    case '==':
      return isLooselyEqual(a, b);
    case '!=':
      return negated(isLooselyEqual(a, b));
    case '<':
      return isLess(a, b);
    case '>':
      return isLess(b, a);
    case '<=':
      return isAtMost(a, b);
    case '>=':
      return isAtMost(b, a);
    default:
      return undefined;
  }
}

const negated = (known: boolean | null): boolean | null => (known === null ? null : !known);

function isIdentical(a: PossibleValue, b: PossibleValue): boolean | null {
  if (isText(a) && isText(b)) return a.kind === 'text' && b.kind === 'text' ? a.value === b.value : null;
  if (a.kind !== b.kind) return false;
  if (a.kind === 'undefined' || a.kind === 'null') return true;
  if (a.kind === 'boolean' && b.kind === 'boolean') return a.value === b.value;
  if (a.kind !== 'number' || b.kind !== 'number') return null;
  if (a.max < b.min || b.max < a.min) return false;
  return a.min === a.max && b.min === b.max && a.min === b.min && !a.mayBeNaN && !b.mayBeNaN ? true : null;
}

function isLooselyEqual(a: PossibleValue, b: PossibleValue): boolean | null {
  const [isEmpty, isOtherEmpty] = [a, b].map(({ kind }) => kind === 'undefined' || kind === 'null');
  if (isEmpty === true && isOtherEmpty === true) return true;
  if (a.kind === b.kind || (isText(a) && isText(b))) return isIdentical(a, b);
  // `document.all` is an object that equals undefined, but Node has none.
  return isEmpty === true || isOtherEmpty === true ? false : null;
}

function isLess(a: PossibleValue, b: PossibleValue): boolean | null {
  const [x, y] = [numberOf(a), numberOf(b)];
  if (x === null || y === null) return null;
  if (x.min > x.max || y.min > y.max || x.min >= y.max) return false;
  return x.max < y.min && !x.mayBeNaN && !y.mayBeNaN ? true : null;
}

function isAtMost(a: PossibleValue, b: PossibleValue): boolean | null {
  const [x, y] = [numberOf(a), numberOf(b)];
  if (x === null || y === null) return null;
  if (x.min > x.max || y.min > y.max || x.min > y.max) return false;
  return x.max <= y.min && !x.mayBeNaN && !y.mayBeNaN ? true : null;
}

/** Those of some values for which a comparison with another may be `wanted`. */
export function narrowed(operator: string, values: PossibleValues, other: PossibleValue, wanted: boolean): PossibleValues {
  return values.flatMap((value): PossibleValues => {
    const known = compared(operator, value, other);
    if (known === !wanted) return [];
    if (value.kind !== 'number' || other.kind !== 'number' || known === wanted) return [value];
    const holds = comparisonOf(operator, wanted);
    // A comparison with NaN is false.
    const mayBeNaN = value.mayBeNaN && (operator === '!==' || operator === '!=' ? wanted : !wanted);
    const bounds = { ...value, mayBeNaN };
    if (holds === '<' || holds === '<=') {
      const max = holds === '<' && value.isWhole && Number.isInteger(other.max) ? other.max - 1 : other.max;
      return [{ ...bounds, max: Math.min(value.max, max) }];
    }
    if (holds === '>' || holds === '>=') {
      const min = holds === '>' && value.isWhole && Number.isInteger(other.min) ? other.min + 1 : other.min;
      return [{ ...bounds, min: Math.max(value.min, min) }];
    }
    if (holds === '===') return [{ ...bounds, min: Math.max(value.min, other.min), max: Math.min(value.max, other.max) }];
    return [bounds];
  });
}

/** The comparison that holds of numbers where one is `wanted`. */
function comparisonOf(operator: string, wanted: boolean): string {
  const opposite: Readonly<Record<string, string>> = {
    '<': '>=',
    '<=': '>',
    '>': '<=',
    '>=': '<',
    '===': '!==',
    '!==': '===',
    '==': '!==',
    '!=': '===',
  };
  return wanted ? operator.replace(/^==$/, '===') : (opposite[operator] ?? operator);
}
