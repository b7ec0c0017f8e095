import { apply, emptyList, isArray } from '../realm/intrinsics.js';
import { captured, capturedForLater } from './traces.js';

/** The file of the function that has called `callee`. */
export function fileOfCaller(callee: (...values: never[]) => unknown): string | undefined {
  return stackOf(1, callee)[0]?.getFileName() ?? undefined;
}

/** A frame of the stack. */
export type StackSite = Pick<NodeJS.CallSite, 'getFileName' | 'getLineNumber' | 'getColumnNumber'> & Partial<NodeJS.CallSite>;

/** The frames below a function, with insertions. Where the program writes traces itself, the places of the frames in them. */
export function stackOf(limit: number, below?: (...values: never[]) => unknown): readonly StackSite[] {
  return sitesOf(captured(limit, below));
}

/** So many frames that are not ours are looked at for the program's own code: what Node does further down for it is Node's. */
const near = 8;
const deepest = 200;

/** The frames below a function among which its caller is looked for. Ours do not count: several of them stand between where one native calls another. */
export function nearStackOf(below: (...values: never[]) => unknown): readonly StackSite[] {
  for (let limit = near; ;) {
    const sites = stackOf(limit, below);
    let wanted = near;
    for (let at = 0; at < sites.length; at++) if (sites[at]?.getFileName() === __filename) wanted++;
    if (sites.length < limit || wanted <= limit || limit >= deepest) return sites;
    limit = wanted;
  }
}

/** The same, read when the result is called; null where that is not possible. */
export function stackForLater(limit: number, below?: (...values: never[]) => unknown): (() => readonly StackSite[]) | null {
  const read = capturedForLater(limit, below);
  return read === null ? null : () => sitesOf(read());
}

function sitesOf(stack: unknown): readonly StackSite[] {
  if (isArray(stack)) return stack as readonly NodeJS.CallSite[];
  return typeof stack === 'string' ? sitesIn(stack) : emptyList();
}

/** Whether a site is V8's own, which tells everything. */
export function isWhole(site: StackSite): site is NodeJS.CallSite {
  return site.getEvalOrigin !== undefined;
}

const exec = Reflect.get(RegExp.prototype, 'exec') as (this: unknown, ...values: unknown[]) => unknown;

/** The frames of a stack trace that have a place. */
export function sitesIn(trace: string): readonly StackSite[] {
  const sites = emptyList<StackSite>();
  const frame = /^ +at (?:.* \()?(.+):(\d+):(\d+)\)?$/gm;
  for (
    let found = apply(exec, frame, [trace]) as RegExpExecArray | null;
    found !== null;
    found = apply(exec, frame, [trace]) as typeof found
  ) {
    const file = found[1] ?? '';
    const line = found[2];
    const column = found[3];
    sites[sites.length] = { getFileName: () => file, getLineNumber: () => Number(line), getColumnNumber: () => Number(column) };
  }
  return sites;
}
