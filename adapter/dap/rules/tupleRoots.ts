import type { Debugger, Runtime } from 'node:inspector';
import type { FrameReport } from '../../events/rows.js';
import type { LiveFinding } from '../../operations/liveRules.js';
import { isProgram, pathOfFrame, programFrames } from '../querypoints/frames.js';
import type { Target } from '../target.js';

/** How a variable of a rule is written in a frame of the program; frames are counted from the innermost. */
export interface TupleRoot {
  readonly frame: number;
  readonly expression: string;
}

/** So many frames are looked at, and so many variables of each. */
const mostFrames = 8;
const mostVariables = 60;

const scopeTypes: readonly Debugger.Scope['type'][] = ['local', 'block', 'catch', 'closure', 'module', 'script'];

/** A variable of a frame that holds an object. */
interface Holder extends TupleRoot {
  readonly objectId: string;
}

/**
 * The objects of the finding at which a target waits, by how the program writes them at the finding's moment. Where it waits behind that, only
 * variables count that have held the same since.
 */
export async function findingRoots(
  target: Target,
  trap: Debugger.CallFrame,
  finding: LiveFinding,
): Promise<ReadonlyMap<string, TupleRoot>> {
  const { isAtOnce, isSteady } = finding;
  if (isAtOnce) return tupleRoots(target, trap, () => true);
  const before = programStack(finding);
  const now = programFrames(target, target.pause?.callFrames ?? []);
  // The frames that have begun since then are over, or the stack is another one.
  const inner = (before?.length ?? 0) - now.length;
  // The outer ones wait where they waited.
  const isSame = (frame: Debugger.CallFrame, at: number): boolean => {
    const then = before?.[at + inner];
    if (then?.path !== pathOfFrame(target, frame) || !isNamed(then.functionName, frame.functionName)) return false;
    return at === 0 || then.line === frame.location.lineNumber + 1;
  };
  if (before === null || inner < 0 || !now.every(isSame)) return new Map();
  const found = await tupleRoots(target, trap, ({ frame, expression }) => {
    const then = before[frame + inner];
    return then !== undefined && isSteady(expression, then);
  });
  const plain = [...found].filter(([, { expression }]) => /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(expression));
  return new Map(plain.map(([variable, { frame, expression }]) => [variable, { frame: frame + inner, expression }]));
}

/** Whether a name in a stack trace, such as `Row.add`, is that of a function that V8 names `add`. */
function isNamed(traced: string, name: string): boolean {
  return name === '' || traced === name || traced.endsWith(`.${name}`);
}

/** The frames of the program at the moment of a finding, innermost first; null where not all are known. */
export function programStack({ frames }: LiveFinding): readonly FrameReport[] | null {
  return frames?.filter(({ path, isAsync }) => !isAsync && isProgram(path)) ?? null;
}

/**
 * The objects of a tuple, by how the program itself writes them where it waits: a variable of a frame, else a field of what a variable holds. No
 * code of the program runs. `trap`: the frame of ours that has the tuple as its variable `tuple`.
 */
async function tupleRoots(
  target: Target,
  trap: Debugger.CallFrame,
  counts: (root: TupleRoot) => boolean,
): Promise<ReadonlyMap<string, TupleRoot>> {
  const found = new Map<string, TupleRoot>();
  const { result: tuple } = await target.client.send('Debugger.evaluateOnCallFrame', {
    callFrameId: trap.callFrameId,
    expression: 'tuple',
  });
  if (tuple.objectId === undefined) return found;
  const holders = (await holdersOf(target)).filter(counts);
  if (holders.length === 0) return found;
  const { result, exceptionDetails } = await target.call({
    objectId: tuple.objectId,
    functionDeclaration: findRoots,
    arguments: holders.map(({ objectId }) => ({ objectId })),
    returnByValue: true,
    throwOnSideEffect: true,
  });
  if (exceptionDetails !== undefined || typeof result.value !== 'string') return found;
  for (const [variable, at, path] of JSON.parse(result.value) as readonly (readonly [string, number, string])[]) {
    const holder = holders[at];
    if (holder !== undefined) found.set(variable, { frame: holder.frame, expression: `${holder.expression}${path}` });
  }
  return found;
}

/** Runs in the program. First what a variable holds itself, then what a field of that holds. */
const findRoots = `function (...values) {
  const found = [];
  for (const name of Object.keys(this)) {
    const object = this[name];
    if ((typeof object !== 'object' || object === null) && typeof object !== 'function') continue;
    const at = values.indexOf(object);
    if (at >= 0) { found.push([name, at, '']); continue; }
    search: for (let holder = 0; holder < values.length; holder++)
      for (const key of Object.getOwnPropertyNames(values[holder]).slice(0, 100)) {
        const field = Object.getOwnPropertyDescriptor(values[holder], key);
        if (field === undefined || field.value !== object) continue;
        const path = /^(0|[1-9]\\d{0,8})$/.test(key) ? '[' + key + ']' : /^[A-Za-z_$][\\w$]*$/.test(key) ? '.' + key : null;
        if (path !== null) { found.push([name, holder, path]); break search; }
      }
  }
  return JSON.stringify(found);
}`;

async function holdersOf(target: Target): Promise<readonly Holder[]> {
  const frames = programFrames(target, target.pause?.callFrames ?? []).slice(0, mostFrames);
  const found: Holder[] = [];
  for (const [frame, { scopeChain, this: receiver }] of frames.entries()) {
    const hidden = new Set<string>();
    for (const { type, object } of scopeChain) {
      if (!scopeTypes.includes(type) || object.objectId === undefined) continue;
      const { result } = await target.client.send('Runtime.getProperties', { objectId: object.objectId, ownProperties: true });
      for (const { name, value } of result.slice(0, mostVariables)) {
        if (hidden.has(name)) continue;
        hidden.add(name);
        if (isOfProgram(name) && hasIdentity(value)) found.push({ frame, expression: name, objectId: value.objectId });
      }
    }
    if (hasIdentity(receiver) && receiver.className !== 'global') found.push({ frame, expression: 'this', objectId: receiver.objectId });
  }
  return found;
}

/** Probes have variables of their own. */
const isOfProgram = (name: string): boolean =>
  /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name) && !name.startsWith('__w_') && name !== 'this';

function hasIdentity(value: Runtime.RemoteObject | undefined): value is Runtime.RemoteObject & { readonly objectId: string } {
  return value?.objectId !== undefined && value.subtype !== 'proxy';
}
