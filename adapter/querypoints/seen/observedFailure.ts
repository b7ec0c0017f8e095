import { walk, type AnyNode } from '../../instrument/tree.js';
import type { Moment } from '../../events/moment.js';
import type { Paused, ValueReport } from '../../events/rows.js';
import { placesRead, type Failure, type ReadPlaces } from '../text/failing.js';
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
  readonly members: ReadonlyMap<string, ValueReport>;
  /** How objects that members are read of are written there, by number. */
  readonly objects: ReadonlyMap<number, string>;
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
  if (places === null) return 'What failed calls a function, which may read anything.';
  const variables = new Map<string, ResolvedPlace>();
  for (const name of places.variables) {
    const asked: Query = { ...query, frame: 0, expression: name, place: { kind: 'variable', name }, isOfText: true };
    variables.set(name, await resolvePlace(asked, moment, texts));
  }
  const self = await moment.evaluate(0, 'this');
  return {
    paused,
    failure,
    places,
    variables,
    self: 'value' in self ? self.value : undefined,
    ...(await membersRead(failure.expression, text.text, moment)),
  };
}

async function membersRead(expression: AnyNode, text: string, moment: Moment): Promise<Pick<ObservedFailure, 'members' | 'objects'>> {
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
  const values = new Map<string, ValueReport>();
  const objects = new Map<number, string>();
  for (const { object, key, whole } of members) {
    const [owner, name, value] = [await moment.evaluate(0, object), await moment.evaluate(0, key), await moment.evaluate(0, whole)];
    if ('value' in owner && owner.value.kind === 'object') objects.set(owner.value.id, object);
    if ('value' in owner && owner.value.kind === 'object' && 'value' in name && name.value.kind === 'primitive' && 'value' in value) {
      values.set(`${owner.value.id} ${name.value.text}`, value.value);
    }
  }
  return { members: values, objects };
}
