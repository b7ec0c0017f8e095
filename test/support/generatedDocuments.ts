import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { capabilities, recordingCapabilities } from '../../adapter/dap/capabilities.js';
import { requests as ownRequests } from '../../adapter/dap/querypoints/protocol.js';
import { recordedRequests } from '../../adapter/dap/recording/recordedRequests.js';
import { requests } from '../../adapter/dap/requests/dispatch.js';
import { settingsTable, type Setting } from '../../server/check/settingsTable.js';
import { settingsSection } from '../../server/lsp/protocol.js';
import { schema } from '../../adapter/trace/relations/schema.js';
import { read, root } from '../tidy/files.js';

/** A table of a document that is written by this script, between the marks `<!-- NAME: generated … -->` and `<!-- NAME: end -->`. */
interface GeneratedTable {
  readonly document: string;
  readonly name: string;
  readonly text: string;
}

/**
 * What a client uses of each capability of the debug adapter: the words that a test of it must contain. Capabilities that are `false` have none.
 * A capability without a row here is an error of the tidy test.
 */
export const usedOfCapability: Readonly<Record<string, readonly string[]>> = {
  supportsGotoTargetsRequest: ["'gotoTargets'", "'goto'"],
  supportsConfigurationDoneRequest: ["'configurationDone'"],
  supportsConditionalBreakpoints: ['condition:'],
  supportsHitConditionalBreakpoints: ['hitCondition'],
  supportsLogPoints: ['logMessage'],
  supportsFunctionBreakpoints: ["'setFunctionBreakpoints'"],
  supportsDataBreakpoints: ["'dataBreakpointInfo'", "'setDataBreakpoints'"],
  supportsBreakpointLocationsRequest: ["'breakpointLocations'"],
  supportsExceptionFilterOptions: ['filterOptions'],
  supportsExceptionInfoRequest: ['exceptionInfo'],
  exceptionBreakpointFilters: ["'setExceptionBreakpoints'"],
  supportsEvaluateForHovers: ["'hover'"],
  supportsClipboardContext: ["'clipboard'"],
  supportsSetVariable: ["'setVariable'"],
  supportsSetExpression: ["'setExpression'"],
  supportsDelayedStackTraceLoading: ['startFrame'],
  supportsRestartRequest: ["'restart'"],
  supportsRestartFrame: ["'restartFrame'"],
  supportsStepInTargetsRequest: ["'stepInTargets'"],
  supportsStepBack: ["'stepBack'", "'reverseContinue'"],
  supportsTerminateRequest: ["'terminate'"],
  supportTerminateDebuggee: ['terminateDebuggee'],
  supportsLoadedSourcesRequest: ["'loadedSources'"],
  supportsCompletionsRequest: ["'completions'"],
  completionTriggerCharacters: ["'completions'"],
  supportsSingleThreadExecutionRequests: ['singleThread'],
  supportsCancelRequest: ["'cancel'"],
  supportsANSIStyling: ['ANSI'],
};

/** The capabilities that the response to `initialize` offers. */
export const offeredCapabilities: readonly string[] = Object.entries({ ...recordingCapabilities, ...capabilities }).flatMap(
  ([name, value]) => (value === false ? [] : [name]),
);

/** The requests that the debug adapter answers. */
export function answeredRequests(): readonly string[] {
  const life = /private readonly life\b[^]*?^ {2}\};/m.exec(read('adapter/dap/session.ts'))?.[0] ?? '';
  const ofSession = [...life.matchAll(/^ {4}(\w+): /gm)].map(([, name = '']) => name);
  return [...ofSession, ...new Set([requests, recordedRequests].flatMap((handlers) => Object.keys(handlers)))];
}

/** The tests of the debug adapter, and what drives them, by the name of the file without `.test.ts`. */
function testsOfAdapter(): ReadonlyMap<string, string> {
  const folder = 'test/adapter/dap';
  const files = readdirSync(join(root, folder)).filter((file) => file.endsWith('.test.ts'));
  const tests = files.map((file) => [file.replace('.test.ts', ''), read(`${folder}/${file}`)] as const);
  const driver = 'test/support/debugging.ts';
  return new Map([...tests, [driver, read(driver)]]);
}

/** The tests that contain all of these words; where none does, the code that drives all tests, if that does. */
export function testsWith(words: readonly string[]): readonly string[] {
  const found = [...testsOfAdapter()].flatMap(([name, text]) => (words.every((word) => text.includes(word)) ? [name] : []));
  const tests = found.filter((name) => !name.includes('/'));
  return (tests.length > 0 ? tests : found).sort();
}

/** The word by which a test sends a request: its name in quotes; of our own requests, the name in the protocol's table. */
function wordOfRequest(request: string): string {
  const own = Object.entries(ownRequests).find(([, name]) => name === request);
  return own === undefined ? `'${request}'` : `requests.${own[0]}`;
}

const codes = (words: readonly string[]): string => words.map((word) => `\`${word}\``).join(', ');

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), `|${head.map(() => '---|').join('')}`, ...rows.map(line)].join('\n');
}

function capabilityTable(): string {
  const rows = offeredCapabilities.map((name) => {
    const used = usedOfCapability[name] ?? [];
    return [codes([name]), codes(used.map((word) => word.replaceAll("'", '').replace(':', ''))), codes(testsWith(used))];
  });
  return table(['capability', 'used', 'tests'], rows);
}

function requestTable(): string {
  const rows = answeredRequests().map((name) => [codes([name]), codes(testsWith([wordOfRequest(name)]))]);
  return table(['request', 'tests'], rows);
}

function settingsTableText(): string {
  const rows = Object.entries<Setting>(settingsTable).map(([name, setting]) => [
    codes([`${settingsSection}.${name}`]),
    valuesOf(setting),
    codes([JSON.stringify(setting.default)]),
    setting.description.replaceAll('|', '\\|'),
  ]);
  return table(['setting', 'values', 'default', 'meaning'], rows);
}

function valuesOf(setting: Setting): string {
  switch (setting.kind) {
    case 'choice':
      return codes(Object.keys(setting.choices));
    case 'flag':
      return codes(['true', 'false']);
    case 'count':
      return `${setting.least} to ${setting.most}`;
    case 'texts':
      return 'a list of texts';
  }
}

function choiceTableText(): string {
  const rows = Object.entries<Setting>(settingsTable).flatMap(([name, setting]) =>
    setting.kind === 'choice'
      ? Object.entries(setting.choices).map(([choice, meaning]) => [codes([`${settingsSection}.${name}`]), codes([choice]), meaning])
      : [],
  );
  return table(['setting', 'value', 'meaning'], rows);
}

function relationsText(): string {
  return schema
    .map(({ name, meaning, columns }) => {
      const rows = columns.map((column) => [codes([column.name]), column.type, column.meaning]);
      return `### ${codes([name])}\n\n${meaning}\n\n${table(['column', 'type', 'meaning'], rows)}`;
    })
    .join('\n\n');
}

/** Every table that is written by this script. */
export function generatedTables(): readonly GeneratedTable[] {
  return [
    { document: 'docs/debugAdapter.md', name: 'capabilities', text: capabilityTable() },
    { document: 'docs/debugAdapter.md', name: 'requests', text: requestTable() },
    { document: 'docs/settings.md', name: 'settings', text: settingsTableText() },
    { document: 'docs/settings.md', name: 'choices', text: choiceTableText() },
    { document: 'docs/traceRelations.md', name: 'relations', text: relationsText() },
  ];
}

/** The document with the table as it must be. */
export function withTable(page: string, { name, text }: GeneratedTable): string {
  const marked = new RegExp(`(<!-- ${name}: generated[^>]*-->\n)[^]*?(<!-- ${name}: end -->)`);
  return page.replace(marked, (_, before: string, after: string) => `${before}\n${text}\n\n${after}`);
}

/** `npm run documents` writes them. */
if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const generated of generatedTables()) {
    const { document } = generated;
    writeFileSync(join(root, document), withTable(read(document), generated));
  }
