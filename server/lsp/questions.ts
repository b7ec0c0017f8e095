import type { Hover } from 'vscode-languageserver';
import type { FunctionReport } from '../findings/result.js';
import type { NameAt } from '../syntax/editor/names.js';
import type { CheckedDocument } from './documentChecks.js';
import { hoverOf } from './hover.js';
import type { LanguageServer } from './languageServer.js';
import type { Position } from './protocol.js';

/** What a name holds here, and what the function needs that it names. */
export async function hoverAt(server: LanguageServer, uri: string, position: Position): Promise<Hover | null> {
  const checked = await server.checkedDocument(uri);
  if (checked === null) return null;
  const { document, content } = checked;
  const name = await server.askSyntax('name', { file: document.file, offset: content.offsetAt(position) });
  if (name === null || document.content !== content) return null;
  const places = [content.reportPlace(content.positionAt(name.statePlace))];
  const states = await server.askAnalysis('states', { file: document.file, version: checked.version, places });
  const { numbers } = await server.configuration.of(uri);
  const words = { integers: numbers === 'integers' };
  return hoverOf(name, content.rangeAt(name.span), states?.[0] ?? null, functionNamed(name, checked), words);
}

/** The function that the name declares, or refers to. */
function functionNamed({ span, declaration }: NameAt, { content, check }: CheckedDocument): FunctionReport | null {
  const declared = declaration ?? span;
  const { line, column } = content.reportPlace(content.positionAt(declared.start));
  return check.functions.find((report) => report.span.line === line && report.span.column === column) ?? null;
}
