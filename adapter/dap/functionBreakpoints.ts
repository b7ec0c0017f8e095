import type { DebugProtocol } from '@vscode/debugprotocol';
import type { Debugger } from 'node:inspector';
import { breakpointCode, type BreakpointCode } from './breakpointCode.js';
import { evaluate } from './evaluation.js';
import type { Target } from './target.js';

interface FunctionBreakpoint {
  readonly id: number;
  readonly name: string;
  readonly code: BreakpointCode;
}

/**
 * Breakpoints at functions that the program can name where it is: a global function, or one that is in scope of a frame that waits
 * (`parse`, `Row.prototype.total`). V8 has them by the function object.
 */
export class FunctionBreakpoints {
  private wanted: readonly FunctionBreakpoint[] = [];
  private readonly bound = new Map<Target, Map<string, number>>();

  constructor(
    private readonly targets: () => Iterable<Target>,
    private readonly nextId: () => number,
  ) {}

  async set(requested: readonly DebugProtocol.FunctionBreakpoint[]): Promise<readonly DebugProtocol.Breakpoint[]> {
    for (const [target, ids] of this.bound)
      for (const breakpointId of ids.keys()) await target.client.send('Debugger.removeBreakpoint', { breakpointId }).catch(() => {});
    this.bound.clear();
    this.wanted = requested.map(({ name, condition, hitCondition }) => {
      const id = this.nextId();
      return { id, name, code: breakpointCode({ condition: condition || null, hitCondition: hitCondition || null, logMessage: null }, id) };
    });
    const found = new Set<number>();
    for (const target of this.targets()) for (const id of await this.bind(target)) found.add(id);
    return this.wanted.map(({ id, name, code }) => ({
      id,
      verified: found.has(id),
      ...(code.kind === 'wrong'
        ? { message: code.reason }
        : found.has(id)
          ? {}
          : { message: `No function ${name} is in scope yet.`, reason: 'pending' as const }),
    }));
  }

  /** The numbers of those that V8 has stopped at. */
  hit(target: Target, v8Ids: readonly string[]): readonly number[] {
    const bound = this.bound.get(target);
    return v8Ids.flatMap((id) => bound?.get(id) ?? []);
  }

  /** Looks again for functions that were not in scope before; gives the numbers of those that are bound now. */
  async bind(target: Target): Promise<readonly number[]> {
    const bound = this.bound.get(target) ?? new Map<string, number>();
    this.bound.set(target, bound);
    for (const { id, name, code } of this.wanted) {
      if (code.kind === 'wrong' || [...bound.values()].includes(id)) continue;
      const objectId = await functionNamed(target, name, target.pause?.callFrames ?? []);
      if (objectId === null) continue;
      const { breakpointId } = await target.client.send('Debugger.setBreakpointOnFunctionCall', { objectId, condition: code.code });
      bound.set(breakpointId, id);
    }
    return [...new Set(bound.values())];
  }

  /** Where the program waits, functions may be in scope that were not before: gives the breakpoints that are bound now. */
  async bindLate(target: Target): Promise<readonly DebugProtocol.Breakpoint[]> {
    const before = new Set(this.bound.get(target)?.values());
    if (this.wanted.every(({ id }) => before.has(id))) return [];
    const after = await this.bind(target);
    return after.filter((id) => !before.has(id)).map((id) => ({ id, verified: true }));
  }

  forget(target: Target): void {
    this.bound.delete(target);
  }
}

/** Names are only looked up: what a call or a getter would give is no function that can be named. */
async function functionNamed(target: Target, name: string, callFrames: readonly Debugger.CallFrame[]): Promise<string | null> {
  if (!/^[\p{ID_Start}$_][\p{ID_Continue}$.]*$/u.test(name)) return null;
  for (const callFrameId of [callFrames[0]?.callFrameId, null]) {
    if (callFrameId === undefined) continue;
    try {
      const value = await evaluate(target, name, { callFrameId, isPure: true, isConsole: false });
      if (value.type === 'function' && value.objectId !== undefined) return value.objectId;
    } catch {
      // It is not in scope there.
    }
  }
  return null;
}
