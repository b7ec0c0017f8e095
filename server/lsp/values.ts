import type { Hover, InlayHint } from 'vscode-languageserver';
import type { Offset } from '../base/span.js';
import type { PointStates } from '../findings/pointStates.js';
import type { FunctionReport } from '../findings/result.js';
import type { NameAt } from '../syntax/editor/nameAt.js';
import type { CheckedDocument } from './documentChecks.js';
import type { WordSettings } from '../findings/sentence.js';
import { isNever } from '../findings/conditionTree.js';
import { conditionLine, hoverOf } from './hover.js';
import type { LanguageServer } from './languageServer.js';
import { shownIn } from './shownValue.js';
import { holds } from './ranges.js';
import type { Position, Range } from './protocol.js';

/** The hover of a name at a place: its values, and the conditions of the function that it names. */
export async function hoverAt(server: LanguageServer, uri: string, position: Position): Promise<Hover | null> {
  const checked = await server.checkedDocument(uri);
  if (checked === null) return null;
  const { document, content } = checked;
  const name = await server.askSyntax('name', { file: document.file, offset: content.offsetAt(position) });
  if (document.content !== content) return null;
  if (name === null) return conditionHover(checked, position, await server.wordsOf(uri));
  const states = (await statesAt(server, checked, name.statePlaces)).flatMap((state) => state ?? []);
  return hoverOf(name, content.rangeAt(name.span), states, functionNamed(name, checked), await server.wordsOf(uri));
}

/** What is asked at an origin that is no name: an arrow, the end of a statement. */
function conditionHover({ check, content }: CheckedDocument, position: Position, words: WordSettings): Hover | null {
  for (const { span, condition } of check.findings) {
    const range = content.rangeOfReport(span);
    if (condition === null || isNever(condition) || !holds(range, position)) continue;
    return { contents: { kind: 'markdown', value: conditionLine(condition, words) }, range };
  }
  return null;
}

/** The function that the name declares, or refers to. */
function functionNamed({ span, declaration }: NameAt, { content, check }: CheckedDocument): FunctionReport | null {
  const { line, column } = content.reportPlace(content.positionAt((declaration ?? span).start));
  return check.functions.find((report) => report.span.line === line && report.span.column === column) ?? null;
}

/** None for places of a version that is not the newest any more. */
async function statesAt(
  server: LanguageServer,
  checked: CheckedDocument,
  offsets: readonly Offset[],
): Promise<readonly (PointStates | null)[]> {
  const { document, content, version } = checked;
  const places = offsets.map((offset) => content.reportPlace(content.positionAt(offset)));
  const plan = await server.planOf(document);
  if (plan === null) return [];
  return (await server.askAnalysis('states', content, { file: document.file, ...plan, version, places })) ?? [];
}

/** More would be asked for than anybody reads. */
const maxHints = 200;

/** The ranges of variables behind their declarations. */
export async function inlayHints(server: LanguageServer, uri: string, range: Range): Promise<InlayHint[]> {
  const { inlayHints: areWanted } = await server.configuration.of(uri);
  const checked = areWanted ? await server.checkedDocument(uri) : null;
  if (checked === null) return [];
  const { document, content } = checked;
  const span = { start: content.offsetAt(range.start), end: content.offsetAt(range.end) };
  const names = (await server.askSyntax('declaredNames', { file: document.file, span }))?.slice(0, maxHints) ?? [];
  if (document.content !== content || names.length === 0) return [];
  const states = await statesAt(
    server,
    checked,
    names.map(({ statePlace }) => statePlace),
  );
  return names.flatMap(({ name, end }, index) => {
    const label = rangeText(name, states[index] ?? null);
    return label === null
      ? []
      : [{ position: content.positionAt(end), label: `: ${label}`, kind: 1, paddingLeft: false, tooltip: 'Abstract value' }];
  });
}

/** The one value of all copies that are reached; null where they differ, or it says no more than a type would. */
function rangeText(name: string, states: PointStates | null): string | null {
  const shown = new Set(states?.unfoldings.flatMap(({ reachable }) => shownIn(reachable, name)).filter((text) => text !== ''));
  const [only] = shown;
  return shown.size === 1 && only !== undefined && /[\d"]/.test(only) ? only : null;
}
