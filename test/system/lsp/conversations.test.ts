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
      await talk.askAt('whence/stateAt', 'steps.ts', '|return next');
      await talk.askAt('whence/stateAt', 'steps.ts', '|return step');
      await talk.askAt('textDocument/hover', 'steps.ts', 'return |next');
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
