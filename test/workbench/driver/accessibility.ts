import axe from 'axe-core';
import type { AxeResults } from 'axe-core';
import type { Frame, Page } from 'playwright-core';

/** What axe-core finds wrong in a page and calls serious or critical: the rule, and where. */
export async function seriousFaults(page: Page | Frame): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  const { violations } = (await page.evaluate('axe.run()')) as AxeResults;
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary ?? ''}`));
}
