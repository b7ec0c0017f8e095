import { Debugging } from './debugging.js';
import type { Workbench } from './workbench.js';

/** Debugs painting.cjs of the examples to where it paints a blue line black, with the variables in view. */
export async function stopAtBlackLine(window: Workbench): Promise<Debugging> {
  const debugging = new Debugging(window.page);
  await window.quickInput.openFile('painting.cjs');
  await window.editor.goTo(32);
  await debugging.toggleBreakpoint();
  await debugging.start();
  await debugging.stoppedLine.first().waitFor();
  await debugging.openView();
  for (const from of ['0,0', '1,1', '2,2']) {
    await window.press('F5');
    await debugging.expand(debugging.variable(/^Local/).first());
    await debugging.variable(new RegExp(`^from.*${from}`)).waitFor();
  }
  return debugging;
}
