import type { CodeAction, CodeActionParams, TextEdit } from 'vscode-languageserver';
import { isNever, not, type ConditionTree } from '../findings/conditionTree.js';
import { inWords, type WordSettings } from '../findings/sentence.js';
import { printCondition } from '../findings/printCondition.js';
import { shownSpan, type Finding } from '../findings/result.js';
import { linePlaceholder, type FixEdit } from '../syntax/editor/fixes.js';
import { findingId } from './diagnostics.js';
import type { CheckedDocument } from './documentChecks.js';
import type { DocumentText } from './documentText.js';
import type { LanguageServer } from './languageServer.js';
import { otherFormActions } from './otherFormActions.js';
import { commands, label } from './protocol.js';
import { touches } from './ranges.js';

/** The quick fixes for the findings in a range, and the other forms of its rules and assertions. */
export async function codeActions(server: LanguageServer, params: CodeActionParams): Promise<CodeAction[]> {
  const { textDocument, range, context } = params;
  const { only } = context;
  const isAsked = (wanted: string): boolean =>
    only === undefined || only.some((kind) => kind === '' || `${wanted}.`.startsWith(`${kind}.`));
  const areFixesAsked = isAsked('quickfix') || only?.some((kind) => kind.startsWith('quickfix.')) === true;
  if (!areFixesAsked && !isAsked('refactor.rewrite')) return [];
  const checked = await server.checkedDocument(textDocument.uri);
  if (checked === null) return [];
  const forms = isAsked('refactor.rewrite') ? await otherFormActions(server, checked, range) : [];
  return areFixesAsked ? [...(await quickFixes(server, checked, params)), ...forms] : forms;
}

async function quickFixes(server: LanguageServer, checked: CheckedDocument, { range, context }: CodeActionParams): Promise<CodeAction[]> {
  const findings = checked.check.findings.filter((finding) => touches(checked.content.rangeOfReport(shownSpan(finding)), range));
  const actions: CodeAction[] = [];
  for (const finding of findings) actions.push(...(await actionsFor(server, checked, finding, context.diagnostics)));
  // A hint and a warning at one place may ask for the same.
  const byTitle = new Map(actions.map((action) => [action.title, action]));
  return [...byTitle.values()];
}

async function actionsFor(
  server: LanguageServer,
  checked: CheckedDocument,
  finding: Finding,
  shown: CodeActionParams['context']['diagnostics'],
): Promise<CodeAction[]> {
  const { document, content } = checked;
  const { uri } = document;
  const diagnostics = shown.filter((each) => (each.data as { readonly id?: unknown } | undefined)?.id === findingId(finding));
  const base = { kind: 'quickfix', ...(diagnostics.length === 0 ? {} : { diagnostics }) };
  const range = content.rangeOfReport(shownSpan(finding));
  const actions: CodeAction[] = [];
  const { condition } = finding;
  const text = condition === null ? null : printCondition(condition);
  const decided = content.rangeOfReport(finding.span);
  const span = { start: content.offsetAt(decided.start), end: content.offsetAt(decided.end) };
  const places = await server.askSyntax('fixPlaces', { file: document.file, span, shown: content.offsetAt(range.start) });
  if (places === null || document.content !== content) return [];
  if (condition !== null && text !== null && !isNever(condition)) {
    const add = (title: string, edits: readonly FixEdit[] | null, line: string, isPreferred = false): void => {
      if (edits !== null)
        actions.push({ ...base, title: label(title), edit: { changes: { [uri]: textEdits(edits, line, content) } }, isPreferred });
    };
    const words = await server.wordsOf(uri);
    // A function that throws on its own account has its guard.
    const isGuarded = finding.code === 'uncaught-exception' && finding.severity === 'hint';
    const guard = isGuarded ? null : places.guard;
    add(places.atEntry ? `Throw unless ${text}` : `Throw here unless ${text}`, guard, guardLine(condition, words), places.atEntry);
    const isOneLine = oneLine(text) === text;
    if (isOneLine && !text.includes('*/')) add(`Declare @requires ${text}`, places.documentation, `@requires ${text}`);
    add(`Assert @always ${text}`, isGuarded || !isOneLine ? null : places.assertion, `// @always ${text}`);
  }
  // Comments that are of no use can only go.
  if (places.ignore !== null && !finding.code.startsWith('ignore-')) {
    const edit = { changes: { [uri]: textEdits(places.ignore, `whence-ignore-next-line ${finding.code}: say why`, content) } };
    actions.push({ ...base, title: `Ignore ${finding.code} on this line`, edit });
  }
  if (server.client.hasCommands) {
    const explain = 'Explain step by step';
    actions.push({ ...base, title: explain, command: { title: explain, command: commands.explainFinding, arguments: [uri, range.start] } });
    const copy = 'Copy condition';
    if (text !== null) actions.push({ ...base, title: copy, command: { title: copy, command: commands.copyCondition, arguments: [text] } });
  }
  return actions;
}

/** The exact negation: NaN goes where the condition sends it. */
function guardLine(condition: ConditionTree, words: WordSettings): string {
  const failing = printCondition(condition.kind === 'not' ? condition.of : not(condition));
  const message = oneLine(inWords(condition, words)).replaceAll('`', '').replaceAll('\\', '\\\\').replaceAll("'", "\\'");
  return `if (${failing}) throw new RangeError('${message}');`;
}

function oneLine(text: string): string {
  return text.replace(/[\n\r\u2028\u2029]/g, ' ');
}

function textEdits(edits: readonly FixEdit[], line: string, content: DocumentText): TextEdit[] {
  return edits.map(({ span, text }) => ({ range: content.rangeAt(span), newText: text.replaceAll(linePlaceholder, () => line) }));
}
