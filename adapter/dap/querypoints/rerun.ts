import { tsxLoader } from '../../launch/tsxLoader.js';
import { isNode, type LaunchConfiguration } from '../configuration.js';

/** How a program is started for another run: by Node itself, so that our runtime can be loaded before it. */
export interface Rerun {
  readonly node: string;
  readonly nodeArgs: readonly string[];
  readonly args: readonly string[];
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string | null>>;
}

/** A configuration as another run; as a sentence, why there can be none. */
export function rerunOf({ runtime, runtimeArgs, program, args, cwd, environment, node }: LaunchConfiguration): Rerun | string {
  if (program === null) return 'Whence runs a program again that the launch configuration names: set “program”.';
  // A debugger's options are for the program that is debugged.
  const nodeArgs = runtimeArgs.filter((word) => !/^--inspect/.test(word));
  const common = { args: [program, ...args], cwd, environment };
  if (isNode(runtime)) return { ...common, node: runtime, nodeArgs };
  const loader = tsxLoader(runtime);
  if (loader !== null && node !== null) return { ...common, node, nodeArgs: ['--import', loader, ...nodeArgs] };
  return `Whence runs again what Node or tsx starts; this program is started by ${runtime}.`;
}
