import { Debugging } from './driver/debugging.js';
import { Wardrobe, calmSettings } from './driver/looks.js';
import { statusEntry } from './driver/parts.js';
import { Querypoints } from './driver/querypoints.js';
import { RecordingPanel } from './driver/recordings.js';
import { stageOf } from './driver/stages.js';
import { story } from './driver/story.js';
import { testLimitMs } from './driver/workbench.js';
import type { Workbench } from './driver/workbench.js';
import { Workspace } from './driver/workspace.js';

const files = {
  'limit.cjs': `function use(n) {
  const log = [n];
  if (n > 5) throw new Error('too much');
  return log;
}
let limit = Number(process.argv[2] ?? 7);
use(limit);
`,
  'total.ts': `export function total(price: number, factor: number): number {
  return price * factor;
}
`,
  'calls.mjs': `import { total } from './total.ts';
for (const factor of [2, undefined, 3]) console.log(total(3, factor));
throw new Error('the end');
`,
  'sums.cjs': `class Order {
  constructor(price) {
    this.price = price;
  }
  total() {
    return this.price.amount * 2;
  }
}
function sum(orders) {
  let all = 0;
  for (const order of orders) all += order.total();
  return all;
}
sum([new Order({ amount: 3 })]);
sum([new Order({ amount: 3 }), new Order(undefined)]);
`,
};

describe('findings and answers', function () {
  this.timeout(testLimitMs);
  let workspace: Workspace;
  let window: Workbench;
  let debugging: Debugging;
  let querypoints: Querypoints;
  let wardrobe: Wardrobe;
  let panel: RecordingPanel;

  before('open a program', async () => {
    workspace = new Workspace(files, calmSettings);
    window = await (await stageOf('newest')).open(workspace, { size: { width: 1400, height: 1000 } });
    debugging = new Debugging(window.page);
    querypoints = new Querypoints(window.page);
    panel = new RecordingPanel(window);
    wardrobe = new Wardrobe(window, workspace);
  });

  after(async () => {
    await window.close();
    workspace.remove();
  });

  story('know each other', (step) => {
    step('a point says which finding predicted it, and leads there', async () => {
      await window.quickInput.openFile('limit.cjs');
      await window.editor.goTo(7, 6);
      await debugging.toggleBreakpoint();
      await debugging.breakpointMark().waitFor();
      await debugging.start();
      await debugging.stoppedLine.first().waitFor();
      await window.editor.goTo(7, 6);
      await window.press('Shift+Alt+w', 'l');
      await querypoints.allow();
      await querypoints.row('P2 last change of limit').waitFor();
      await querypoints.open(querypoints.row('P2 last change of limit'));
      await querypoints.row('predicted by').waitFor();
      await wardrobe.each('predicted');
      await querypoints.row('predicted by').click();
    });

    step('a finding says which run met it, and leads there', async () => {
      await window.problems.open();
      await window.problems.row('seen once, with limit = 7').waitFor();
      await wardrobe.each('seen');
      await window.editor.goTo(6, 5);
      await window.editor.offerQuickFixes('Go There in the Run');
      await window.editor.applyQuickFix('Go There in the Run');
      await querypoints.selected('P2 last change of limit').waitFor();
    });

    step('a call of a recording is followed from its state, and the session ends what is said of it', async () => {
      await window.press('Shift+F5');
      await debugging.ended();
      await window.quickInput.openFile('sums.cjs');
      await window.quickInput.run('Whence: Record and Debug');
      await debugging.stoppedLine.first().waitFor();
      await panel.open();
      const fails = querypoints.row('From sum, call 2');
      await querypoints.choose(panel.calls.row('sum').nth(1), 'Analyse From Here', fails);
      await querypoints.row('certainly fails').waitFor();
      await window.editor.waitForNote('function sum', 'call 2: from here it certainly fails at line 6');
      await window.editor.waitForNote('return this.price', 'sum, call 2: this.price.amount is a property of undefined or null');
      await querypoints.choose(panel.calls.row('sum').first(), 'Analyse From Here', querypoints.row('From sum, call 1'));
      await querypoints.row(/From sum, call 1.*returns/).waitFor();
      await wardrobe.each('from here');
      await window.quickInput.run('Whence: Analyse From Here');
      await querypoints.row('From Order.total, call 3').waitFor();
      await window.press('Shift+F5');
      await debugging.ended();
      await fails.waitFor({ state: 'hidden' });
    });

    step('a recording is held against what the analysis assumed, until its session ends', async () => {
      await window.quickInput.openFile('calls.mjs');
      await window.quickInput.run('Whence: Record and Debug');
      await debugging.stoppedLine.first().waitFor();
      await window.problems.open();
      const broken = window.problems.row('factor is declared number; it was undefined in 1 of 3 calls, first at calls.mjs:2');
      await broken.waitFor();
      await window.problems.row('here it is called with undefined').waitFor();
      await wardrobe.each('held against');
      await window.quickInput.openFile('total.ts');
      await window.editor.goTo(1, 43);
      await window.editor.offerQuickFixes('Go There in the Run');
      await window.editor.applyQuickFix('Go There in the Run');
      await statusEntry(window.page, 'Ln 2, Col').waitFor();
      await debugging.frame(/total.*total\.ts/).waitFor();
      await window.press('Shift+F5');
      await debugging.ended();
      await broken.waitFor({ state: 'hidden' });
    });
  });
});
