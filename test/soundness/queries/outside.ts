import { Random } from '../random.js';
import { outsideHelpers } from './outsideHelpers.js';
import type { Question, Subject } from './subject.js';

/**
 * Programs whose objects are written by code without probes (Node's own modules, natives that make objects or call back), by rests of
 * patterns, and by functions in blocks. Control goes straight through them: which line has written a place last is known when it is
 * written down, from Node's documentation and ECMA-262.
 */
export function outsideSubject(seed: number): Subject {
  const random = new Random(seed);
  const isSloppy = random.chance(0.3);
  const writer = new Writer(random);
  for (let count = 3 + random.below(4); count > 0; count--) random.choice(isSloppy ? [...pieces, ...sloppyPieces] : pieces)(writer);
  for (let count = 4 + random.below(10); count > 0; count--) writer.goOn();
  return writer.subject(isSloppy);
}

/** Something that a place can be made to hold, later in the program. */
interface Later {
  readonly place: string;
  /** What else is written. */
  readonly others?: readonly string[];
  /** One line; `V` is a new number. */
  readonly text: () => string;
  /** Whether it can happen once only. */
  readonly isOnce?: true;
  /** Whether a function may do it that is called at once. */
  readonly isPlain?: true;
}

class Writer {
  private readonly lines: string[] = [
    "const { n, http, url, util, querystring, EventEmitter, PassThrough, stop } = require('./outside.cjs');",
  ];
  private readonly written = new Map<string, { line: number; mayBeMissing: boolean }>();
  private readonly made = new Map<string, { line: number | null; mayBeMissing: boolean }>();
  private readonly later: Later[] = [];
  private count = 0;

  constructor(readonly random: Random) {}

  name(): string {
    return `x${this.count++}`;
  }

  line(text: string): number {
    return this.lines.push(text.replace(/\bV\b/g, 'n()'));
  }

  /** A place was written on a line; `mayBeMissing`: nobody may have seen which line it was. */
  wrote(place: string, line: number, mayBeMissing = false): void {
    this.written.set(place, { line, mayBeMissing });
  }

  /** An object was made on a line; null: by no expression of the program. */
  makes(name: string, line: number | null, mayBeMissing = false): void {
    this.made.set(name, { line, mayBeMissing });
  }

  may(...later: Later[]): void {
    this.later.push(...later);
  }

  /** Something happens to what is there. */
  goOn(): void {
    const { random, later } = this;
    if (later.length === 0) return;
    const chosen = random.choice(later);
    if (chosen.isOnce === true) later.splice(later.indexOf(chosen), 1);
    const text = chosen.text();
    const way = chosen.isPlain === true ? 0 : random.below(4);
    if (way === 1) this.line('(() => {');
    else if (way === 2) this.line('for (const _ of [0]) {');
    else if (way === 3) this.line('try {');
    const line = this.line(text);
    if (way === 1) this.line('})();');
    else if (way === 2) this.line('}');
    else if (way === 3) this.line('} catch {}');
    for (const place of [chosen.place, ...(chosen.others ?? [])]) this.wrote(place, line);
  }

  subject(isSloppy: boolean): Subject {
    const { lines, written, made } = this;
    const names = [...new Set([...written.keys(), ...made.keys()].map((place) => /^\w+/.exec(place)?.[0] ?? ''))];
    const stopLine = this.line(`stop(${names.join(', ')});`);
    this.line('setImmediate(() => process.exit());');
    const questions: Question[] = [
      ...[...written].map(([place, { line, mayBeMissing }]) => ({ ask: `lastChange(P1:${place})`, line, mayBeMissing })),
      ...[...made].map(([name, { line, mayBeMissing }]) => ({ ask: `created(P1:${name})`, line, mayBeMissing })),
    ];
    return {
      text: `${lines.join('\n')}\n`,
      stopLine,
      helpers: { name: 'outside.cjs', text: outsideHelpers },
      structure: '',
      isChain: false,
      isSloppy,
      questions: () => questions,
    };
  }
}

type Piece = (writer: Writer) => void;

/** An object whose fields are there when it is made: `N` its name; `*`: all of them are written. */
function born(text: string, places: Readonly<Record<string, string>>, mayBeMissing = false, isMade = true): Piece {
  return (writer) => {
    const name = writer.name();
    const line = writer.line(text.replace(/\bN\b/g, name));
    if (isMade) writer.makes(name, line, mayBeMissing);
    const all = Object.keys(places).map((place) => place.replace(/\bN\b/g, name));
    for (const place of all) writer.wrote(place, line, mayBeMissing);
    for (const [index, write] of Object.values(places).entries())
      writer.may({
        place: all[index] ?? '',
        others: write.startsWith('*') ? all : [],
        text: () => write.replace('*', '').replace(/\bN\b/g, name),
      });
  };
}

/** Something is made and handed on by a call: it stays what it was. */
function handedOn(make: string, call: string): Piece {
  return (writer) => {
    const [name, other] = [writer.name(), writer.name()];
    const line = writer.line(make.replace(/\bN\b/g, name));
    writer.line(call.replace(/\bN\b/g, name).replace(/\bO\b/g, other));
    writer.makes(other, line);
  };
}

const emitter: Piece = (writer) => {
  const name = writer.name();
  const line = writer.line(`const ${name} = new ${writer.random.choice(['EventEmitter', 'PassThrough'])}();`);
  writer.makes(name, line);
  let events = 0;
  const setMax = writer.line(`${name}.setMaxListeners(3);`);
  writer.wrote(`${name}._maxListeners`, setMax);
  writer.may(
    { place: `${name}._maxListeners`, text: () => `${name}.setMaxListeners(${4 + writer.random.below(2)});` },
    { place: `${name}._maxListeners`, text: () => `${name}._maxListeners = V;` },
    { place: `${name}._eventsCount`, text: () => `${name}.on('e${events++}', () => {});` },
    { place: `${name}._eventsCount`, text: () => `${name}.once('o${events}', () => {}).emit('o${events++}');` },
    { place: `${name}.tag`, text: () => `${name}.tag = V;` },
    { place: `${name}.tag`, text: () => `Object.assign(${name}, { tag: V });` },
  );
};

const response: Piece = (writer) => {
  const name = writer.name();
  const line = writer.line(`const ${name} = new http.ServerResponse({ method: 'GET', httpVersionMajor: 1, httpVersionMinor: 1 });`);
  writer.makes(name, line);
  const place = `${name}.statusCode`;
  writer.wrote(place, writer.line(`${name}.statusCode = 404;`));
  writer.may(
    { place, text: () => `${name}.statusCode = ${writer.random.choice([404, 500])};` },
    { place, text: () => `${name}.writeHead(${writer.random.choice([404, 500])});`, isOnce: true },
  );
};

const timer: Piece = (writer) => {
  const name = writer.name();
  writer.line(`const ${name} = setTimeout(() => {}, 5);`);
  const place = `${name}._destroyed`;
  writer.wrote(place, writer.line(`clearTimeout(${name});`));
  writer.may({ place, text: () => `${name}._destroyed = V;` }, { place: `${name}.tag`, text: () => `${name}.tag = V;` });
};

const inherits: Piece = (writer) => {
  const [name, other] = [writer.name(), writer.name()];
  writer.line(`function ${name}() {} function ${other}() {}`);
  const place = `${name}.super_`;
  writer.wrote(place, writer.line(`util.inherits(${name}, ${other});`));
  writer.may({ place, text: () => `util.inherits(${name}, ${other});` }, { place, text: () => `${name}.super_ = V;` });
};

const trace: Piece = (writer) => {
  const name = writer.name();
  const line = writer.line(`const ${name} = new Error('boom');`);
  writer.makes(name, line);
  writer.wrote(`${name}.message`, line);
  writer.wrote(`${name}.stack`, line);
  writer.may(
    { place: `${name}.message`, text: () => `${name}.message = V;` },
    { place: `${name}.stack`, text: () => `${name}.stack = V;` },
    { place: `${name}.stack`, text: () => `Error.captureStackTrace(${name});` },
  );
};

const reviver: Piece = (writer) => {
  const name = writer.name();
  const line = writer.line(`const ${name} = JSON.parse('{"a":1,"b":2}', function (key, value) {`);
  const added = writer.line(`if (key === 'a') this.b = this.z = V;`);
  writer.line('return value;');
  writer.line('});');
  writer.makes(name, line);
  writer.wrote(`${name}.a`, line);
  writer.wrote(`${name}.b`, line);
  writer.wrote(`${name}.z`, added);
  writer.may({ place: `${name}.b`, text: () => `${name}.b = V;` });
};

const parsed = born(
  "const N = url.parse('http://a.b/c?d=e');",
  { 'N.pathname': 'N.pathname = V;', 'N.search': "*N.parse('http://f.g/h?i');" },
  true,
);

/** Node's code goes on after functions of the program that it has called. */
const hooked: Piece = (writer) => {
  const hook = writer.random.choice([
    '() => V',
    'function () { return; }',
    'function () { try { return V; } finally { n(); } }',
    'function () { try { null.x; } catch { n(); } }',
    'async () => { await V; n(); }',
    'function* () { yield V; }',
    'function () { return url.Url.prototype.parseHost.call(this); }',
  ]);
  const text = `const N = Object.assign(url.parse('http://a.b/c?d=e'), { parseHost: ${hook} });`;
  born(text, { 'N.pathname': 'N.pathname = V;', 'N.search': "*N.parse('http://f.g/h?i');" }, true)(writer);
};

const pieces: readonly Piece[] = [
  emitter,
  emitter,
  response,
  response,
  timer,
  inherits,
  trace,
  reviver,
  parsed,
  hooked,
  hooked,
  born("const N = querystring.parse('a=1&b=2');", { 'N.a': 'N.a = V;' }, true),
  born('const N = [1, 2, 3].map((x) => x + V);', { 'N[0]': 'N[0] = V;', 'N[2]': '*N.reverse();' }),
  born('const N = [1, 2, 3].slice(1);', { 'N[0]': 'N.fill(V);' }),
  born('const N = [V].concat([V, V]);', { 'N[1]': 'N[1] = V;' }),
  born('const N = [[V], [V]].flat();', { 'N[1]': 'N.splice(1, 1, V);' }),
  born("const N = 'a,b,c'.split(',');", { 'N[1]': 'N[1] = V;' }),
  born("const N = /(a)(?<q>b)/.exec('xab');", { 'N.index': 'N.index = V;', 'N.groups.q': 'N.groups.q = V;', 'N[1]': 'N[1] = V;' }),
  born('const N = JSON.parse(\'{"a":{"b":[1,2]}}\');', { 'N.a.b[1]': 'N.a.b[1] = V;' }),
  born('const N = structuredClone({ a: { b: V } });', { 'N.a.b': 'N.a.b = V;' }),
  born("const N = Object.fromEntries([['k', V]]);", { 'N.k': 'Object.assign(N, { k: V });' }),
  born('const N = Object.entries({ q: V });', { 'N[0][1]': 'N[0][1] = V;' }),
  born('const N = Object.keys({ q: V });', { 'N[0]': 'N[0] = V;' }),
  born('const N = Array.from([V, V]);', { 'N[1]': 'N.sort();' }),
  born('const N = new Array(V, V);', { 'N[1]': 'N[1] = V;' }),
  (writer) => {
    const [name, other] = [writer.name(), writer.name()];
    writer.wrote(`${name}.b`, writer.line(`const { a: ${other}, ...${name} } = { a: 1, b: V };`));
    writer.may({ place: `${name}.b`, text: () => `${name}.b = V;` });
  },
  born('const [, ...N] = [1, V, V];', { 'N[1]': 'N[1] = V;' }, false, false),
  born('const N = Reflect.construct(EventEmitter, []);', { 'N._eventsCount': "N.on('x' + V, () => {});" }, true),
  handedOn('const N = { a: 1 };', "const O = Object.defineProperty(N, 'b', { value: 1 });"),
  handedOn('const N = { a: 1 };', 'const O = Object.setPrototypeOf(N, null);'),
  handedOn('const N = { a: 1 };', 'const O = Reflect.apply(Object.freeze, null, [N]);'),
  handedOn('const N = [3, 1];', 'const O = Array.prototype.reverse.call(N);'),
  handedOn('const N = new Map();', 'const O = N.set(1, 2);'),
  handedOn('const N = new PassThrough();', 'const O = new PassThrough().pipe(N);'),
  handedOn('const N = new EventEmitter();', "const O = N.on('x', () => {});"),
  handedOn('const N = (async () => 1)();', 'const O = Promise.resolve(N);'),
  (writer) => {
    const [name, other] = [writer.name(), writer.name()];
    writer.line(`const ${name} = () => http.globalAgent;`);
    writer.line(`const ${other} = ${name}();`);
    writer.makes(other, null);
  },
];

/** ECMA-262, B.3.3. */
const sloppyPieces: readonly Piece[] = [1, 2, 3].map(() => (writer) => {
  const name = writer.name();
  if (writer.random.chance(0.5)) writer.line(`function ${name}() { return 1; }`);
  writer.line('{');
  if (writer.random.chance(0.3)) writer.line(`${name} = V;`);
  writer.wrote(name, writer.line(`function ${name}() { return 2; }`));
  if (writer.random.chance(0.3)) writer.line(`${name} = V;`);
  writer.line('}');
  writer.may(
    { place: name, text: () => `${name} = V;` },
    { place: name, text: () => `if (true) function ${name}() { return V; }`, isPlain: true },
    { place: name, text: () => `{ function ${name}() { return V; } }`, isPlain: true },
    { place: name, text: () => `switch (1) { case 1: function ${name}() { return V; } }`, isPlain: true },
  );
});
