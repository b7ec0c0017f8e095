import { Debugging } from './driver/debugging.js';
import { statusEntry } from './driver/parts.js';
import { Querypoints } from './driver/querypoints.js';
import { story } from './driver/story.js';
import { windowOf } from './driver/window.js';
import { testLimitMs } from './driver/workbench.js';
import type { Workbench } from './driver/workbench.js';

const cart = `export class Cart {
  prices = [];
  add(price) {
    this.prices.push(price);
  }
  total() {
    let sum = 0;
    for (const price of this.prices) sum = sum + 2 * price;
    return sum;
  }
}
`;

const tests = `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Cart } from './cart.mjs';

test('is empty', () => assert.equal(new Cart().total(), 0));

test('adds prices', () => {
  const cart = new Cart();
  cart.add(3);
  cart.add(5);
  assert.equal(cart.total(), 8);
});
`;

for (const version of ['newest', 'oldest'] as const) {
  describe(`a test that fails (${version} VS Code)`, function () {
    this.timeout(testLimitMs);
    let window: Workbench;
    let debugging: Debugging;
    let querypoints: Querypoints;

    windowOf(
      version,
      async (opened) => {
        window = opened.window;
        debugging = new Debugging(window.page);
        querypoints = new Querypoints(window.page);
        await window.quickInput.openFile('cart.test.mjs');
      },
      { 'cart.mjs': cart, 'cart.test.mjs': tests },
    );

    story('is asked where its wrong value came from, without a launch.json', (step) => {
      step('a click on its lens stops where the assertion fails, and asks', async () => {
        await window.editor.lensLink('why did this fail?').nth(1).click();
        await querypoints.allow();
        await querypoints.row('P2 origin of cart.total()').waitFor();
        await window.editor.waitForNote('sum = sum + 2 * price', '16');
        await window.screenshot('test-why');
      });

      step('its frames are alive', async () => {
        await debugging.openView();
        await debugging
          .frame(/anonymous.*11:/)
          .first()
          .click();
        await statusEntry(window.page, 'Ln 11').waitFor();
        await debugging.expand(debugging.variable(/^Local/).first());
        await debugging.variable(/^cart/).first().waitFor();
        await window.screenshot('test-stopped');
      });

      step('the chain outlives the session, and the window', async () => {
        await window.press('Shift+F5');
        await debugging.ended();
        await querypoints.row(/Stop at cart\.test\.mjs:11.*adds prices/).waitFor();
        await window.screenshot('chain-kept');
        await window.reload();
        await window.quickInput.openFile('cart.test.mjs');
        await debugging.openRunView();
        const row = querypoints.row(/Stop at cart\.test\.mjs:11.*adds prices/);
        await row.waitFor();
        await querypoints.row('P2 origin of cart.total()').waitFor();
        await window.screenshot('chain-reloaded');
      });
    });
  });
}
