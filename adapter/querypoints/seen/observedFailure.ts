import { isIndexName } from '../../instrument/indexNames.js';
import { walk, type AnyNode } from '../../instrument/tree.js';
import type { Moment } from '../../events/moment.js';
import type { Paused, ValueReport } from '../../events/rows.js';
import { placesRead, type Failure, type ReadPlaces } from '../text/failing.js';
import { observeCalls, type ObservedCalls, type Read } from './observedCalls.js';
import { growing } from '../text/growing.js';
import { failureAt } from '../text/failureAt.js';
import type { Query } from '../question/question.js';
import { resolvePlace, type ResolvedPlace } from './resolve.js';
import type { LoadedText, RunTexts } from '../text/texts.js';

/** What is read where something failed: enough to simulate it on earlier values. */
export interface ObservedFailure {
  readonly paused: Paused;
  readonly failure: Failure;
  readonly places: ReadPlaces;
  readonly variables: ReadonlyMap<string, ResolvedPlace>;
  readonly self: ValueReport | undefined;
  /** Of members that the expression reads: what they hold at the failure, by owner and key. */
  readonly members: Pick<ReadonlyMap<string, ValueReport>, 'get'>;
  /** How objects that members are read of are written there, by number. */
  readonly objects: Pick<ReadonlyMap<number, string>, 'get'>;
  /** Of members that are inherited there, whose they are, by owner and key. */
  readonly holders: Pick<ReadonlyMap<string, number>, 'get'>;
  /** What it calls; null: nothing. */
  readonly calls: ObservedCalls | null;
}

const nothingFails = 'Nothing fails here: ask this where something does, as at --stop uncaught.';

/** The expression that failed at a place, with all that it reads there; a sentence where it cannot be told. */
export async function observeFailure(
  query: Query,
  moment: Moment,
  code: { readonly text: LoadedText; readonly offset: number },
  texts: RunTexts,
): Promise<ObservedFailure | string> {
  const { text, offset } = code;
  const { paused } = moment;
  const thrown = paused.exception?.value;
  const failure = failureAt(text.program, offset, thrown?.kind === 'object' ? thrown.preview : '');
  if (failure === null && thrown === undefined) return nothingFails;
  if (failure === null) return 'What failed is no expression of places.';
  const places = placesRead(failure.expression);
  if (places === null) return 'What failed does more than to read and compare.';
  // Where calls are followed, members are looked at as they are read.
  const read = places.hasCalls ? nothingRead() : await membersRead(failure.expression, text.text, moment);
  if (typeof read === 'string') return read;
  const calls = places.hasCalls ? await observeCalls({ failure, text, offset, moment, texts }, read) : null;
  if (typeof calls === 'string') return calls;
  const variables = new Map<string, ResolvedPlace>();
  for (const name of new Set([...places.variables, ...(calls?.variables ?? [])])) {
    const asked: Query = { ...query, frame: 0, expression: name, place: { kind: 'variable', name }, isOfText: true };
    variables.set(name, await resolvePlace(asked, moment, texts));
  }
  const self = await moment.evaluate(0, 'this');
  const keys = calls?.keys ?? [];
  // What was read under keys that are computed, too; how long a list is tells which elements it has.
  const names = read.members.keys().map((id) => id.slice(id.indexOf(' ') + 1));
  const computed = [...names.filter((name) => !isIndexName(name)), ...(calls === null ? [] : ['length'])];
  const own = keys.flatMap((key) => (key.kind === 'property' || key.kind === 'private' ? [key.name] : []));
  return {
    paused,
    failure,
    // What is called may go through lists.
    places: { ...places, fields: [...new Set([...places.fields, ...own, ...computed])], hasElements: places.hasElements || calls !== null },
    calls,
    variables,
    self: 'value' in self ? self.value : undefined,
    ...read,
  };
}

const nothingRead = (): Read => ({ members: growing(), objects: growing(), holders: growing() });

async function membersRead(expression: AnyNode, text: string, moment: Moment): Promise<Read | string> {
  const members: { readonly object: string; readonly key: string; readonly whole: string }[] = [];
  walk(expression, (node) => {
    if (node.type !== 'MemberExpression') return;
    const fixed =
      node.property.type === 'PrivateIdentifier'
        ? `#${node.property.name}`
        : !node.computed && node.property.type === 'Identifier'
          ? node.property.name
          : null;
    const [object = '', key = '', whole = ''] = [node.object, node.property, node].map(({ start, end }) => text.slice(start, end));
    members.push({ object, key: fixed === null ? key : JSON.stringify(fixed), whole });
  });
  const read = nothingRead();
  for (const { object, key, whole } of members) {
    const [owner, name, value] = [await moment.evaluate(0, object), await moment.evaluate(0, key), await moment.evaluate(0, whole)];
    if ('error' in owner || owner.value.kind !== 'object') continue;
    const { id, type } = owner.value;
    if (type === 'proxy') return `${object} is a Proxy, whose traps may read anything.`;
    read.objects.put(id, object);
    if ('error' in name || name.value.kind !== 'primitive' || 'error' in value) continue;
    const { text: own } = name.value;
    const property = own.startsWith('#') ? null : await moment.property(0, object, own);
    // Of what the language keeps, as how long a list is, stores are seen.
    if (property?.isAccessor === true) return `${whole} is what a getter computes, which may read anything.`;
    const holder = property?.holder?.kind === 'object' ? property.holder.id : null;
    if (holder !== null) read.holders.put(`${id} ${own}`, holder);
    read.members.put(`${holder ?? id} ${own}`, value.value);
  }
  return read;
}
