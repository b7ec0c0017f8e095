import { testLimitMs } from './workbench.js';

/** A step of a story: what happens in it, as the title of a test would say. */
export type Step = (title: string, run: () => Promise<void>) => void;

/**
 * One test of steps that follow from each other: each goes on with what the step before it has left. A step that fails ends the story,
 * under its own name, and takes no other test with it.
 */
export function story(title: string, tell: (step: Step) => void): void {
  const steps: { readonly title: string; readonly run: () => Promise<void> }[] = [];
  tell((step, run) => steps.push({ title: step, run }));
  it(`${title} (${steps.length} steps)`, async function () {
    this.timeout((steps.length + 1) * testLimitMs);
    for (const [index, step] of steps.entries()) {
      try {
        await step.run();
      } catch (error) {
        if (error instanceof Error) error.message = `step ${index + 1} of ${steps.length}, "${step.title}": ${error.message}`;
        throw error;
      }
    }
  });
}
