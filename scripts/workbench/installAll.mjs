import { ensureBrowser, ensureWorkbench, InstallationError } from './install.mjs';

/** Installs the browser, and the versions of VS Code that are named. */
try {
  ensureBrowser();
  process.argv.slice(2).forEach(ensureWorkbench);
} catch (error) {
  if (!(error instanceof InstallationError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
