/** A configuration as the client sends it. */
export type Attributes = Readonly<Record<string, unknown>>;

const common = [
  'skipFiles',
  'sourceMaps',
  'outFiles',
  'resolveSourceMapLocations',
  'sourceMapPathOverrides',
  'smartStep',
  'showAsyncStacks',
  'autoAttachChildProcesses',
  'timeout',
  'cwd',
  'localRoot',
  'remoteRoot',
  // Accepted so that configurations of type `node` need no change; nothing in Whence depends on them.
  'trace',
  'pauseForSourceMap',
  'enableContentValidation',
  'customDescriptionGenerator',
  'customPropertiesGenerator',
  'enableDWARF',
  'nodeVersionHint',
  'experimentalNetworking',
  'disableOptimisticBPs',
  'protocol',
];

/** The attributes of a configuration that launches: those of type `node`. */
export const launchAttributes: readonly string[] = [
  ...common,
  'program',
  'args',
  'env',
  'envFile',
  'runtimeExecutable',
  'runtimeArgs',
  'runtimeVersion',
  'console',
  'outputCapture',
  'stopOnEntry',
  'killBehavior',
  'noDebug',
  'attachSimplePort',
  'profileStartup',
  'rerunTimeout',
  'reproduce',
  'record',
  'rules',
  'stopOnFailure',
];

/** The attributes of a configuration that attaches. */
export const attachAttributes: readonly string[] = [
  ...common,
  'port',
  'address',
  'processId',
  'restart',
  'continueOnAttach',
  'websocketAddress',
  'attachExistingChildren',
  'remoteHostHeader',
  'env',
  'envFile',
  'recording',
  'event',
];

/** The attributes that VS Code itself reads, and those of every configuration. */
export const clientAttributes: readonly string[] = [
  'type',
  'name',
  'request',
  'debugServer',
  'preLaunchTask',
  'postDebugTask',
  'presentation',
  'internalConsoleOptions',
  'serverReadyAction',
  'suppressMultipleSessionWarning',
  'cascadeTerminateToConfigurations',
  'hidden',
  'order',
  'windows',
  'linux',
  'osx',
  // What VS Code's own debugger for Node.js adds to a configuration.
  'rootPath',
  'timeouts',
  'sourceMapRenames',
  'runtimeSourcemapPausePatterns',
];
