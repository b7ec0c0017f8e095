/** Whether a value is what a handler may take it for. */
type Shape = (value: unknown) => boolean;

const any: Shape = () => true;
const text: Shape = (value) => typeof value === 'string';
const number: Shape = (value) => typeof value === 'number';
/** Counts from 0, as far as the protocol allows. */
const count: Shape = (value) => typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 2 ** 31;
const optional =
  (shape: Shape): Shape =>
  (value) =>
    value === undefined || value === null || shape(value);
const list =
  (shape: Shape): Shape =>
  (value) =>
    Array.isArray(value) && value.every(shape);
const object =
  (members: Readonly<Record<string, Shape>>): Shape =>
  (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
    const given: Readonly<Record<string, unknown>> = { ...value };
    return Object.entries(members).every(([name, shape]) => shape(given[name]));
  };

const position = object({ line: count, character: count });
const range = object({ start: position, end: position });
const document = { textDocument: object({ uri: text }) };
const place = { ...document, position };
const folder = object({ uri: text });
const token: Shape = (value) => text(value) || number(value);

/** What `params` of the messages that we handle must be. */
const shapes: Readonly<Record<string, Shape>> = {
  initialize: object({
    capabilities: object({ workspace: optional(object({})), textDocument: optional(object({})), window: optional(object({})) }),
    workspaceFolders: optional(list(folder)),
    rootUri: optional(text),
  }),
  '$/cancelRequest': object({ id: token }),
  '$/progress': object({ token }),
  '$/setTrace': object({ value: text }),
  'window/workDoneProgress/cancel': object({ token }),
  'textDocument/didOpen': object({ textDocument: object({ uri: text, languageId: text, version: number, text }) }),
  'textDocument/didChange': object({
    textDocument: object({ uri: text, version: number }),
    contentChanges: list(object({ text, range: (value) => value === undefined || range(value) })),
  }),
  'textDocument/didClose': object(document),
  'workspace/didChangeConfiguration': object({ settings: any }),
  'workspace/didChangeWatchedFiles': object({ changes: list(object({ uri: text, type: number })) }),
  'workspace/didChangeWorkspaceFolders': object({ event: object({ added: list(folder), removed: list(folder) }) }),
  'textDocument/hover': object(place),
  'textDocument/definition': object(place),
  'textDocument/prepareRename': object(place),
  'textDocument/rename': object({ ...place, newName: text }),
  'textDocument/completion': object({ ...place, context: optional(object({ triggerCharacter: optional(text) })) }),
  'textDocument/codeAction': object({
    ...document,
    range,
    context: object({ diagnostics: list(object({})), only: (value) => value === undefined || list(text)(value) }),
  }),
  'textDocument/codeLens': object(document),
  'textDocument/inlayHint': object({ ...document, range }),
  'textDocument/diagnostic': object({ ...document, previousResultId: optional(text) }),
  'textDocument/semanticTokens/full': object(document),
  'whence/stateAt': object({ ...place, live: optional(object({})) }),
  'whence/conditions': object(place),
  'whence/explain': object({ ...place, findingId: optional(text) }),
  'whence/negateAssertion': object(place),
  'whence/asserted': object(place),
  'whence/analyseWorkspace': optional(object({ workDoneToken: optional(token) })),
};

/** Whether the parameters of a message can be given to its handler. Messages that nobody handles may have any. */
export function areParamsOf(method: string, params: unknown): boolean {
  return !Object.hasOwn(shapes, method) || shapes[method]?.(params) === true;
}
