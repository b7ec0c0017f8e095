import assert from 'node:assert/strict';
import { testLimitMs } from './driver/workbench.js';
import type { Workbench } from './driver/workbench.js';
import { windowOf } from './driver/window.js';

/** Names and texts that would become images, links or markup if a face showed them unescaped. */
const hostile = `interface Order {
  '![name](https://example.invalid/name.png)': number;
  '<img src="https://example.invalid/tag.png">': string;
}

export function checked(order: Order): number {
  const amount = order['![name](https://example.invalid/name.png)'];
  if (amount > 3) throw new Error('<img src="https://example.invalid/message.png"> ![m](https://example.invalid/m.png)');
  const tag = order['<img src="https://example.invalid/tag.png">'];
  return amount * tag.length;
}

/** @requires amount < 3 */
export function limited(amount: number): number {
  // @always amount < 2 && '![i](https://example.invalid/i.png)' !== '<img src=x>'
  return amount;
}

checked({ '![name](https://example.invalid/name.png)': 9, '<img src="https://example.invalid/tag.png">': '](x)' });
`;

describe('text of the program in the editor (newest VS Code)', function () {
  this.timeout(testLimitMs);
  let window: Workbench;
  const requested: string[] = [];

  windowOf(
    'newest',
    async (opened) => {
      window = opened.window;
      window.page.on('request', (request) => requested.push(request.url()));
      await window.quickInput.openFile('hostile.ts');
    },
    { 'hostile.ts': hostile },
  );

  it('is shown as text in hovers, and nothing is loaded for it', async () => {
    await window.editor.squiggles('error').first().waitFor();
    for (const place of ['amount * tag', 'order[', 'checked(order', 'limited(amount']) {
      await window.editor.hover(place);
      await window.screenshot(`hover-of-${place.replace(/\W+/g, '-')}`);
      assert.equal(await window.page.locator('.monaco-hover img').count(), 0, place);
      assert.equal(await window.page.locator('.monaco-hover a[href*="example.invalid"]').count(), 0, place);
      await window.page.keyboard.press('Escape');
    }
    assert.deepEqual(
      requested.filter((url) => url.includes('example.invalid')),
      [],
    );
  });

  it('is shown as text in the list of problems', async () => {
    await window.problems.open();
    await window.problems.row('fails').first().waitFor();
    await window.screenshot('problems');
    assert.equal(await window.page.locator('.markers-panel img[src*="example.invalid"]').count(), 0);
  });
});
