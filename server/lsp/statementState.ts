import { best } from '../findings/liveValues.js';
import type { StatementUnfolding } from '../findings/statementStates.js';
import { ReportPlaces } from './diagnostics.js';
import type { LanguageServer } from './languageServer.js';
import type { Range, Side, StateAtParams, StateAtResult, StateRow, UnfoldingState, Unreadable } from './protocol.js';
import { shownIn } from './shownValue.js';

/** The whole abstract state of the statement at a place, before or after it. */
export async function stateAt(
  server: LanguageServer,
  { textDocument: { uri }, position, side, live }: StateAtParams,
): Promise<StateAtResult | Unreadable | null> {
  const begun = await server.begunDocument(uri);
  if (begun === null) return null;
  const { document, content, version, errors } = begun;
  const [error] = errors;
  if (error !== undefined) return { syntaxError: error.message };
  const offset = content.offsetAt(position);
  const statement = await server.askSyntax('statement', { file: document.file, offset });
  const plan = await server.planOf(document);
  if (statement === null || plan === null || document.content !== content) return null;
  // Values of another moment than the one before the statement say nothing.
  const isHeld = live !== undefined && side !== 'after' && statement.side === 'before' && statement.span.start === offset;
  const request = { file: document.file, ...plan, version, statement, live: isHeld ? live : null };
  const states = await server.askAnalysis('statementStates', content, request);
  if (states === null) return null;
  const places = new ReportPlaces(server.documents, server.folders.cwdOf(document.file), document.file, content);
  const span = content.rangeAt(statement.span);
  const standing = isHeld && states.complete ? best(states.unfoldings.flatMap((copy) => copy.live?.standing ?? [])) : null;
  const isAfter = (side ?? statement.side) === 'after' && states.unfoldings.every(({ after }) => after !== null);
  const shown = isAfter ? 'after' : 'before';
  return {
    version,
    span,
    side: shown,
    functionName: states.functionName,
    text: firstLine(content.lineText(span.start.line), span),
    unfoldings: states.unfoldings.map((copy) => unfoldingOf(copy, shown, places)),
    standing,
    failingRoots: standing === 'failing' ? failingRoots(states.unfoldings) : [],
  };
}

function failingRoots(copies: readonly StatementUnfolding[]): readonly string[] {
  return [...new Set(copies.filter(({ live }) => live?.standing === 'failing').map(({ root }) => root))];
}

/** The whole line of a statement that is empty. */
function firstLine(line: string, { start, end }: Range): string {
  const isWithin = start.line === end.line && start.character < end.character;
  const isEmpty = start.line === end.line && start.character === end.character;
  return line.slice(isEmpty ? 0 : start.character, isWithin ? end.character : undefined).trim();
}

function unfoldingOf(copy: StatementUnfolding, side: Side, places: ReportPlaces): UnfoldingState {
  const { label, calls, before, after, changed, live } = copy;
  const path = calls.map((call) => places.locationOf(call)).reverse();
  const steps = path.map(({ uri, range: { start } }) => `${uri}:${start.line}:${start.character}`);
  // A built-in function that calls back is called where it is, as far as anybody sees.
  const locations = path.filter((_, index) => steps[index] !== steps[index - 1]);
  const here = side === 'after' && after !== null ? after : before;
  const next = side === 'before' ? after : null;
  const names = new Set([here, next].flatMap((pair) => Object.keys(pair?.reachable ?? pair?.good ?? {})));
  const rows = [...names].map((name): StateRow => {
    const isChanged = changed.includes(name);
    const then = isChanged && next !== null ? { reachable: shownIn(next.reachable, name), good: shownIn(next.good, name) } : null;
    const standing = live?.byName[name] ?? null;
    return { name, reachable: shownIn(here.reachable, name), good: shownIn(here.good, name), changed: isChanged, after: then, standing };
  });
  return {
    id: [label, ...steps].join('|'),
    label,
    calls: locations,
    rows: rows.filter(isKnown),
    reachable: here.reachable !== null,
    good: here.good !== null,
    completes: before.reachable === null || after === null || after.reachable !== null,
    standing: live?.standing ?? null,
  };
}

/** Functions that other code may replace, for one, would fill the view with names that say nothing. */
function isKnown({ reachable, good, after }: StateRow): boolean {
  return [reachable, good, after?.reachable ?? '', after?.good ?? ''].some((shown) => shown !== '' && shown !== 'anything');
}
