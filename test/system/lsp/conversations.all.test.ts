import { Conversation } from './conversation.js';

const shop = `/** What a customer pays. */
export function price(unitPrice: number, quantity: number): number {
  const discount = quantity * 2;
  // @always discount <= 100
  return (unitPrice * quantity * (100 - discount)) / 100;
}

export function lettersOf(): number {
  const vouchers = ['SPRING', 'SUMMER'];
  let last: string | undefined;
  for (let i = 0; i < vouchers.length; i++) {
    if (i > vouchers.length) last = vouchers[i];
  }
  return last.length;
}

export function pick(i: number): number {
  const table = [1, 2, 3];
  return table[i] ?? 0;
}
`;

/** Read the files in conversations/: they are what is claimed here. */
describe('conversations with the language server', () => {
  it('diagnostics at the origin, with every version', () =>
    Conversation.hold('diagnostics', {}, async (talk) => {
      await talk.open('shop.ts', shop);
      await talk.edit('shop.ts', 'i > vouchers', 'i < vouchers');
      await talk.edit('shop.ts', 'What a customer pays.', 'The price.');
      await talk.edit('shop.ts', 'discount <= 100', 'discount <=');
      await talk.edit('shop.ts', '// @always discount <=\n', '');
    }));

  it('diagnostics that the client pulls', () =>
    Conversation.hold('pulledDiagnostics', { capabilities: { textDocument: { diagnostic: {} } } }, async (talk) => {
      await talk.client.open('shop.ts', shop);
      await talk.ask('textDocument/diagnostic', 'shop.ts');
      await talk.ask('textDocument/diagnostic', 'shop.ts', { previousResultId: '1' });
      talk.listen();
    }));

  it('code lenses', () =>
    Conversation.hold('codeLenses', { initializationOptions: { commands: true } }, async (talk) => {
      await talk.open('shop.ts', shop);
      await talk.ask('textDocument/codeLens', 'shop.ts');
    }));

  it('hovers', () =>
    Conversation.hold('hovers', {}, async (talk) => {
      await talk.open('shop.ts', shop);
      for (const marked of [
        '|discount = quantity',
        'discount <|= 100',
        '|discount <=',
        '- |discount',
        'function |price',
        '|unitPrice: n',
      ]) {
        await talk.askAt('textDocument/hover', 'shop.ts', marked);
      }
      for (const marked of ['let |i = 0', '|i < vouchers', '|i++', 'vouchers[|i]', 'return |last', 'function |pick', 'customer |pays']) {
        await talk.askAt('textDocument/hover', 'shop.ts', marked);
      }
    }));

  it('quick fixes', () =>
    Conversation.hold('quickFixes', { initializationOptions: { commands: true } }, async (talk) => {
      await talk.open('shop.ts', shop);
      await talk.askOver('textDocument/codeAction', 'shop.ts', 'price', { context: { diagnostics: [] } });
      await talk.open(
        'short.ts',
        'export const half = (n: number) => n.toFixed(/* digits */ 200 - n);\nexport class A {\n  /** Sets. */\n  set(n: number) { if (n > 9) throw new Error(); }\n}\n',
      );
      await talk.askOver('textDocument/codeAction', 'short.ts', '=>', { context: { diagnostics: [] } });
      await talk.askOver('textDocument/codeAction', 'short.ts', 'set', { context: { diagnostics: [] } });
    }));

  it('a text in the middle of an edit, which has a syntax error', () =>
    Conversation.hold('syntaxErrors', { initializationOptions: { commands: true } }, async (talk) => {
      await talk.open('shop.ts', shop);
      await talk.edit('shop.ts', 'let last: string', '\n  const more = vouchers.;\n  let last: string');
      await talk.ask('textDocument/codeLens', 'shop.ts');
      await talk.askAt('whence/explain', 'shop.ts', 'function |lettersOf');
      await talk.askAt('whence/stateAt', 'shop.ts', '|return last');
      await talk.edit('shop.ts', 'discount <= 100', 'discount <= 200');
      await talk.edit('shop.ts', 'lettersOf', 'lettersOfAll');
      await talk.edit('shop.ts', 'vouchers.;', 'vouchers.length;');
    }));

  it('states at the cursor', () =>
    Conversation.hold('states', {}, async (talk) => {
      await talk.open(
        'steps.ts',
        `function step(n: number, by: number): number {
  const next = n + by;
  return next;
}
export function walk(k: number): number {
  // @always k < 10
  const a = step(k, 1);
  return step(a, 2);
}
`,
      );
      for (const marked of ['const next |=', 'return next|;', '// @always |k', 'const |a', 'return step(a|'])
        await talk.askAt('whence/stateAt', 'steps.ts', marked);
      await talk.askAt('textDocument/hover', 'steps.ts', 'return |next');
    }));

  it('values of a run that waits, held against the states of a statement', () =>
    Conversation.hold('live', {}, async (talk) => {
      await talk.open(
        'steps.ts',
        `export function limited(n: number, name: string): number {
  const twice = 2 * n;
  if (n > 99) throw new Error(name);
  return twice;
}
`,
      );
      const number = (exact: string) => ({ kind: 'number', exact });
      const text = { kind: 'string', exact: 'a' };
      await talk.askAt('whence/stateAt', 'steps.ts', '|if (n', { live: { n: number('7'), twice: number('14'), name: text } });
      await talk.askAt('whence/stateAt', 'steps.ts', '|if (n', { live: { n: number('142'), twice: number('284'), name: text } });
      await talk.askAt('whence/stateAt', 'steps.ts', '|if (n', {
        live: { n: number('7'), twice: number('14'), name: { kind: 'null', exact: 'null' } },
      });
      await talk.askAt('whence/stateAt', 'steps.ts', 'if (|n', { live: { n: number('142') } }); // not where the statement begins
    }));

  it('states of statements that hold others', () =>
    Conversation.hold('statesInside', {}, async (talk) => {
      await talk.open(
        'loops.ts',
        `export function sum(limit: number): number {
  let total = 0; // so far
  for (let i = 0; i < limit; i++) {
    if (i > 10) return total;
    function double(n: number): number {
      return n * 2;
    }
    total += double(3);

  }
  limit = [1, 2].map((n) => n + limit).length;
  if (limit > 5) throw new Error('never');
  total = -1;
}
function nothing(): void {}
`,
      );
      const places = [
        'sum(lim|it:',
        '// so |far',
        'for |(',
        'i < |limit',
        'if |(i >',
        'return |total',
        'return n |*',
        'total |+=',
        'double(3);\n|',
      ];
      for (const marked of [...places, '=> n |+', '= [1|', 'throw |new', '-1;\n|', 'nothing(|', 'void {|'])
        await talk.askAt('whence/stateAt', 'loops.ts', marked);
      await talk.askAt('whence/stateAt', 'loops.ts', 'let |total', { side: 'after' });
    }));

  it('inlay hints, when they are wanted', () =>
    Conversation.hold('inlayHints', { settings: () => ({ inlayHints: true, codeLens: false }) }, async (talk) => {
      const text = `export function scale(value: number): number {
  const percent = Math.min(100, Math.max(0, value));
  const rounded = Math.round(percent / 10), unit = 'cm';
  const label = rounded > 3 ? 'large' : 'small';
  return label.length + rounded + unit.length + value;
}
`;
      await talk.open('scale.ts', text);
      await talk.askOver('textDocument/inlayHint', 'scale.ts', text.slice(0, -1));
      await talk.ask('textDocument/codeLens', 'scale.ts');
    }));

  it('conditions, explanations and negated assertions', () =>
    Conversation.hold('conditions', {}, async (talk) => {
      await talk.open('shop.ts', shop);
      for (const marked of ['return (|unitPrice', '|table[i]', '|/** What']) await talk.askAt('whence/conditions', 'shop.ts', marked);
      for (const marked of ['function |price', 'let |last', 'function |lettersOf']) await talk.askAt('whence/explain', 'shop.ts', marked);
      for (const marked of ['discount |<= 100', '|return last']) await talk.askAt('whence/negateAssertion', 'shop.ts', marked);
    }));

  it('explanations through calls, and of what is never passed', () =>
    Conversation.hold('explanations', {}, async (talk) => {
      await talk.open(
        'boxes.ts',
        `function check(n: number): void {
  // @always n <= 10
}
function fill(n: number): void {
  [1].forEach(() => check(n));
}
export function build(n: number): void {
  fill(n);
}
export function seek(n: number): number {
  if (n < 0) return -1;
  // @sometime true
  return n;
}
`,
      );
      await talk.askAt('whence/explain', 'boxes.ts', 'function |build');
      await talk.askAt('whence/explain', 'boxes.ts', 'function |seek');
    }));

  it('writing assertions', () =>
    Conversation.hold('assertions', {}, async (talk) => {
      const program = `/**
 * @requires first.length > 0
 * @
 */
function join(first: string, count: number): string {
  // @
  // @always first.
  // @sometime co
  /* @always true */ return first.repeat(count); // trailing
}
let total = 0; // @range 0..10
`;
      await talk.open('join.ts', program);
      for (const marked of ['* @|\n', '// @|\n', 'first.|\n', 'sometime co|', '// trai|ling', 'join(|first']) {
        await talk.askAt('textDocument/completion', 'join.ts', marked);
      }
      await talk.ask('textDocument/semanticTokens/full', 'join.ts');
      // What is offered without being asked for: names where one must follow, nothing in code and in other comments.
      const typed = { context: { triggerKind: 2, triggerCharacter: ' ' } };
      await talk.edit('join.ts', 'sometime co', 'sometime ');
      await talk.askAt('textDocument/completion', 'join.ts', 'sometime |', typed);
      await talk.edit('join.ts', 'sometime ', 'sometime count ');
      await talk.askAt('textDocument/completion', 'join.ts', 'sometime count |', typed);
      await talk.edit('join.ts', 'sometime count ', 'sometime count < ');
      await talk.askAt('textDocument/completion', 'join.ts', 'sometime count < |', typed);
      await talk.askAt('textDocument/completion', 'join.ts', '// trailing|', typed);
      await talk.askAt('textDocument/completion', 'join.ts', 'let total =|', typed);
    }));

  it('names in assertions', () =>
    Conversation.hold('names', {}, async (talk) => {
      const program = `export interface Size { width: number }
export function area({ width }: Size, height: number, factor = 1): number {
  const box = { width, height };
  // @always width > 0 && height > 0 && box.width > 0
  return box.width * height * factor;
}
export const limit = 3; // @range 0..5
// @always limit > 2
`;
      await talk.open('area.ts', program);
      for (const marked of ['|height > 0', '|box.width > 0', 'box.|width > 0', '* |height']) {
        await talk.askAt('textDocument/definition', 'area.ts', marked);
      }
      for (const marked of ['|height > 0', '* |height', '@always |limit'])
        await talk.askAt('textDocument/prepareRename', 'area.ts', marked);
      await talk.askAt('textDocument/rename', 'area.ts', '|width > 0', { newName: 'w' });
      await talk.askAt('textDocument/rename', 'area.ts', '|height > 0', { newName: 'factor' });
      await talk.askAt('textDocument/rename', 'area.ts', '|height > 0', { newName: 'no name' });
    }));
});
