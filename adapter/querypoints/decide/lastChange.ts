import { isIndexName } from '../../instrument/indexNames.js';
import type { OtherWrite, SelectedEvent, Selection, SelectionResult, ValueReport } from '../../events/rows.js';
import { mayBeWrittenByArguments } from '../text/argumentsObject.js';
import { pathTo } from '../../instrument/tree.js';
import { unseenKey } from '../../instrument/site.js';
import {
  demandOfAllocations,
  demandOfEntries,
  demandOfEvents,
  demandOfGuard,
  demandOfSymbols,
  demandOfTexts,
  demandOfKept,
  demandOfVariable,
  emptyDemand,
  leq,
  lackOfProperty,
} from '../question/demand.js';
import { isSame } from '../../events/sameValue.js';
import { need, open, type Deciding } from '../seen/deciding.js';
import { creationOf, firstSightOf } from './creation.js';
import { isGiven, isOfBirth, isStatic } from './comesWithBirth.js';
import { earliest, guardOf, missedBetween } from './earlierWrites.js';
import { decideSizeChange, isSize } from './sizeChange.js';
import { throwPoint, thrownFirst } from './throws.js';
import { lastOfBoth } from './mappedWrites.js';
import { needKeys, uncertainSince } from './uncertainWrites.js';
import { codeSince } from './codeOfTexts.js';
import { keptWrite, tooManyReason, type Kept, type KeptEvent } from './lastOnly.js';
import type { Observation } from '../seen/observation.js';
import { unknownPoint, type PointAnswer } from '../question/point.js';
import { seenAs, type Query } from '../question/question.js';
import type { Resolved } from '../seen/resolve.js';
import type { SeenException, SeenRun } from '../seen/seenRun.js';

/** Paper 3, section 4.1: the last event that changes the place, before the point, of the same owner. */
export async function* decideLastChange(run: SeenRun, query: Query, from: PointAnswer, { places }: Observation): Deciding<PointAnswer> {
  const { id, kind, of, index } = query;
  const place = places.get(seenAs(query));
  if (place === undefined || place.kind === 'unprobed') {
    yield open(place === undefined ? emptyDemand : demandOfVariable(place.variable));
    if (place !== undefined && place.kept !== null) yield open(demandOfKept(place.kept));
    return unknownPoint(id, kind, of, 'not-found', 'The variable could not be seen.');
  }
  if (place.kind === 'hidden') yield* need(run.planned, demandOfKept(place.kept));
  if (place.kind === 'failed' || place.kind === 'hidden') return unknownPoint(id, kind, of, 'not-found', `${place.reason}.`);
  const { key, value } = place;
  if (key.kind === 'property' || key.kind === 'private') yield* need(run.planned, lackOfProperty(run.planned, key.name));
  if (key.kind === 'entry' && query.place?.kind !== 'entry') yield* need(run.planned, demandOfEntries);
  if (isSize(place, run.events.canLookAround)) return yield* decideSizeChange(run, query, from, place);
  if (place.isFixed) return yield* fixedSince(run, query, place);
  if (key.kind === 'symbol') yield* need(run.planned, demandOfSymbols);
  // What is decided now counts only when a run that has seen all texts decides the same.
  const isPartial = key.kind === 'property' && !isIndexName(key.name) && run.lacksTexts;
  if (isPartial) yield open(demandOfTexts);
  const kept: Kept<KeptEvent> = place.mapped === null ? yield* keptWrite(run, from, place) : { kind: 'events' };
  if (kept.kind === 'unseen') return unknownPoint(id, kind, of, 'not-found', 'The variable could not be seen.');
  if (kept.kind === 'tooMany') return unknownPoint(id, kind, of, 'not-found', tooManyReason);
  const hasResults = query.isStep !== true;
  // What came into being with its object is its first change.
  if (hasResults && index !== -1 && place.base !== null) yield* need(run.planned, demandOfAllocations);
  const request = { sites: null, key, activation: null, before: from.time ?? 0, hasResults };
  const ask = (owner: number | null) => run.selectFor(id, { ...request, owner, index, asksSince: true });
  const both = place.mapped === null ? 'own' : yield* lastOfBoth(run, id, place.mapped, from.time ?? 0);
  if (typeof both === 'string' && both !== 'own') return unknownPoint(id, kind, of, 'not-found', both);
  if (both !== 'own' && index !== -1) return unknownPoint(id, kind, of, 'not-found', bothReason);
  const selected = both !== 'own' ? both : kept.kind === 'kept' ? kept.selection : yield* ask(place.owner);
  const own = place.isRefusing && index === -1 ? await lastStored(run, { ...request, owner: place.owner }, selected) : selected;
  const { inherited } = place;
  const isInherited = inherited?.kind === 'object' && own.event === null && own.rejected.index === 0;
  const owner = isInherited ? (inherited.holder ?? inherited.id) : place.owner;
  const { total, rejected, event, forgotten, since: first = null } = isInherited ? yield* ask(owner) : own;
  const candidates = { total, rejected };
  const site = event === null ? undefined : run.texts.site(event.site);
  if (event === null && forgotten > 0)
    return {
      ...unknownPoint(id, kind, of, 'not-found', `Of ${total} candidates, the oldest ${forgotten} could not be kept.`),
      candidates,
    };
  if (event === null && isPartial) return { ...unknownPoint(id, kind, of, 'not-found', 'No write was seen yet.'), candidates };
  const since = index < 0 ? (event?.ordinal ?? -1) : -1;
  if (key.kind === 'property' || key.kind === 'symbol') yield* needKeys(run, place.owner, from.time ?? 0, since);
  const other = await otherWriteSince(run, place, from.time ?? 0, since);
  if (other?.isExact === true && index === -1) return { ...run.located(query, other.event), before: null, after: value, candidates };
  const unclear =
    other === null
      ? ((await unclearSince(run, place, from.time ?? 0, since)) ??
        (yield* unguardedCode(run, query, place, from.time ?? 0, { event, after: kept.kind === 'kept' ? -1 : since })))
      : otherReason(run, other);
  // Whether it was before what an activation has kept, only events tell.
  if (unclear !== null && kept.kind === 'kept') yield open(demandOfEvents);
  if (unclear !== null) return { ...unknownPoint(id, kind, of, 'not-found', unclear), candidates };
  const missed =
    hasResults && index !== -1
      ? place.isNative
        ? nativeReason
        : yield* missedBetween(run, query, place, (at) => run.events.select({ ...request, owner, index: at }))
      : null;
  if (missed !== null) return { ...unknownPoint(id, kind, of, 'not-found', missed), candidates };
  // An index that reaches further back than the first write: what was there before it is not what is there now.
  if (event === null && rejected.index > 0) return beyond(query, rejected.index, candidates);
  if (event === null || site === undefined || site.site.kind === 'initial')
    return yield* unwritten(run, query, isInherited ? { ...place, base: inherited } : place, isInherited, candidates);
  // Behind what was deleted, what is inherited shows.
  const isUncovered = inherited !== null && event.value?.kind === 'absent';
  // A setter of Node may have been given anything since.
  if (place.isNative && value === null) return { ...unknownPoint(id, kind, of, 'not-found', nativeReason), candidates };
  if (site.site.kind === 'native' && site.site.key === unseenKey)
    return { ...unknownPoint(id, kind, of, 'not-found', 'Code that is not seen changed it, by no call that is known.'), candidates };
  const isChecked = index === -1 && value !== null && !isUncovered;
  // What was not told is seen where the next run waits.
  const seen = [event.value, run.observations.get(event.ordinal)?.paused.value ?? null];
  const isOther = isChecked && seen.some((one) => one !== null && !isSame(value, one));
  // Code without probes may have written since, the same value too.
  const isGuarded = hasResults && key.kind === 'property' && !isUncovered && (isOther || (place.isForeign && index === -1));
  if (isGuarded) yield* need(run.planned, demandOfGuard(guardOf(event, site, key.name)));
  if (isOther) {
    return { ...unknownPoint(id, kind, of, 'not-found', 'A write was not seen (code from eval or native code).'), candidates };
  }
  const located = run.located(query, event);
  const after = isChecked && event.value?.kind !== 'absent' ? run.asItWas(event, value) : located.after;
  const wasThere = first === null || isInherited ? null : await sinceOf(run, query, place, first, event.ordinal);
  return { ...located, after, candidates, since: wasThere };
}

/** So many stores that were refused are looked through. */
const mostRefused = 100;

/** Of an object that refuses stores and has no property of its own: what took it away, as the last of its changes; no event where it never had one. */
async function lastStored(run: SeenRun, request: Omit<Selection, 'index'>, last: SelectionResult): Promise<SelectionResult> {
  let found = last;
  for (let index = -2; found.event !== null && found.event.value?.kind !== 'absent'; index--) {
    if (index < -mostRefused) return last;
    found = await run.events.select({ ...request, index });
  }
  return found.event === null ? { ...found, rejected: { ...found.rejected, index: 0 } } : found;
}

/** The write since which a place has held a value, where nothing may have changed it in between. */
async function sinceOf(run: SeenRun, query: Query, place: Resolved, first: SelectedEvent, last: number): Promise<PointAnswer['since']> {
  const other = await otherWriteSince(run, place, last, first.ordinal);
  const unclear = other ?? (await unclearSince(run, place, last, first.ordinal)) ?? (await codeSince(run, place, last, first.ordinal));
  const { position, identity } = run.located(query, first);
  // The how-many-th call of a function of the language is only known where a run waits.
  const hit = /^(native|result)$/.test(identity?.siteKind ?? '') ? null : first.occurrence;
  return unclear !== null || position === null ? null : { position, hit };
}

function beyond({ id, kind, of, index }: Query, count: number, candidates: PointAnswer['candidates']): PointAnswer {
  const reason = count === 1 ? 'Only one write precedes.' : `Only ${count} writes precede.`;
  return { ...unknownPoint(id, kind, of, index < 0 ? 'initial' : 'not-found', reason), candidates };
}

/** A later write to the memory of an element, through another view. */
async function otherWriteSince(run: SeenRun, { owner, key, base }: Resolved, before: number, after: number): Promise<OtherWrite | null> {
  if (key.kind !== 'property' || owner === null || base === null || !isIndexName(key.name)) return null;
  return run.events.memory({ owner, index: Number(key.name), after, before });
}

function otherReason(run: SeenRun, { event, isExact }: OtherWrite): string {
  const how = isExact ? 'was written through another view later' : 'may have been written by a call, then or later';
  return `The same memory ${how}${run.placeOf(event.site)}.`;
}

/** Why a later write than the one that was found may have changed the place, as a sentence; null when there is none. */
async function unclearSince(
  run: SeenRun,
  { owner, key, base, declaration, mapped }: Resolved,
  before: number,
  after: number,
): Promise<string | null> {
  if (key.kind === 'variable' && owner !== null) {
    const text = declaration === null ? undefined : run.texts.text(declaration.path);
    const binding = declaration === null ? undefined : text?.scopes.bindingAt.get(declaration.offset);
    if (mapped === null && text !== undefined && binding !== undefined && mayBeWrittenByArguments(text, binding))
      return 'It is a parameter that may have been written through `arguments`: which write was last is not known.';
    // Among the parameters of an arrow function, and in functions that are made there, no number of the scope can be seen.
    const { event } = await run.events.select({ sites: null, key, owner: 0, activation: null, before, index: -1 });
    return event === null ? null : `It may have been written from among the parameters${run.placeOf(event.site)}.`;
  }
  if ((key.kind !== 'property' && key.kind !== 'symbol') || owner === null || base === null) return null;
  const uncertain = await uncertainSince(run, owner, before, after);
  if (uncertain !== null || key.kind === 'symbol') return uncertain;
  const sites = run.texts.allNumbers(({ kind, key: name }) => kind === 'with' && name === key.name);
  if (sites.length === 0) return null;
  const { event } = await run.events.select({ sites, key: null, owner: null, activation: null, before, after, index: -1 });
  return event === null ? null : `A statement with may have changed it later${run.placeOf(event.site)}.`;
}

/**
 * Why code that the program made of texts may have changed a place after the event that was found, as a sentence; null when none may, or where the
 * object is looked at around calls.
 */
async function* unguardedCode(
  run: SeenRun,
  { index, isStep }: Query,
  place: Resolved,
  before: number,
  { event, after }: { readonly event: SelectedEvent | null; readonly after: number },
): Deciding<string | null> {
  const code = await codeSince(run, place, before, after);
  if (code === null) return null;
  const { key, base } = place;
  // What is stored again in an array or in memory nobody sees.
  const isSeen = key.kind === 'property' && !isIndexName(key.name) && base?.kind === 'object' && base.type !== 'array';
  if (!isSeen || isStep === true || !run.events.canLookAround) return code;
  const from = index < 0 && event !== null ? event : earliest([event, yield* creationOf(run, base), await firstSightOf(run, base)]);
  const found = from === null ? undefined : run.texts.site(from.site);
  if (from === null || found === undefined) return code;
  const guard = demandOfGuard(guardOf(from, found, key.name));
  yield* need(run.planned, guard);
  // Around a call of `eval` by its name nobody looks.
  return leq(guard, run.planned) ? codeSince(run, place, before, after, true) : code;
}

/** How long memory is never changes. */
async function* fixedSince(run: SeenRun, query: Query, { base, value }: Resolved): Deciding<PointAnswer> {
  const creation = base?.kind === 'object' ? yield* creationOf(run, base) : null;
  const position = creation === null ? null : run.located(query, creation).position;
  return { ...unknownPoint(query.id, query.kind, query.of, 'initial', 'It never changes.'), position, after: value };
}

/** No write was seen. That none was, is only said of what its birth gave, which is seen; an origin asks on from where the object came. */
async function* unwritten(
  run: SeenRun,
  query: Query,
  place: Resolved,
  isInherited: boolean,
  candidates: PointAnswer['candidates'],
): Deciding<PointAnswer> {
  const { declaration, value, base, isNative, isGlobal, key } = place;
  const notFound = (reason: string): PointAnswer => ({ ...unknownPoint(query.id, query.kind, query.of, 'not-found', reason), candidates });
  if (isNative) return notFound(nativeReason);
  const creation = base?.kind === 'object' ? yield* creationOf(run, base) : null;
  const made = creation === null ? undefined : run.texts.site(creation.site);
  if (query.isStep !== true && base?.kind === 'object' && !isInherited && !isGlobal && isGiven(place)) {
    const birth = made?.site.key ?? null;
    if (!isOfBirth(place, base, birth) && !isStatic(run, place, base)) {
      const sight = await firstSightOf(run, base);
      // What a constructor has given to others was written before `new` had made it.
      const first = creation === null || (sight !== null && sight.ordinal < creation.ordinal) ? sight : creation;
      const found = first === null ? undefined : run.texts.site(first.site);
      if (first !== null && found !== undefined && key.kind === 'property')
        yield* need(run.planned, demandOfGuard(guardOf(first, found, key.name)));
      if (creation !== null && run.state.madeByCalls.has(creation.ordinal))
        return { ...run.located(query, creation), position: calledAt(run, creation), before: { kind: 'absent' }, after: value, candidates };
      const thrown = creation === null && key.kind === 'property' && key.name === 'message' ? yield* thrownFirst(run, base) : null;
      if (thrown !== null && isMessageOf(thrown, value)) {
        yield { throws: [{ point: query.id, observation: thrown.observation }] };
        const { id, kind, of } = query;
        const point = throwPoint(run, thrown.observation.paused);
        return { ...point, id, kind, of, exception: null, before: { kind: 'absent' }, after: value, candidates };
      }
      return notFound(unseenReason(run, birth, creation, first));
    }
  }
  const where = made === undefined ? declaration : { path: made.path, offset: made.site.offset, end: made.site.end };
  const position =
    where === null ? null : (run.texts.text(where.path)?.sourcePosition(where.offset, 'end' in where ? where.end : where.offset) ?? null);
  return { ...unknownPoint(query.id, query.kind, query.of, 'initial', 'No write precedes.'), position, after: value, candidates };
}

/** A preview of an error that is shorter than this is whole. */
const wholePreview = 200;

/** Whether an error that V8 made had this message when it was thrown: code that is not seen may have changed it since. */
function isMessageOf({ observation: { paused } }: SeenException, message: ValueReport | null): boolean {
  const error = paused.exception?.value;
  if (error?.kind !== 'object' || message?.kind !== 'primitive' || message.length !== undefined) return false;
  return error.preview.length < wholePreview && error.preview === `${error.className}: ${message.text}`;
}

/** Where a call is: its method's name. */
function calledAt(run: SeenRun, { site: number }: SelectedEvent): PointAnswer['position'] {
  const found = run.texts.site(number);
  const text = found === undefined ? undefined : run.texts.text(found.path);
  if (found === undefined || text === undefined) return null;
  const { offset, end } = found.site;
  const call = pathTo(text.program, offset).findLast((node) => node.type === 'CallExpression' && node.start === offset && node.end === end);
  const callee = call?.type === 'CallExpression' ? call.callee : undefined;
  return text.sourcePosition(callee?.type === 'MemberExpression' ? callee.property.start : offset, end);
}

function unseenReason(run: SeenRun, birth: string | null, creation: SelectedEvent | null, first: SelectedEvent | null): string {
  if (creation !== null && birth === 'new')
    return `A write was not seen (code of Node, native code, code from eval)${run.placeOf(creation.site)}.`;
  if (creation !== null) return `Code that is not seen made its object, or may have written it since${run.placeOf(creation.site)}.`;
  const where = first === null ? '' : `; it was seen first where it came in${run.placeOf(first.site)}`;
  return `Its object is made by code that is not seen, which may have written it${where}.`;
}

const bothReason = 'It is a parameter that was also written through `arguments`: only the last write is known.';

const nativeReason = 'No write was seen; but native code may change this by itself: ask about an entry or an element.';
