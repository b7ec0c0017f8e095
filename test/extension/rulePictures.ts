import { Debugging } from '../workbench/driver/debugging.js';
import { mouse } from '../workbench/driver/hands.js';
import { calmSettings } from '../workbench/driver/looks.js';
import { Querypoints } from '../workbench/driver/querypoints.js';
import { RulesViewDriver } from '../workbench/driver/rulesView.js';
import { TimelineView } from '../workbench/driver/timeline.js';
import type { Stage } from '../workbench/driver/workbench.js';
import { Workspace } from '../workbench/driver/workspace.js';
import { pictureOf } from './storyPictures.js';

const launch = {
  version: '0.2.0',
  configurations: [
    {
      type: 'whence',
      request: 'launch',
      name: 'Document under rules',
      program: '${workspaceFolder}/rules/document.cjs',
      rules: ['${workspaceFolder}/rules/document.rules.ts'],
    },
  ],
};

/** The pictures of examples/stories/rules.md: write a rule, F5, stop, last change. */
export async function rulePictures(stage: Stage, settings: Readonly<Record<string, unknown>>): Promise<void> {
  const workspace = new Workspace({ '.vscode/launch.json': JSON.stringify(launch) }, { ...settings, ...calmSettings });
  try {
    const window = await stage.open(workspace, { size: { width: 1120, height: 720 } });
    const hands = mouse(window);
    const debugging = new Debugging(window.page);
    const querypoints = new Querypoints(window.page);
    const view = new RulesViewDriver(window.page);
    const take = pictureOf(window);
    await window.quickInput.openFile('document.rules.ts');
    await window.editor.goTo(5);
    await window.press('F5');
    await debugging.stoppedLine.first().waitFor();
    await view.row(/p names body/).waitFor();
    await window.press('Control+j');
    for (const pane of ['Watch', 'Variables', 'Breakpoints']) await view.close(pane);
    await debugging.expand(view.row(/^m/));
    await take('ruleStop');
    await querypoints.choose(view.row(/^parent/), 'Last Change of This Value', querypoints.consent);
    await hands.allow();
    await querypoints.row('P2 last change').waitFor();
    await take('ruleLastChange');
    await window.press('Shift+Alt+w', 't');
    await new TimelineView(window.page).lane('Rules').waitFor();
    await window.quickInput.run('View: Toggle Maximized Panel');
    await take('ruleTimeline');
    await window.quickInput.run('View: Toggle Maximized Panel');
    await hands.end();
    await window.close();
  } finally {
    workspace.remove();
  }
}
