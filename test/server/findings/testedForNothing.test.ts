import assert from 'node:assert/strict';
import { checkText } from '../../support/checking.js';

const messages = (text: string, name = 'program.mjs'): readonly string[] =>
  checkText(text, {}, [], name).findings.map(({ message }) => message);

describe('a value that is tested for undefined or null', () => {
  it('is told of where what handles it goes on to where it is read', () => {
    assert.deepEqual(messages("export function main(o) { if (!o) console.log('no o');\nreturn o.x; }"), [
      'main fails if o == null: o.x is a property of undefined or null (line 2).',
    ]);
    assert.deepEqual(
      messages('export function main(o: any, warn: (n: number) => void) { if (o == null) { warn(1); }\nreturn o.x; }', 'program.ts'),
      ['main fails if o == null: o.x is a property of undefined or null (line 2).'],
    );
    assert.deepEqual(messages('export function main(o) { if (o) console.log(o.x);\nreturn o.x; }'), [
      'main fails if o == null: o.x is a property of undefined or null (line 2).',
    ]);
  });

  it('is told of where unknown code gives it, behind await, too', () => {
    const handler = `export async function main(db, request, response) {
      const user = await db.find(request.id);
      if (!user) response.status(404).send('none');
      response.json({ name: user.name });
    }`;
    assert.deepEqual(messages(handler), ['Fails if user == null: user.name is a property of undefined or null (line 4).']);
    const list = `const lists = new Map();
    export function main(key, value) {
      const list = lists.get(key);
      if (list === undefined) lists.set(key, []);
      list.push(value);
    }`;
    assert.deepEqual(messages(list), ['Fails if list === undefined: list.push is a property of undefined or null (line 5).']);
  });

  it('is not told of where the test is about something else', () => {
    const of = (rest: string): readonly string[] =>
      messages(`export function main(s: string) { const t = s.split(/[\\s(]/)[0]!; ${rest} }`, 'program.ts');
    assert.deepEqual(of("return t !== '' && t.toLowerCase();"), []);
    assert.deepEqual(of("if (t === 'x') return 4; return t.toLowerCase();"), []);
    assert.deepEqual(of('if (!t) console.log(s); return t.toLowerCase();'), [
      'Fails if t === undefined: t.toLowerCase is a property of undefined or null (line 1).',
    ]);
  });

  it('is not told of inside where the test handles nothing', () => {
    assert.deepEqual(messages("export function main(el) { const a = el.querySelector('a'); a && a.focus(); a.click(); }"), []);
    assert.deepEqual(messages("export function main(el) { const a = el.querySelector('a'); console.log(a?.id); a.click(); }"), []);
  });

  it('is told of once where it is of a pattern of parameters', () => {
    const text = "export function main({ user }: { user?: { name: string } }) { if (!user) console.log('none'); return user!.name; }";
    assert.deepEqual(messages(text, 'program.ts'), ['main fails if !user: user!.name is a property of undefined or null (line 1).']);
  });

  it('is not told of where the run is good then, or another value takes its place', () => {
    assert.deepEqual(messages('export function main(o) { if (!o) return 0; return o.x; }'), []);
    assert.deepEqual(messages('export function main(o) { if (!o) o = {}; return o.x; }'), []);
    assert.deepEqual(messages('export function main(o = []) { return o.x; }'), []);
    assert.deepEqual(messages('export function main(o) { return o ? o.x : 0; }'), []);
    assert.deepEqual(messages('export function main(o) { if (o && o.y) console.log(1); return o?.x; }'), []);
  });

  it('is not told of where something is called that is perhaps meant to throw', () => {
    assert.deepEqual(messages("import { fail } from 'elsewhere';\nexport function main(o) { if (!o) fail('no o'); return o.x; }"), []);
    assert.deepEqual(messages("import { report } from 'elsewhere';\nexport function main(o) { if (!o) report('no o'); return o.x; }"), []);
    assert.deepEqual(messages('export class A { main(o) { if (!o) this.refuse(o); return o.x; } }'), []);
    assert.deepEqual(messages("export function main(o, t) { if (!o) t.fail('no o'); return o.x; }"), []);
  });

  it('is told of for its own reason, not for what unknown values beside it might refuse', () => {
    const text = `declare function useState<T>(x: T): [T, (v: T) => void];
    export function main(user?: { name: string }) {
      const [open, setOpen] = useState(false);
      if (!user) setOpen(!open);
      return user!.name;
    }`;
    assert.deepEqual(messages(text, 'program.ts'), [
      'main fails if user === undefined: user!.name is a property of undefined or null (line 5).',
    ]);
  });

  it('is a reason beside the one of entries that fail for another', () => {
    const text = `export function main(flag: boolean, read: () => { a: number }, o: { b: number } | null) {
      const y = flag ? null : read();
      return y!.a + o!.b;
    }`;
    assert.deepEqual(messages(text, 'program.ts'), [
      'main fails if flag === true || o === null, either because y!.a is a property of undefined or null (line 3) ' +
        'or because o!.b is a property of undefined or null (line 3).',
    ]);
  });
});
