import { chromium } from 'playwright-core';
import type { Browser } from 'playwright-core';
import { ensureBrowser } from '../../../scripts/workbench/install.mjs';
import { removeFolder, runFolder } from '../../../scripts/workbench/runs.mjs';

/** No sandbox, because tests also run where nobody may make one; nothing that asks the network or the graphics card. */
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--font-render-hinting=none',
];

export interface OpenBrowser {
  readonly browser: Browser;
  close(): Promise<void>;
}

/** What a browser writes beside its profiles goes to a folder of its own, not to the home folder. */
export async function launchBrowser(): Promise<OpenBrowser> {
  const { executable, environment } = ensureBrowser();
  const home = runFolder('browser');
  const browser = await chromium.launch({ executablePath: executable, args: flags, env: { ...process.env, ...environment, HOME: home } });
  const close = async (): Promise<void> => {
    await browser.close();
    removeFolder(home);
  };
  return { browser, close };
}
