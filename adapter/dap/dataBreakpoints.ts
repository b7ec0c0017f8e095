import type { DebugProtocol } from '@vscode/debugprotocol';
import type { Debugger } from 'node:inspector';
import { breakpointCode, type BreakpointCode } from './breakpointCode.js';
import { evaluate } from './evaluation.js';
import type { Target } from './target.js';
import type { Traps } from './traps.js';
import { type Access, type TrapStop, type Watchable } from './traps.js';
import { valueText } from './valueText.js';
import type { Holder } from './variables.js';

interface DataBreakpoint {
  readonly id: number;
  readonly watched: Watchable;
  readonly accesses: readonly Access[];
  readonly code: BreakpointCode;
}

/** Why the program waits, and the numbers of the breakpoints that made it wait. */
export interface DataStop {
  readonly ids: readonly number[];
  readonly description: string;
  /** `old → new`, where it was written. */
  readonly text?: string;
}

/** Breakpoints at properties: where they are read, or after they were written. Variables V8 keeps to itself. */
export class DataBreakpoints {
  private readonly offered = new Map<string, Watchable>();
  private wanted: readonly DataBreakpoint[] = [];

  constructor(
    private readonly traps: Traps,
    private readonly nextId: () => number,
  ) {}

  /** What can be watched of a row that the client shows. */
  async info(holder: Holder, name: string): Promise<DebugProtocol.DataBreakpointInfoResponse['body']> {
    const refused = (description: string) => ({ dataId: null, description });
    const object = ownerOf(holder);
    if (object === null)
      return refused(`“${name}” is a variable, which V8 does not watch: ask for its last change, or break where it is assigned.`);
    const found = await this.traps.watchable(holder.target, object, name);
    if (typeof found === 'string') return refused(found);
    const dataId = `${found.target.id}/${found.number}`;
    this.offered.set(dataId, found);
    return {
      dataId,
      description: `“${name}” of this ${object.className ?? 'object'}`,
      accessTypes: ['write', 'read', 'readWrite'],
      canPersist: false,
    };
  }

  async set(requested: readonly DebugProtocol.DataBreakpoint[]): Promise<readonly DebugProtocol.Breakpoint[]> {
    const before = this.wanted;
    const answers = requested.map((one) => this.read(one));
    this.wanted = answers.flatMap(({ breakpoint }) => (breakpoint === null ? [] : [breakpoint]));
    const all = new Set([...before, ...this.wanted].map(({ watched }) => watched));
    await Promise.all([...all].map((watched) => this.apply(watched)));
    return answers.map(({ answer }) => answer);
  }

  /** Whether the program waits in a trap; and (`null`) whether nobody wants to know. */
  async hit(target: Target, { callFrames }: Debugger.PausedEventDataType): Promise<DataStop | 'none' | null> {
    const stop = await this.traps.stop(target, callFrames);
    if (stop === null) return 'none';
    const concerned = this.wanted.filter(
      ({ watched, accesses }) => watched.target === target && watched.number === stop.number && accesses.includes(stop.access),
    );
    const holding = await Promise.all(concerned.map(async (one) => ((await holds(target, one, callFrames[1])) ? [one] : [])));
    const [first, ...others] = holding.flat();
    return first === undefined ? null : { ids: [first, ...others].map(({ id }) => id), ...described(first.watched.key, stop) };
  }

  forget(target: Target): void {
    this.wanted = this.wanted.filter(({ watched }) => watched.target !== target);
    for (const [dataId, watched] of this.offered) if (watched.target === target) this.offered.delete(dataId);
  }

  private read({ dataId, accessType, condition, hitCondition }: DebugProtocol.DataBreakpoint) {
    const id = this.nextId();
    const watched = this.offered.get(dataId);
    const code = breakpointCode({ condition: condition || null, hitCondition: hitCondition || null, logMessage: null }, id);
    const wrong = (message: string) => ({ breakpoint: null, answer: { id, verified: false, message } });
    if (watched === undefined) return wrong('The object that was watched is gone with its program.');
    if (code.kind === 'wrong') return wrong(code.reason);
    const accesses: readonly Access[] = accessType === 'readWrite' ? ['read', 'write'] : [accessType ?? 'write'];
    return { breakpoint: { id, watched, accesses, code }, answer: { id, verified: true } };
  }

  private async apply(watched: Watchable): Promise<void> {
    const accesses = this.wanted.filter((one) => one.watched === watched).flatMap((one) => one.accesses);
    await (accesses.length === 0 ? this.traps.unwatch(watched) : this.traps.watch(watched, accesses));
  }
}

/** The object that holds what is shown in a row; null for variables. */
function ownerOf(holder: Holder) {
  switch (holder.kind) {
    case 'object':
      return holder.object;
    case 'scope':
      return holder.isObject ? holder.object : null;
    case 'getter':
    case 'rows':
      return null;
  }
}

/** A condition sees what the code sees that reads or writes. One that throws does not hold, as at a line. */
async function holds(target: Target, { code }: DataBreakpoint, frame: Debugger.CallFrame | undefined): Promise<boolean> {
  if (code.kind === 'wrong') return false;
  if (code.code === '' || frame === undefined) return true;
  try {
    const { value } = await evaluate(target, `!!(${code.code})`, { callFrameId: frame.callFrameId, isPure: false, isConsole: false });
    return value === true;
  } catch {
    return false;
  }
}

function described(key: string, { access, change }: TrapStop): Pick<DataStop, 'description' | 'text'> {
  const description = `Paused ${access === 'read' ? 'where' : 'after'} “${key}” ${access === 'read' ? 'is read' : 'was written'}`;
  if (access === 'read' || change === null) return { description };
  return { description, text: `${valueText(change.before)} → ${valueText(change.after)}` };
}
