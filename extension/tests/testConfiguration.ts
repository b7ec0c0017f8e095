import type { TestLaunch } from '../../adapter/diagnosis/protocol.js';
import { debugType, type Configuration } from '../debugConfiguration.js';

/** Runs one test, up to the assertion that fails; the code of runners is stepped over. */
export function testConfiguration({ test, cwd, program, runtimeArgs, args }: TestLaunch): Configuration {
  return {
    type: debugType,
    request: 'launch',
    name: test,
    program,
    runtimeArgs,
    args,
    cwd,
    stopOnFailure: true,
    skipFiles: ['<node_internals>/**', '**/node_modules/**'],
    // What runners print does not go through the console.
    outputCapture: 'std',
  };
}
