// Objects as keys: when, and how often, they are asked which property they mean.
const log = [];
class Id {
  constructor(name) {
    this.name = name;
  }
  toString() {
    log.push(`${this.name}${new Error('trace').stack.split('\n').length}`);
    return this.name;
  }
}
const key = new Id('k');
const say = (x) => (log.push(`say ${String(x)}`), x);
const o = { k: 0 };
o[key] = say(1);
o[key] += say(2);
o[key]++;
--o[key];
log.push(o[key]++);
o[key] ??= 5;
o[key] &&= say(6);
o[(log.push('comma'), key)] ||= 7;
delete o[key];
const made = { [key]: say(8), [new Id('other')]: () => 1, other: 2, ...{ [key]: 3 } };
log.push(made.other, Object.keys(made).join());
[o[key], o.b = 9] = [10];
({ x: o[key], ...made[key] } = { x: 11, y: 12 });
for (o[key] of [13, 14]);
for (o[key] in { name: 1 });
class C {
  [key] = say(15);
  [new Id('f')] = () => 1;
  static [new Id('s')] = 16;
  [new Id('m')]() {}
}
log.push(new C().f.name, new C().k, C.s);
class D extends C {
  set() {
    super[key] = say(17);
    return this.k;
  }
}
log.push(new D().set());
const told = (action) => {
  try {
    action();
  } catch (error) {
    log.push(`${error.name}: ${error.message} ${/at (\S+)/.exec(error.stack)?.[1]}`);
  }
};
told(() => (null[key] = say(18)));
told(() => (undefined[{ toString: null, valueOf: null }] = 20));
told(() => (o[{ toString: null, valueOf: null }] = 21));
told(() => (o[{ toString: () => ({}) }] = 22));
told(() => (o[{ [Symbol.toPrimitive]: 1 }] = 23));
told(() => (Object.freeze({ k: 1 })[key] = say(24)));
told(() => {
  o[
    {
      toString() {
        throw new RangeError('mine');
      },
    }
  ] = 25;
});
told(() => Reflect.set(o, { toString: null, valueOf: null }, 1));
told(() =>
  Object.defineProperty(
    o,
    {
      toString() {
        throw new RangeError('mine too');
      },
    },
    {},
  ),
);
const primitive = { [Symbol.toPrimitive]: (hint) => (log.push(hint), Symbol.for('p')) };
o[primitive] = 26;
log.push(Reflect.ownKeys(o).map(String).join());
const traps = new Proxy({}, { set: (t, k, v) => (log.push(typeof k, k), Reflect.set(t, k, v)) });
traps[key] = 27;
traps[new Proxy(key, {})] = 28;
const plain = { toString: () => (log.push('plain'), 'r') };
log.push(Reflect.set(o, plain, 29), Reflect.deleteProperty(o, plain), Reflect.defineProperty(o, plain, { value: 30 }));
new Map().set(key, 31);
let f = { get [key]() { return 32; } };
log.push(f[key], typeof f);
console.log(log.join('\n'));
