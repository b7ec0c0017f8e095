import { join } from 'node:path';
import { root } from '../process.mjs';
import { InstallationError, ensureWorkbench } from './install.mjs';
import { isSupported } from './pins.mjs';
import { addressOf, serve } from './server.mjs';
import { quietSettings } from './settings.mjs';

/** Serves the workbench with the extension on examples/ until Ctrl+C; resolves to the exit code of `npm start`. */
export async function openExamples() {
  if (!isSupported) {
    console.log('\nTo see them in the editor, open this folder in VS Code and press F5. (A workbench in the browser is for Linux x64.)');
    return 0;
  }
  try {
    const workbench = ensureWorkbench('newest');
    const settings = { ...quietSettings, 'workbench.startupEditor': 'readme' };
    const server = await serve(workbench, settings, { flags: ['--default-folder', join(root, 'examples')] });
    console.log(`\nVS Code ${workbench.vscode} with Whence, on examples/:\n\n  ${addressOf(server)}\n`);
    console.log('Open this address in a browser on this machine. Ctrl+C ends it. (npm start -- --no-workbench only checks.)');
    const how = await Promise.race([server.ended.then(() => 'ended'), interruption()]);
    await server.stop();
    if (how === 'interrupted') return 0;
    console.error('The workbench has ended by itself.');
    return 1;
  } catch (error) {
    if (!(error instanceof InstallationError)) throw error;
    console.error(`\n${error.message}`);
    return 1;
  }
}

function interruption() {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => resolve('interrupted'));
  });
}
