import assert from 'node:assert/strict';
import { claims, type Files } from './projects.js';

const meter = `export class Meter {
  static made = 0;
  #last = 0;
  constructor(readonly limit: number) { Meter.made++; }
  add(n: number) { this.check(n); this.#last = n; return this; }
  check(n: number) { if (n > this.limit) throw new RangeError('limit'); }
  get last() { return this.#last; }
  static of(limit: number) { if (limit < 0) throw new RangeError('negative'); return new Meter(limit); }
}
`;
const main = (body: string, imports = "import { Meter } from './b';"): string => `${imports}\nexport function main(n: number) { ${body} }`;

/** Holds what is said of `main` against Node, and says what it is. */
const required = (b: string, text: string, refuses: readonly number[], more: Files = {}): Promise<string | null> =>
  claims({ 'b.ts': b, 'main.ts': text, ...more }, refuses);

describe('the methods of an imported class', () => {
  it('are followed', async () => {
    assert.equal(await required(meter, main('new Meter(5).check(n);'), [9, 1000]), '!(n > 5)');
    assert.equal(await required(meter, main('new Meter(5).add(1).add(n);'), [9, 1000]), '!(n > 5)');
  });

  it('may be accessors, private names and static', async () => {
    await required(meter, main(`if (new Meter(5).add(3).last !== 3) throw new Error('other');`), []);
    await required(meter, main(`const m = new Meter(5); if (n === 4) m.add(3); if (m.last === 3) throw new Error('three');`), [4]);
    await required(meter, main('Meter.of(n).check(2);'), [-1, 0.5, 1]);
  });

  it('may be private methods', async () => {
    const counter = `export class Counter {
  #n: number;
  constructor(n: number) { this.#n = n; }
  next(most: number) { this.#check(most); this.#n++; return this; }
  #check(most: number) { if (this.#n >= most) throw new RangeError('most'); }
}\n`;
    const text = main('new Counter(2).next(9).next(n);', "import { Counter } from './b';");
    assert.equal(await required(counter, text, [3, 0]), '!(n <= 3)');
  });

  it('are inherited, also from a third file', async () => {
    const sub =
      "import { Meter } from './b';\nexport class Small extends Meter { constructor() { super(3); } check(n: number) { super.check(n * 2); } }";
    const text = main('new Small().add(n);', "import { Small } from './c';");
    await required(meter, text, [2, 3, 100], { 'c.ts': sub });
    const own = `import { Meter } from './b';
class Own extends Meter { #last = 7; check(n: number) { if (n === 4) throw new Error('four'); super.check(n); } get both() { return this.#last + this.last; } }
export function main(n: number) { const o = new Own(9).add(n); if (o.both === 8) throw new Error('eight'); }`;
    await required(meter, own, [1, 4, 10]);
  });

  it('call what a subclass has', async () => {
    const widget = 'export abstract class Widget { html: string; constructor() { this.html = this.render(); } abstract render(): string; }';
    const text = `import { Widget } from './b';
class List extends Widget { rows: string[] = []; render() { return this.rows.join(''); } }
export function main(n: number) { if (n > 3) new List(); }`;
    await required(widget, text, [4, 5]);
  });

  it('have private names of their own', async () => {
    const other = 'export class Other { #last = 1; read(from: any) { return #last in from; } }';
    const text = `import { Meter } from './b';\nimport { Other } from './c';
class Mine { #last = 5; get() { return this.#last; } }
export function main(n: number) { if (new Other().read(new Meter(1)) || new Mine().get() !== 5) throw new Error('same'); if (n > 2 && new Other().read(new Other())) throw new Error('own'); }`;
    await required(meter, text, [3], { 'c.ts': other });
  });

  const rewriting: readonly (readonly [string, string])[] = [
    ['rewrites its prototype', 'Meter.prototype.check = () => {};'],
    ['defines its methods anew', `Object.defineProperty(Meter.prototype, 'check', { value() {} });`],
    ['hands it to somebody', `function patch(c: any) { c.prototype.check = () => {}; }\npatch(Meter);`],
    ['hands it to somebody under another name', `const Same: any = Meter;\n[Same].forEach((c) => { c.prototype.check = () => {}; });`],
    ['reaches its prototype through an instance', `(Object.getPrototypeOf(new Meter(1)) as any).check = () => {};`],
    ['reaches the class through an instance', `((c: any) => { c.prototype.check = () => {}; })((new Meter(1) as any).constructor);`],
    ['gives it another prototype', `Object.setPrototypeOf(Meter.prototype, null);\nMeter.prototype.check = () => {};`],
  ];
  for (const [what, text] of rewriting)
    it(`are not known where its module ${what}`, async () => {
      assert.equal(await required(meter + text, main('new Meter(5).check(n);'), []), null);
    });

  it('may be replaced where they are static', async () => {
    const b = `${meter}(Meter as any).of = (limit: number) => new Meter(5);`;
    assert.equal(await required(b, main('Meter.of(n);'), []), null);
    const c = meter.replace('static of', 'static patch() { (this as any).of = () => new Meter(1); }\n  static of');
    assert.equal(await required(`${c}Meter.patch();`, main('Meter.of(n);'), []), null);
  });

  it('are told by a text that names them: others are not known', async () => {
    const b = `const name = 'check';\nexport class Meter { [name](n: number) { if (n > 5) throw new Error(); } }`;
    assert.equal(await required(b, main('new Meter().check(n);'), []), null);
    const decorated = `const no = (value: any, context: any): any => () => {};\nexport class Meter { @no check(n: number) { if (n > 5) throw new Error(); } }`;
    const { 'main.ts': text } = { 'main.ts': main('new Meter().check(n);') };
    assert.equal((await import('./projects.js')).requiresOfMain({ 'b.ts': decorated, 'main.ts': text }), null);
  });

  it('may be rewritten where it is imported', async () => {
    assert.equal(
      await required(
        meter,
        `import { Meter } from './b';\n(Meter.prototype as any).check = () => {};\nexport function main(n: number) { new Meter(5).check(n); }`,
        [],
      ),
      null,
    );
  });
});
