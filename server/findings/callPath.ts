import type { Span } from '../base/span.js';
import type { Instruction } from '../ir/instruction.js';
import type { FunctionIr } from '../ir/program.js';
import type { CallLink, Instance, PointId, Unfolding } from '../analysis/unfolding.js';
import type { DraftLocated } from './draft.js';
import { otherFile, spokenName } from './place.js';

/** An instruction that has a place in the source. */
export type Spanned = Exclude<Instruction, { readonly kind: 'nop' | 'enterScope' | 'copyScope' }>;

/** A call that has not come back: of a graph that is unfolded, or of a run that was followed beyond it. */
export interface OpenCall {
  readonly caller: Instance;
  readonly callee: Instance;
  readonly source: PointId;
  readonly instruction: Spanned;
}

/** The points of a search, each with the one that it was found from. */
export type FoundFrom = ReadonlyMap<PointId, PointId | null>;

/** The calls that have not come back where a way through the graph ends, from the outside inwards. */
export function openCalls(end: PointId, from: FoundFrom, unfolding: Unfolding): readonly CallLink[] {
  const calls: CallLink[] = [];
  let returned = 0;
  for (let point = end, before = from.get(end) ?? null; before !== null; point = before, before = from.get(point) ?? null) {
    const caller = unfolding.instanceAt[before];
    const callee = unfolding.instanceAt[point];
    if (caller === undefined || callee === undefined) break;
    if (isEnd(before, caller) && isCallerOf(point, caller)) returned++;
    if (point !== callee.entry) continue;
    const link = caller.links.get(before - caller.base)?.find((each) => each.callee === callee);
    if (link === undefined) continue;
    if (returned > 0) returned--;
    else calls.unshift(link);
  }
  return calls;
}

function isEnd(point: PointId, instance: Instance): boolean {
  return point === instance.exit || point === instance.throwExit;
}

function isCallerOf(point: PointId, callee: Instance): boolean {
  return callee.callers.some(({ normal, thrown }) => normal === point || thrown === point);
}

/** A sentence for each call, where it is written; what a built-in function calls back is called where the built-in function is. */
export function callSteps(calls: readonly OpenCall[]): readonly DraftLocated[] {
  const steps: { readonly place: Place; readonly caller: FunctionIr; readonly through: FunctionIr[]; callee: FunctionIr }[] = [];
  for (const link of calls) {
    const place = { span: link.instruction.span, file: otherFile(link.caller) };
    const callee = link.callee.indexed.body;
    const last = steps.at(-1);
    if (last !== undefined && isSame(last.place, place)) {
      last.through.push(last.callee);
      last.callee = callee;
    } else steps.push({ place, caller: link.caller.indexed.body, through: [], callee });
  }
  return steps.map(({ place, caller, through, callee }) => {
    const way = through.length === 0 ? '' : ` through ${through.map(({ name }) => name).join(' and ')}`;
    return { ...place, message: [`${callerName(caller)} ${callText(callee)} here${way}`] };
  });
}

interface Place {
  readonly span: Span;
  readonly file: string | null;
}

function isSame(a: Place, b: Place): boolean {
  return a.file === b.file && a.span.start === b.span.start && a.span.end === b.span.end;
}

function callerName(body: FunctionIr): string {
  return body.name === '<anonymous>' ? 'the function' : spokenName(body);
}

/** A call of a function as a predicate: `calls f`, `reads A.b`. */
export function callText(body: FunctionIr): string {
  const called = spokenName(body);
  switch (body.kind) {
    case 'getter':
      return `reads ${called}`;
    case 'setter':
      return `sets ${called}`;
    case 'constructor':
    case 'derivedConstructor':
      return `runs the constructor ${called}`;
    default:
      return `calls ${called}`;
  }
}
