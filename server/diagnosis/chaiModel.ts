/** What chai has beside what is modelled: a test that uses it is not followed. */
const unmodelledWords =
  'any all own nested ordered itself respondTo respondsTo extensible sealed frozen finite iterable numeric callable change changes increase increases decrease decreases ' +
  'by ownProperty haveOwnProperty haveOwnPropertyDescriptor ownPropertyDescriptor containSubset arguments Arguments eventually rejected rejectedWith fulfilled';
const unmodelledAsserts =
  'isExtensible isNotExtensible isSealed isNotSealed isFrozen isNotFrozen isFinite isIterable isNumeric isCallable isNotCallable isSymbol isBigInt ' +
  'isNotObject isNotArray isNotString isNotNumber isNotBoolean isNotFunction notTypeOf notInstanceOf isNotTrue isNotFalse isNotNaN nestedInclude ' +
  'notNestedInclude deepNestedInclude ownInclude notOwnInclude deepOwnInclude notDeepInclude nestedProperty notPropertyVal deepPropertyVal ownProperty ' +
  'hasAnyKeys hasAllKeys containsAllKeys hasAnyDeepKeys hasAllDeepKeys doesNotHaveAnyKeys doesNotHaveAllKeys sameOrderedMembers ' +
  'sameDeepOrderedMembers notSameMembers includeMembers includeDeepMembers includeOrderedMembers changes doesNotChange increases decreases operator ' +
  'changesBy increasesBy decreasesBy ifError containSubset rejects isRejected isFulfilled becomes eventually';

/** chai's `expect` and `assert`: the text of an expression. It uses `$node_equality`. */
export const chaiModel = `(() => {
  const { same, loosely, isObject, isPattern } = $node_equality;
  const fail = () => {
    const error = new Error('assertion');
    error.name = 'AssertionError';
    error.code = 'ERR_ASSERTION';
    throw error;
  };
  const need = (holds) => { if (!holds) fail(); };
  const isPlainKey = (value) => !isObject(value) && typeof value !== 'function';
  const entriesOf = (of) => (of instanceof Map ? [...of.keys()] : [...of]).every(isPlainKey) || fetch();
  const deep = (a, b) => {
    if (same(a, b)) return true;
    if (!isObject(a) || !isObject(b)) return false;
    if (Array.isArray(a) !== Array.isArray(b)) return false;
    if (Array.isArray(a)) {
      if (a.length !== b.length) return false;
      for (let i = 0; i < a.length; i++) if (!deep(a[i], b[i])) return false;
      return true;
    }
    if (a instanceof Error || b instanceof Error || Object.getPrototypeOf(a) !== Object.getPrototypeOf(b)) return fetch();
    if (a instanceof Date) return same(a.getTime(), b.getTime());
    if (isPattern(a)) return String(a) === String(b);
    if (a instanceof Map || a instanceof Set) {
      entriesOf(a);
      entriesOf(b);
      if (a.size !== b.size) return false;
      for (const key of a.keys()) if (!b.has(key) || (a instanceof Map && !deep(a.get(key), b.get(key)))) return false;
      return true;
    }
    const keys = Object.keys(a);
    if (keys.length !== Object.keys(b).length) return false;
    for (const key of keys) if (!Object.hasOwn(b, key) || !deep(a[key], b[key])) return false;
    return true;
  };
  const typeOf = (value) => {
    if (value === null) return 'null';
    if (typeof value !== 'object') return typeof value;
    if (Array.isArray(value)) return 'array';
    for (const [type, name] of [[Map, 'map'], [Set, 'set'], [Date, 'date'], [Error, 'error'], [Promise, 'promise']]) if (value instanceof type) return name;
    return isPattern(value) ? 'regexp' : 'object';
  };
  const sizeOf = (value) => {
    if (value instanceof Map || value instanceof Set) return value.size;
    need(value !== undefined && value !== null && value.length !== undefined);
    return value.length;
  };
  const isEmpty = (value) => {
    if (typeof value === 'function') return fetch();
    if (typeof value === 'string' || Array.isArray(value)) return value.length === 0;
    if (value instanceof Map || value instanceof Set) return value.size === 0;
    need(isObject(value));
    return Object.keys(value).length === 0;
  };
  const numbers = (...values) => {
    for (const value of values) if (typeof value !== 'number' && typeof value !== 'bigint') value instanceof Date ? fetch() : fail();
    return true;
  };
  const contains = (value, item, isEqual, isNot) => {
    if (typeof value === 'string') return typeof item === 'string' ? value.includes(item) : fetch();
    if (value instanceof Map) return [...value.values()].some((each) => isEqual(each, item));
    if (Array.isArray(value) || value instanceof Set) return [...value].some((each) => isEqual(each, item));
    if (!isObject(value) || !isObject(item)) return fetch();
    const keys = Object.keys(item);
    if (isNot && keys.length > 1) return fetch();
    return keys.every((key) => key in value && isEqual(value[key], item[key]));
  };
  const isPart = (some, all, isEqual) => {
    const rest = [...all];
    return some.every((each) => {
      const at = rest.findIndex((other) => isEqual(other, each));
      if (at >= 0) rest.splice(at, 1);
      return at >= 0;
    });
  };
  const strictly = (a, b) => a === b;
  const messageFits = (error, wanted) => {
    const message = isObject(error) ? error.message : error;
    if (typeof message !== 'string') return fetch();
    return typeof wanted === 'string' ? message.includes(wanted) : wanted.test(message);
  };
  const errorFits = (error, wanted) => {
    if (typeof wanted === 'string' || isPattern(wanted)) return messageFits(error, wanted);
    if (typeof wanted === 'function') return error instanceof wanted;
    return wanted instanceof Error ? error === wanted : fetch();
  };
  class Chain {
    constructor(value, isNot, isDeep, isPart) {
      this.$value = value;
      this.$isNot = isNot;
      this.$isDeep = isDeep;
      this.$isPart = isPart;
    }
    get $equal() { return this.$isDeep ? deep : strictly; }
    $check(holds) {
      if (holds === this.$isNot) fail();
      return this;
    }
    get not() { return new Chain(this.$value, true, this.$isDeep, this.$isPart); }
    get deep() { return new Chain(this.$value, this.$isNot, true, this.$isPart); }
    get a() {
      const type = (name) => this.$check(typeOf(this.$value) === name.toLowerCase());
      type.instanceof = type.instanceOf = (of) => this.instanceOf(of);
      return type;
    }
    get include() {
      const include = (item) => this.$check(contains(this.$value, item, this.$equal, this.$isNot));
      const part = new Chain(this.$value, this.$isNot, this.$isDeep, true);
      include.members = (list) => part.members(list);
      include.deep = part.deep;
      include.keys = (...given) => part.keys(...given);
      include.all = include.any = include.ordered = include.oneOf = fetch;
      return include;
    }
    get lengthOf() {
      const length = (size) => this.$check(sizeOf(this.$value) === size);
      const sized = () => new Chain(sizeOf(this.$value), this.$isNot, false, false);
      for (const name of comparing) length[name] = (...limits) => sized()[name](...limits);
      for (const word of plain) length[word] = length;
      return length;
    }
    equal(other) { return this.$check(this.$equal(this.$value, other)); }
    eql(other) { return this.$check(deep(this.$value, other)); }
    get ok() { return this.$check(!!this.$value); }
    get true() { return this.$check(this.$value === true); }
    get false() { return this.$check(this.$value === false); }
    get null() { return this.$check(this.$value === null); }
    get undefined() { return this.$check(this.$value === undefined); }
    get NaN() { return this.$check(this.$value !== this.$value); }
    get exist() { return this.$check(this.$value !== null && this.$value !== undefined); }
    get empty() { return this.$check(isEmpty(this.$value)); }
    above(limit) { return this.$check(numbers(this.$value, limit) && this.$value > limit); }
    least(limit) { return this.$check(numbers(this.$value, limit) && this.$value >= limit); }
    below(limit) { return this.$check(numbers(this.$value, limit) && this.$value < limit); }
    most(limit) { return this.$check(numbers(this.$value, limit) && this.$value <= limit); }
    within(from, to) { return this.$check(numbers(this.$value, from, to) && this.$value >= from && this.$value <= to); }
    closeTo(wanted, delta) { return this.$check(numbers(this.$value, wanted, delta) && Math.abs(this.$value - wanted) <= delta); }
    instanceOf(type) { return this.$check(this.$value instanceof type); }
    match(pattern) { return typeof this.$value === 'string' ? this.$check(pattern.test(this.$value)) : fetch(); }
    string(part) { return typeof this.$value === 'string' ? this.$check(this.$value.includes(part)) : fail(); }
    oneOf(list) { return this.$isPart ? fetch() : this.$check(list.some((each) => this.$equal(this.$value, each))); }
    satisfy(holds) { return this.$check(!!holds(this.$value)); }
    members(list) {
      const { $value: value } = this;
      need(Array.isArray(value) && Array.isArray(list));
      return this.$check((this.$isPart || value.length === list.length) && isPart(list, value, this.$equal));
    }
    keys(...given) {
      const { $value: value } = this;
      if (!isObject(value) || value instanceof Map || value instanceof Set || this.$isDeep) return fetch();
      const wanted = Array.isArray(given[0]) ? given[0] : given;
      if (given.length > 1 && isObject(given[0]) || (given.length === 1 && isObject(given[0]) && !Array.isArray(given[0]))) return fetch();
      const own = Object.keys(value);
      return this.$check(wanted.every((key) => own.includes(key)) && (this.$isPart || own.length === wanted.length));
    }
    property(name, ...rest) {
      const { $value: value } = this;
      need(value !== null && value !== undefined);
      const has = isObject(value) || typeof value === 'function' ? name in value : value[name] !== undefined;
      const held = has ? value[name] : undefined;
      this.$check(has && (rest.length === 0 || this.$equal(held, rest[0])));
      return new Chain(held, this.$isNot, this.$isDeep, this.$isPart);
    }
    throw(wanted, message) {
      need(typeof this.$value === 'function');
      if (this.$isNot && message !== undefined) return fetch();
      let threw = false;
      let error;
      try { this.$value(); } catch (thrown) { threw = true; error = thrown; }
      const fits = threw && (wanted === undefined || errorFits(error, wanted)) && (message === undefined || messageFits(error, message));
      this.$check(fits);
      return new Chain(error, this.$isNot, this.$isDeep, this.$isPart);
    }
  }
  /** Words that say nothing. */
  const plain = 'to be been is that which and has have with at of same but does still also'.split(' ');
  const comparing = ['above', 'gt', 'greaterThan', 'least', 'gte', 'below', 'lt', 'lessThan', 'most', 'lte', 'within'];
  const { prototype } = Chain;
  for (const word of plain)
    Object.defineProperty(prototype, word, { get() { return this; } });
  const also = (names, of) => { for (const name of names.split(' ')) Object.defineProperty(prototype, name, { get() { return this[of]; } }); };
  also('equals eq', 'equal');
  also('eqls', 'eql');
  also('gt greaterThan', 'above');
  also('gte greaterThanOrEqual', 'least');
  also('lt lessThan', 'below');
  also('lte lessThanOrEqual', 'most');
  also('approximately', 'closeTo');
  also('instanceof', 'instanceOf');
  also('matches', 'match');
  also('satisfies', 'satisfy');
  also('key', 'keys');
  also('throws Throw', 'throw');
  also('an', 'a');
  also('includes contain contains', 'include');
  also('length', 'lengthOf');
  also('exists', 'exist');
  for (const word of '${unmodelledWords}'.split(' ')) Object.defineProperty(prototype, word, { get() { return fetch(); } });
  const expect = (value) => new Chain(value, false, false, false);
  expect.fail = fail;
  const not = (value) => expect(value).not;
  const assert = (value) => need(value);
  const of = (type) => (value) => void expect(value).a(type);
  const own = {
    ok: (a) => need(a), isOk: (a) => need(a), notOk: (a) => need(!a), isNotOk: (a) => need(!a),
    equal: (a, b) => need(loosely(a, b)), notEqual: (a, b) => need(!loosely(a, b)),
    strictEqual: (a, b) => need(a === b), notStrictEqual: (a, b) => need(a !== b),
    deepEqual: (a, b) => need(deep(a, b)), deepStrictEqual: (a, b) => need(deep(a, b)), notDeepEqual: (a, b) => need(!deep(a, b)),
    isTrue: (a) => need(a === true), isFalse: (a) => need(a === false),
    isNull: (a) => need(a === null), isNotNull: (a) => need(a !== null), isNaN: (a) => need(a !== a),
    isUndefined: (a) => need(a === undefined), isDefined: (a) => need(a !== undefined),
    exists: (a) => need(a !== null && a !== undefined), notExists: (a) => need(a === null || a === undefined),
    isAbove: (a, b) => void expect(a).above(b), isAtLeast: (a, b) => void expect(a).least(b),
    isBelow: (a, b) => void expect(a).below(b), isAtMost: (a, b) => void expect(a).most(b),
    isArray: of('array'), isObject: of('object'), isString: of('string'), isNumber: of('number'), isBoolean: of('boolean'), isFunction: of('function'),
    typeOf: (a, type) => void expect(a).a(type), instanceOf: (a, type) => void expect(a).instanceOf(type),
    include: (a, b) => void expect(a).include(b), notInclude: (a, b) => void not(a).include(b), deepInclude: (a, b) => void expect(a).deep.include(b),
    property: (a, name) => void expect(a).property(name), notProperty: (a, name) => void not(a).property(name),
    propertyVal: (a, name, b) => void expect(a).property(name, b),
    lengthOf: (a, size) => void expect(a).lengthOf(size), match: (a, b) => void expect(a).match(b), notMatch: (a, b) => void not(a).match(b),
    throws: (a, ...given) => void expect(a).throw(...given.slice(0, 2)), doesNotThrow: (a, ...given) => (given.length > 0 ? fetch() : void not(a).throw()),
    closeTo: (a, b, delta) => void expect(a).closeTo(b, delta), approximately: (a, b, delta) => void expect(a).closeTo(b, delta),
    sameMembers: (a, b) => void expect(a).members(b), sameDeepMembers: (a, b) => void expect(a).deep.members(b),
    isEmpty: (a) => need(isEmpty(a)), isNotEmpty: (a) => need(!isEmpty(a)),
    oneOf: (a, list) => void expect(a).oneOf(list), fail,
  };
  own.throw = own.Throw = own.throws;
  Object.assign(assert, own);
  for (const name of '${unmodelledAsserts}'.split(' ')) assert[name] = fetch;
  /** It says of what has no properties what is said elsewhere as \`value.should\`. */
  const saying = (make) => ({
    equal: (a, b) => void make(a).equal(b), exist: (a) => void make(a).exist, throw: (a, ...given) => void make(a).throw(...given),
    Throw: (a, ...given) => void make(a).throw(...given), fail,
  });
  /** No built-in does anything else because all objects have one property more. */
  const shared = (function () { return Object.getPrototypeOf(this); }).call({});
  let isSaid = false;
  const should = () => {
    if (!isSaid)
      Object.defineProperty(shared, 'should', {
        get() { return expect(this); },
        set(value) { return fetch(); },
        configurable: true,
      });
    isSaid = true;
    return Object.assign(saying(expect), { not: saying(not) });
  };
  const chai = { expect, assert, should, use: fetch, util: fetch, config: fetch, AssertionError: fetch, Assertion: fetch, Should: should };
  chai.default = chai;
  return chai;
})()`;
