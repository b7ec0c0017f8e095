import { Stage, openWindows } from './workbench.js';

const stages = new Map<'newest' | 'oldest', Promise<Stage>>();

/** The version as every test sees it, set up by the first test that asks and kept for the others. */
export function stageOf(version: 'newest' | 'oldest'): Promise<Stage> {
  const stage = stages.get(version) ?? Stage.set(version);
  stages.set(version, stage);
  return stage;
}

after('end the workbenches', async () => {
  for (const stage of await Promise.allSettled(stages.values())) {
    if (stage.status === 'fulfilled') await stage.value.strike();
  }
});

afterEach('keep what a failed test saw', async function () {
  if (this.currentTest?.state !== 'failed') return;
  const name = this.currentTest.title.replaceAll(/[^a-zA-Z0-9]+/g, '-');
  for (const window of openWindows) {
    await window.keepTraces(`failed-${name}`);
    console.log(await window.described()); // whoever reads a report of another machine has no picture
  }
});
