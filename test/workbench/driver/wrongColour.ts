import assert from 'node:assert/strict';
import { faintTexts } from './contrast.js';
import { countOf } from '../../support/counts.js';
import { Debugging } from './debugging.js';
import type { Hands } from './hands.js';
import { Wardrobe, calmSettings } from './looks.js';
import { faintMarks } from './markContrast.js';
import { statusEntry } from './parts.js';
import { Querypoints } from './querypoints.js';
import { stageOf } from './stages.js';
import { TimelineView } from './timeline.js';
import { testLimitMs } from './workbench.js';
import type { Workbench } from './workbench.js';
import { Workspace } from './workspace.js';
import { story } from './story.js';

const launch = {
  version: '0.2.0',
  configurations: [
    { type: 'node', request: 'launch', name: 'Painting', program: '${workspaceFolder}/painting.cjs', skipFiles: ['<node_internals>/**'] },
  ],
};

/** The same story for each way to use the debugger. */
export function wrongColourBy(handsOf: (window: Workbench) => Hands): void {
  describe(`the story of a wrong colour, by ${handsOf.name}, in the kinds of themes`, function () {
    this.timeout(testLimitMs);
    let workspace: Workspace;
    let window: Workbench;
    let hands: Hands;
    let debugging: Debugging;
    let querypoints: Querypoints;
    let timeline: TimelineView;
    let wardrobe: Wardrobe;

    before('open painting.cjs', async () => {
      workspace = new Workspace({}, calmSettings);
      window = await (await stageOf('newest')).open(workspace);
      hands = handsOf(window);
      debugging = new Debugging(window.page);
      querypoints = new Querypoints(window.page);
      timeline = new TimelineView(window.page);
      wardrobe = new Wardrobe(window, workspace, hands.name === 'mouse' ? countOf('themes') : 1);
      await window.quickInput.openFile('painting.cjs');
    });

    after(async () => {
      await window.close();
      workspace.remove();
    });

    const seen = (step: string, check?: () => Promise<void>) => wardrobe.each(`story ${handsOf.name} ${step}`, check);
    const isClear = async () => {
      const body = timeline.page.locator('body');
      assert.deepEqual([await faintMarks(body), await faintTexts(body)], [[], []]);
    };
    const write = (text: string) => window.quickInput.answer(text);
    /** To where a blue line is painted black. */
    const goToBlackLine = async () => {
      const closed = window.page.locator('.debug-variables .monaco-list-row[aria-expanded="false"]', { hasText: /^Local/ }).first();
      for (const from of ['corner', '0,0', '1,1', '2,2']) {
        if (from !== 'corner') await hands.goOn();
        const variable = debugging.variable(new RegExp(`^from.*${from}`)).first();
        await closed.or(variable).first().waitFor();
        if (await closed.isVisible()) await hands.expand(closed);
        await variable.waitFor();
      }
    };

    story('stops, asks, goes back and stops again', (step) => {
      step('starts the program, which stops where a blue line is painted black', async () => {
        await hands.setBreakpoint(32);
        await debugging.breakpointMark().waitFor();
        await hands.launch();
        await debugging.stoppedLine.first().waitFor();
        await goToBlackLine();
        await hands.expand(debugging.variable(/^this/).first());
        await debugging.variable(/^foregroundColor/).waitFor();
        await seen('1 stop');
      });

      step('offers questions in the menu of a value', async () => {
        await hands.openMenuOfVariable(debugging.variable(/^foregroundColor/));
        await window.page.locator('.monaco-menu .action-item', { hasText: 'Last Change of This Value' }).first().waitFor();
        await seen('2 menu');
      });

      step('asks before it runs the program again, and answers at the line that changed the value', async () => {
        await hands.choose('Last Change of This Value', querypoints.consent);
        await window.page.locator('.monaco-dialog-box').waitFor();
        await seen('3 consent');
        await hands.allow();
        await querypoints.row('P2 last change of this.foregroundColor').waitFor();
        await statusEntry(window.page, 'Ln 27').waitFor();
        await seen('4 answer', async () => {
          const contrast = await window.editor.noteContrast('this.foregroundColor = color');
          assert.ok(contrast >= 4.5, `the note stands out by ${contrast}`);
        });
      });

      step('is asked on from the answer', async () => {
        await hands.openMenuOfQuerypoint(querypoints.row('P2 last change'));
        await hands.choose('Last Change of This Value', window.quickInput.input());
        await write('(1): this.color');
        await querypoints.row('P3 last change of this.color').waitFor();
        await statusEntry(window.page, 'Ln 42').waitFor();
        await seen('5 second question');
      });

      step('shows the chain on the timeline, and is asked on from a circle', async () => {
        await hands.openTimeline();
        await hands.selectCircle('P3');
        await hands.ask();
        await write('Last Change');
        await write('(1): this.color');
        await timeline.circle('P4').waitFor();
        await statusEntry(window.page, 'Ln 59').waitFor();
        await hands.selectCircle('P2');
        await hands.goToSource();
        await statusEntry(window.page, 'Ln 27').waitFor();
        await window.editor.waitForNote('this.foregroundColor = color', 'P2: Color#');
        await seen('6 timeline', isClear);
      });

      step('shows the same as a table', async () => {
        await hands.selectCircle('P4');
        await hands.toggleTable();
        await timeline.page.locator('tr[aria-selected="true"]', { hasText: 'P4' }).waitFor();
        await seen('7 table', isClear);
        await hands.toggleTable();
        await timeline.circle('P4').waitFor();
      });

      step('brings the program to a circle', async () => {
        await hands.selectCircle('P3');
        await hands.stopHere();
        await debugging.frame(/setColor.*42/).waitFor();
        await timeline.page.locator('.mark.current[aria-label^="P3"]').waitFor();
        await seen('8 stop here', isClear);
      });

      step('steps back to the point before', async () => {
        await hands.stepBack();
        await debugging.frame(/setColor.*59/).waitFor();
        await timeline.page.locator('.mark.current[aria-label^="P4"]').waitFor();
        await hands.expand(debugging.variable(/^this/).first());
        await debugging.variable(/^temporaryObject/).waitFor();
        await seen('9 step back', isClear);
      });

      step('stops when a value changes', async () => {
        await hands.openMenuOfVariable(debugging.variable(/^temporaryObject/));
        await hands.choose('Break on Value Change', debugging.breakpointRow('temporaryObject'));
        await debugging.breakpointRow('temporaryObject').waitFor();
        await hands.goOn();
        await debugging.frame(/mousePressed.*6/).waitFor();
        await seen('10 data breakpoint');
        await hands.end();
      });

      step('takes over from VS Code’s own debugger', async () => {
        workspace.write('.vscode/launch.json', JSON.stringify(launch));
        await hands.launch();
        await debugging.frame(/drawLine.*32/).waitFor();
        await goToBlackLine();
        await hands.expand(debugging.variable(/^this/).first());
        await hands.openMenuOfVariable(debugging.variable(/^foregroundColor/));
        await hands.choose('Last Change of This Value', querypoints.consent);
        await hands.allow();
        await querypoints.row(/P2 last change of this.foregroundColor/).waitFor();
        await statusEntry(window.page, 'Ln 27').waitFor();
        await seen('11 bridge');
        await hands.end();
      });
    });
  });
}
