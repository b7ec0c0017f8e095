import type { SelectionResult } from '../../events/rows.js';
import { demandOfVariable, lackOfProperty, leq } from '../question/demand.js';
import { open, type Deciding } from '../seen/deciding.js';
import type { MappedArgument } from '../seen/mappedArguments.js';
import type { SeenRun } from '../seen/seenRun.js';
import { codeSince } from './codeOfTexts.js';
import { uncertainSince } from './uncertainWrites.js';

/** The last write to a parameter and to the element of `arguments` that shows it; `own`: they are two places; a sentence where that is not known. */
export async function* lastOfBoth(
  run: SeenRun,
  id: string,
  mapped: MappedArgument,
  before: number,
): Deciding<SelectionResult | 'own' | string> {
  const { variable, scope, element, list, isGiven, name } = mapped;
  const unknown = `It is a parameter that may have been written through \`arguments\`: which write of ${name} was last is not known.`;
  const place = { path: variable.path, offset: variable.declaration };
  // What activations keep of their variables has no time among events.
  const lacks = [
    ...(run.keepsInLocals && !run.recordsVariable(place) ? [demandOfVariable(place)] : []),
    ...[element.name, 'length'].map((key) => lackOfProperty(run.planned, key)),
  ].filter((demand) => !leq(demand, run.planned));
  for (const demand of lacks) yield open(demand);
  // A place that only some of the writes lead to would be held against the next run's.
  if (lacks.length > 0) return unknown;
  const request = { activation: null, before, index: -1 };
  const length = await run.events.select({ ...request, sites: null, key: { kind: 'property', name: 'length' }, owner: list });
  if (length.event !== null) return unknown;
  if (!isGiven) return 'own';
  // What deletes the element, or defines it anew, ends that they are one.
  const others = run.texts.allNumbers(({ kind }) => kind !== 'write' && kind !== 'result');
  const ended = others.length === 0 ? null : (await run.events.select({ ...request, sites: others, key: element, owner: list })).event;
  const uncertain = await uncertainSince(run, list, before, -1);
  const code = await codeSince(run, { key: element, declaration: null, isGlobal: false }, before, -1);
  if (ended !== null || uncertain !== null || code !== null) return unknown;
  const ask = (key: typeof variable | typeof element, owner: number) => run.selectFor(id, { ...request, sites: null, key, owner });
  const [byName, byList] = [yield* ask(variable, scope), yield* ask(element, list)];
  const last = (byList.event?.ordinal ?? -1) > (byName.event?.ordinal ?? -1) ? byList : byName;
  const other = last === byList ? byName : byList;
  const rejected = { ...last.rejected, index: last.rejected.index + other.rejected.index + (other.event === null ? 0 : 1) };
  return { ...last, rejected };
}
