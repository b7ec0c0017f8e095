/** A folder with one subject. */
export interface Room {
  /** The folders, and single files, whose code it may use; its own folder always. */
  readonly uses: readonly string[];
  /** The folders and files of which it may know types alone: nothing of them runs in it. */
  readonly types?: readonly string[];
  /** Where a room is no folder: its files. */
  readonly files?: RegExp;
  /** The packages and modules of Node that it may use. */
  readonly packages: readonly string[];
}

/** The arrows between rooms. Data flows downwards in this table; whoever changes the design changes it in the same commit. */
export const rooms: Readonly<Record<string, Room>> = {
  'server/base': { uses: [], packages: [] },
  'server/files': {
    uses: [],
    packages: ['node:buffer', 'node:fs', 'node:module', 'node:os', 'node:path', 'node:child_process', 'node:v8', 'node:vm', 'picomatch'],
  },
  // Plain data about built-ins, which every floor may ask: it imports nothing.
  'server/builtins/facts': {
    files: /^server\/builtins\/(\w+\/facts|facts|builtinFacts|names|memberNames)\.[jt]s$/,
    uses: [],
    packages: [],
  },
  'server/ir': { uses: ['server/base', 'server/builtins/facts'], packages: [] },
  'server/lattice': { uses: ['server/base'], packages: [] },
  'server/fixpoint': { uses: ['server/base', 'server/lattice'], packages: [] },
  'server/syntax': { uses: ['server/base'], packages: ['typescript'] },
  'server/syntax/assertions': { uses: ['server/base', 'server/syntax/source.js'], packages: ['typescript'] },
  'server/syntax/types': {
    uses: ['server/base', 'server/ir', 'server/syntax/source.js', 'server/syntax/assertions'],
    packages: ['node:module', 'typescript'],
  },
  'server/syntax/names': {
    uses: [
      'server/base',
      'server/builtins/facts',
      'server/ir',
      'server/syntax/source.js',
      'server/syntax/assertions',
      'server/syntax/types',
    ],
    packages: ['typescript'],
  },
  // A rules file as plain data: what syntax makes of it, and the dynamic half runs; and where its classes are declared.
  'server/rules': { uses: ['server/base', 'server/files'], packages: ['node:fs', 'node:module', 'node:path'] },
  'server/syntax/rules': {
    uses: [
      'server/base',
      'server/rules',
      'server/syntax/source.js',
      'server/syntax/assertions',
      'server/syntax/names/assignmentTargets.js',
    ],
    packages: ['typescript'],
  },
  'server/syntax/modules': { uses: ['server/base', 'server/syntax/source.js'], packages: ['node:path', 'typescript'] },
  'server/syntax/lower': {
    uses: [
      'server/base',
      'server/builtins/facts',
      'server/ir',
      'server/syntax/source.js',
      'server/syntax/assertions',
      'server/syntax/types',
      'server/syntax/names',
    ],
    packages: ['typescript'],
  },
  'server/syntax/editor': {
    uses: [
      'server/base',
      'server/builtins/facts',
      'server/ir',
      'server/syntax/source.js',
      'server/syntax/assertions',
      'server/syntax/types',
      'server/syntax/names',
      'server/syntax/lower',
    ],
    packages: ['typescript'],
  },
  // What diagnosis asks of a text: its components, what they may become, its text with switches.
  'server/syntax/diagnosis': {
    uses: ['server/base', 'server/ir', 'server/syntax/source.js', 'server/syntax/assertions'],
    packages: ['typescript'],
  },
  'server/semantics': { uses: ['server/base', 'server/builtins/facts', 'server/ir', 'server/lattice'], packages: [] },
  'server/execution/concrete': { uses: ['server/base', 'server/ir', 'server/lattice'], packages: [] },
  'server/execution/observed': { uses: ['server/ir', 'server/execution/concrete'], packages: [] },
  'server/execution/symbolic': {
    uses: ['server/base', 'server/builtins/facts', 'server/ir', 'server/lattice', 'server/semantics', 'server/execution/concrete'],
    packages: [],
  },
  // What each engine knows of each built-in, by family: the engines are given it, and import none of it.
  'server/builtins': {
    uses: ['server/base', 'server/builtins/facts', 'server/ir', 'server/lattice', 'server/semantics', 'server/execution'],
    packages: [],
  },
  'server/analysis': {
    uses: ['server/base', 'server/builtins', 'server/ir', 'server/lattice', 'server/fixpoint', 'server/semantics', 'server/execution'],
    packages: [],
  },
  // Which expressions may denote one object, in all that a program can load (paper 1, section 3).
  'server/aliases': { uses: ['server/base', 'server/ir'], packages: [] },
  'server/findings': {
    uses: ['server/base', 'server/builtins', 'server/ir', 'server/lattice', 'server/semantics', 'server/execution', 'server/analysis'],
    packages: ['node:path', 'picocolors'],
  },
  // Which components may be wrong, for what tests say: no Node, no clock.
  'server/diagnosis': {
    uses: ['server/base', 'server/ir', 'server/lattice', 'server/semantics', 'server/execution', 'server/builtins', 'server/analysis'],
    packages: [],
  },
  // What joins the floors: the check of files and documents, without threads or protocol.
  'server/check': {
    uses: [
      'server/base',
      'server/files',
      'server/builtins/arrays/prelude.js',
      'server/builtins/concreteModels.js',
      'server/ir',
      'server/rules',
      'server/syntax',
      'server/fixpoint',
      'server/semantics',
      'server/execution',
      'server/aliases',
      'server/analysis',
      'server/findings',
    ],
    packages: ['node:fs', 'node:module', 'node:path'],
  },
  'server/threads': {
    uses: ['server/base', 'server/files', 'server/findings', 'server/check'],
    packages: ['node:path', 'node:v8', 'node:worker_threads'],
  },
  'server/lsp': {
    uses: ['server/base', 'server/files', 'server/rules', 'server/syntax', 'server/findings', 'server/check', 'server/threads'],
    packages: ['node:*', 'vscode-languageserver', 'vscode-languageserver/node.js'],
  },
  // What is loaded into the program that is run again: `launch/boot.ts`, `launch/debuggee.ts` and all below it.
  'adapter/instrument': { uses: ['server/base', 'server/files'], types: ['server/rules'], packages: ['acorn', 'node:*'] },
  // The results of rules over objects: it knows no program and no run.
  'adapter/maintain': { uses: [], packages: [] },
  // What is known of a run, whoever recorded it: rows, and where to ask for them. No file of it names a process.
  'adapter/events': { uses: ['adapter/instrument'], packages: [] },
  // What the program and the adapter tell each other, and the descriptors that it goes over.
  'adapter/runtime/channel': { uses: ['adapter/instrument', 'adapter/events'], packages: ['node:*'] },
  // The program's realm as it was before the program began, and how things are put in it unseen.
  'adapter/runtime/realm': { uses: ['adapter/instrument'], packages: ['node:*'] },
  // Stack traces: what they tell us, and what the program sees of them.
  'adapter/runtime/traces': {
    uses: ['adapter/instrument', 'adapter/events', 'adapter/runtime/channel', 'adapter/runtime/realm'],
    packages: ['node:*'],
  },
  // What the numbers in rows of events stand for, and the pages that rows are written to.
  'adapter/runtime/rows': { uses: ['adapter/instrument', 'adapter/runtime/realm'], packages: ['node:*'] },
  // Runs of which only the last event of each place is kept.
  'adapter/runtime/lastOnly': { uses: ['adapter/events', 'adapter/runtime/realm', 'adapter/runtime/rows'], packages: ['node:*'] },
  // The events of the run, and what else is noted of its objects.
  'adapter/runtime/record': {
    uses: ['adapter/events', 'adapter/runtime/realm', 'adapter/runtime/rows', 'adapter/runtime/lastOnly'],
    packages: ['node:*'],
  },
  // What instrumented code and replaced natives call. They are one circle: a native reports through probes, and probes stand in for natives.
  'adapter/runtime/probes': {
    uses: [
      'adapter/instrument',
      'adapter/events',
      'adapter/runtime/realm',
      'adapter/runtime/traces',
      'adapter/runtime/rows',
      'adapter/runtime/lastOnly',
      'adapter/runtime/record',
    ],
    packages: ['node:*'],
  },
  // Rules over live objects: what the program does reaches the engine that maintains them, and what holds is told.
  'adapter/runtime/rules': {
    uses: [
      'adapter/events',
      'adapter/maintain',
      'adapter/runtime/realm',
      'adapter/runtime/traces',
      'adapter/runtime/rows',
      'adapter/runtime/probes/natives.js',
    ],
    packages: ['node:*'],
  },
  // The program waits with its frames alive, and answers.
  'adapter/runtime/hold': {
    uses: [
      'adapter/instrument',
      'adapter/events',
      'adapter/runtime/channel',
      'adapter/runtime/realm',
      'adapter/runtime/traces',
      'adapter/runtime/rows',
      'adapter/runtime/lastOnly',
      'adapter/runtime/record',
      'adapter/runtime/probes',
    ],
    packages: ['node:*'],
  },
  // What joins these rooms in the program: its start, and the way out of a recorded one.
  'adapter/runtime': {
    uses: [
      'adapter/instrument',
      'adapter/events',
      'adapter/runtime/channel',
      'adapter/runtime/realm',
      'adapter/runtime/traces',
      'adapter/runtime/rows',
      'adapter/runtime/lastOnly',
      'adapter/runtime/record',
      'adapter/runtime/probes',
      'adapter/runtime/rules',
      'adapter/runtime/hold',
    ],
    packages: ['node:*'],
  },
  'adapter/launch': { uses: ['server/files', 'adapter/instrument', 'adapter/events', 'adapter/runtime'], packages: ['node:*'] },
  // What deciding needs: from the question to what was seen. Only runs know a process.
  'adapter/querypoints/question': { uses: ['adapter/instrument', 'adapter/events'], packages: ['acorn'] },
  'adapter/querypoints/text': {
    uses: ['server/base', 'server/files', 'adapter/instrument', 'adapter/events'],
    packages: ['acorn', 'node:path'],
  },
  'adapter/querypoints/seen': {
    uses: ['adapter/instrument', 'adapter/events', 'adapter/querypoints/question', 'adapter/querypoints/text'],
    packages: ['node:path'],
  },
  'adapter/querypoints/decide': {
    uses: ['adapter/instrument', 'adapter/events', 'adapter/querypoints/question', 'adapter/querypoints/text', 'adapter/querypoints/seen'],
    packages: [],
  },
  'adapter/querypoints/origin': {
    uses: [
      'adapter/instrument',
      'adapter/events',
      'adapter/querypoints/question',
      'adapter/querypoints/text',
      'adapter/querypoints/seen',
      'adapter/querypoints/decide',
    ],
    packages: ['acorn', 'node:module', 'node:path'],
  },
  'adapter/querypoints/runs': {
    uses: [
      'adapter/instrument',
      'adapter/events',
      'adapter/runtime/channel/messages.js',
      'adapter/launch',
      'adapter/querypoints/question',
      'adapter/querypoints/text',
      'adapter/querypoints/seen',
      'adapter/querypoints/decide',
      'adapter/querypoints/origin',
      'adapter/trace',
    ],
    packages: [],
  },
  'adapter/querypoints/report': {
    uses: [
      'server/findings',
      'adapter/events',
      'adapter/querypoints/question',
      'adapter/querypoints/text',
      'adapter/querypoints/runs/result.js',
    ],
    packages: ['picocolors'],
  },
  // The file of a recording: frames, and what is in them.
  'adapter/trace/format': { uses: ['adapter/instrument', 'adapter/events'], packages: ['fzstd', 'node:fs', 'node:zlib'] },
  // What a recorded program ships becomes frames.
  'adapter/trace/pack': {
    uses: ['adapter/instrument', 'adapter/events', 'adapter/runtime/channel/parcels.js', 'adapter/trace/format'],
    packages: ['node:crypto'],
  },
  // What a recording holds, and what may be asked of it: no process.
  'adapter/trace': {
    uses: [
      'server/base',
      'adapter/instrument',
      'adapter/events',
      'adapter/runtime/rows/tags.js',
      'adapter/querypoints/text',
      'adapter/trace/format',
    ],
    packages: ['acorn'],
  },
  // The relations in which own queries and exports are written, and the engines that answer them.
  'adapter/trace/relations': { uses: [], packages: ['node:fs', 'node:module', 'node:path', 'node:url'] },
  'adapter/trace/parquet': { uses: ['adapter/trace/relations'], packages: ['hyparquet-writer', 'node:fs', 'node:zlib'] },
  // Engines that the user has installed, over a data set.
  'adapter/trace/engines': {
    uses: ['adapter/trace/relations', 'server/files'],
    packages: ['node:fs', 'node:module', 'node:path', 'node:url'],
  },
  'adapter/trace/jel': { uses: ['adapter/trace/relations'], packages: [] },
  'adapter/trace/prolog': { uses: ['adapter/trace/jel', 'adapter/trace/relations'], packages: ['node:fs', 'node:module'] },
  'adapter/trace/sql': { uses: ['adapter/trace/relations'], packages: ['@sqlite.org/sqlite-wasm'] },
  // The relations out of a recording: what does not fit into memory is in a file of its own.
  'adapter/query/relations': {
    uses: ['adapter/instrument', 'adapter/events', 'adapter/querypoints/text', 'adapter/trace', 'adapter/query'],
    packages: ['node:crypto', 'node:fs', 'node:os', 'node:path'],
  },
  'adapter/query': { uses: ['adapter/instrument', 'adapter/events', 'adapter/querypoints/text', 'adapter/trace'], packages: [] },
  // Two recordings held against each other.
  'adapter/query/compare': {
    uses: [
      'adapter/instrument',
      'adapter/events',
      'adapter/runtime/rows/tags.js',
      'adapter/querypoints/text',
      'adapter/trace',
      'adapter/query',
    ],
    packages: ['diff', 'node:path'],
  },
  // Rules files become what a run needs: numbers for fields, sets and classes, and what texts are to tell.
  'adapter/rules': {
    uses: ['server/base', 'server/files', 'server/rules', 'adapter/events', 'adapter/instrument', 'adapter/querypoints/text'],
    types: ['server/aliases'],
    packages: ['node:*'],
  },
  // Rules over a recording: its objects made again, to which happens what has happened to those of the program.
  'adapter/rules/recorded': {
    uses: [
      'adapter/events',
      'adapter/instrument',
      'adapter/maintain/thing.js',
      'adapter/querypoints/text',
      'adapter/query',
      'adapter/rules',
      'adapter/runtime/rows/tags.js',
      'adapter/runtime/rules',
      'adapter/trace/store',
      'server/findings/reportPath.js',
    ],
    types: ['server/rules'],
    packages: ['node:worker_threads'],
  },
  'adapter/inspector': { uses: [], packages: ['ws', 'node:*'] },
  // The tests of a program in a process of their own: a stand-in for each runner.
  'adapter/tests': { uses: ['adapter/launch/watchdog.js'], packages: ['node:*'] },
  // A diagnosis from its first run to its result.
  'adapter/diagnosis': {
    uses: [
      'server/base',
      'server/files',
      'server/ir',
      'server/findings',
      'server/syntax/source.js',
      'server/syntax/diagnosis',
      'server/syntax/lower',
      'server/syntax/modules',
      'server/diagnosis',
      'adapter/launch/program.js',
      'adapter/launch/watchdog.js',
      'adapter/tests',
    ],
    packages: ['@jridgewell/trace-mapping', 'diff', 'picocolors', 'node:*'],
  },
  // One function each: plain request, plain result.
  'adapter/operations': {
    uses: [
      'adapter/diagnosis',
      'server/files',
      'server/check',
      'server/findings',
      'server/rules',
      'server/syntax/rules',
      'server/syntax/types/eraseTypes.js',
      'server/threads',
      'adapter/instrument',
      'adapter/runtime/channel/messages.js',
      'adapter/launch',
      'adapter/events',
      'adapter/rules',
      'adapter/trace/format',
      'adapter/trace/pack',
      'adapter/trace/engines',
      'adapter/trace/jel',
      'adapter/trace/parquet',
      'adapter/trace/relations',
      'adapter/trace/prolog',
      'adapter/trace/sql',
      'adapter/query',
      'adapter/querypoints/question',
      'adapter/querypoints/runs',
      'adapter/querypoints/text',
      'adapter/trace/moment',
      'adapter/trace/replay',
      'adapter/trace/steps',
      'adapter/trace/store',
    ],
    // The state of a call as plain data.
    types: ['server/execution/observed'],
    packages: ['picomatch', 'node:*'],
  },
  // Faces: they know operations and plain data. Of engines they know types alone, and what prints results is plain.
  'adapter/cli': {
    uses: [
      'server/check/checkFile.js',
      'server/check/settingsTable.js',
      'server/files',
      'server/findings',
      'adapter/diagnosis/diagnosisSarif.js',
      'adapter/diagnosis/diagnosisText.js',
      'adapter/diagnosis/patches.js',
      'adapter/operations',
      'adapter/trace/format/contents.js',
      'adapter/query/answerQuestion.js',
      'adapter/query/compare/comparison.js',
      'adapter/query/compare/comparedAnswers.js',
      'adapter/trace/relations/answer.js',
      'adapter/trace/relations/queryError.js',
      'adapter/querypoints/report',
    ],
    // The server for agents is a bundle of its own, which is loaded when it is asked for.
    types: ['adapter/querypoints/question', 'adapter/mcp/main.js'],
    packages: ['commander', 'picocolors', 'node:*'],
  },
  // The face for coding agents.
  'adapter/mcp': {
    uses: [
      'server/check/checkFile.js',
      'server/check/settingsTable.js',
      'server/files',
      'server/findings',
      'adapter/operations',
      'adapter/query/answerQuestion.js',
      'adapter/query/compare/comparison.js',
      'adapter/querypoints/report',
    ],
    packages: [
      '@modelcontextprotocol/server',
      '@modelcontextprotocol/server/stdio',
      '@modelcontextprotocol/server/validators/ajv',
      'node:*',
    ],
  },
  // The debug adapter is a face and a live session in one: it starts the program that the user debugs (launch), and talks to V8 of it
  // (inspector). Questions about a run it puts to an operation, as any face.
  'adapter/dap': {
    uses: [
      'server/base',
      'server/check/pauseConditions.js',
      'server/files',
      'adapter/instrument',
      'adapter/launch',
      'adapter/inspector',
      'adapter/runtime/hold/staticFrames.js',
      'adapter/runtime/realm/ownFields.js',
      'adapter/querypoints/question/kinds.js',
      'adapter/querypoints/text',
      'adapter/querypoints/report',
      'adapter/operations',
    ],
    types: [
      'adapter/events',
      'adapter/runtime/channel/messages.js',
      'adapter/querypoints/question',
      'adapter/querypoints/seen/listing.js',
      'adapter/querypoints/runs/result.js',
    ],
    packages: [
      '@jridgewell/trace-mapping',
      '@vscode/debugadapter',
      '@vscode/debugadapter/lib/protocol.js',
      '@vscode/debugprotocol',
      'picomatch',
      'node:*',
    ],
  },
  // Of the server and the adapter it knows what both ends speak, and nothing else.
  extension: {
    uses: [
      'extension',
      'server/lsp/protocol.js',
      'adapter/dap/querypoints/protocol.js',
      'adapter/diagnosis/protocol.js',
      'adapter/launch/waitingProgram.js',
      'adapter/querypoints/question/kinds.js',
      'adapter/query/catalogue.js',
      'adapter/operations/recording/recordingsFolder.js',
      'adapter/trace/relations/schema.js',
    ],
    packages: ['vscode', 'vscode-languageclient/node.js', '@vscode/debugprotocol', 'preact', 'd3-scale', 'node:*'],
  },
  scripts: { uses: [], packages: ['@vscode/vsce', 'acorn', 'esbuild', 'typescript', 'node:*'] },
};

/** The room that a file is in: the innermost folder of the table that holds it. A room inside of another one is none of the other's. */
export function roomOf(file: string): string {
  const listed = Object.entries(rooms).find(([, { files }]) => files?.test(file));
  if (listed !== undefined) return listed[0];
  const holding = Object.keys(rooms).filter((room) => isIn(file, room));
  return holding.reduce((innermost, room) => (room.length > innermost.length ? room : innermost), '');
}

export const isIn = (file: string, folder: string): boolean => file.startsWith(`${folder}/`);
