import { format } from 'node:util';
import type { default as MochaClass } from 'mocha';

/** What VS Code calls in the extension host. Rejects when a test fails; mocha's report goes to the console. */
export async function run(): Promise<void> {
  // Not bundled, and a module: VS Code loads this file as CommonJS.
  const { default: Mocha } = (await import('mocha')) as { readonly default: typeof MochaClass };
  const mocha = new Mocha({ ui: 'bdd', timeout: 60_000, color: false });
  // The console of an extension host does not put words into a format.
  Mocha.reporters.Base.consoleLog = (...words: readonly unknown[]) => console.log(format(...words));
  // Makes `describe` and `it` known to the files below.
  mocha.suite.emit('pre-require', globalThis, '', mocha);
  await import('./activation.js');
  await import('./findings.js');
  await import('./questions.js');
  await import('./languageModelTools.js');
  await import('./faults.js');
  const failures = await new Promise<number>((resolve) => void mocha.run(resolve));
  if (failures > 0) throw new Error(`${failures} of the tests in the extension host failed.`);
}
