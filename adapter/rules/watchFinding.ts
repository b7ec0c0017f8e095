import type { FrameReport } from '../events/rows.js';
import type { RuleFinding } from '../events/rulesOfRun.js';
import type { SourcePosition } from '../instrument/mapping.js';
import type { Site } from '../instrument/site.js';
import { pathTo } from '../instrument/tree.js';
import { inferredNameAt } from '../querypoints/text/frameName.js';
import type { LoadedText, RunTexts } from '../querypoints/text/texts.js';

/** A `report` of a rule, in the user's sources. */
export interface WatchFinding {
  readonly rule: string;
  readonly message: string;
  readonly tuple: RuleFinding['tuple'];
  readonly fields: RuleFinding['fields'];
  /** Where it was written; null where that is not known. */
  readonly position: SourcePosition | null;
  readonly functionName: string | null;
  readonly hit: number | null;
  readonly noticed: SourcePosition | null;
  readonly stack: readonly FrameReport[] | null;
  readonly confirmed: boolean;
  /** The number of the write in a recording; null: the program ran. */
  readonly event: number | null;
  /** The process of a command that it was found in, as its words; null: there is one alone. */
  readonly process: string | null;
}

/** A finding as the user sees it. `name`: its rule's. */
export function watchFinding(finding: RuleFinding, name: string, texts: RunTexts): WatchFinding {
  const { message, tuple, fields, site, hit, noticed, confirmed, event = null } = finding;
  const user = ({ path, line, column }: FrameReport): SourcePosition => {
    const text = texts.text(path);
    return text === undefined ? { path, line, column } : text.sourcePosition(text.offsetAt(line, column));
  };
  const known = texts.site(site);
  const text = known === undefined ? undefined : texts.text(known.path);
  const written = known === undefined || text === undefined ? null : text.sourcePosition(offsetOf(known.site, text), known.site.end);
  const stack = finding.stack?.map((frame, depth) => {
    // V8 knows where the probe is.
    const position = depth === 0 && written !== null && frame.path === known?.path ? written : user(frame);
    return { ...frame, ...position, functionName: nameOf(frame, texts) };
  });
  const [innermost] = stack ?? [];
  return {
    rule: name,
    message,
    tuple,
    fields,
    position: written ?? (innermost === undefined ? null : positionOf(innermost)),
    functionName: innermost?.functionName ?? null,
    hit: hit === 0 ? null : hit,
    // What is noticed with the write itself is where that is.
    noticed: noticed === null ? null : finding.isAtOnce && written !== null && noticed.path === known?.path ? written : user(noticed),
    stack: stack ?? null,
    confirmed,
    event,
    process: null,
  };
}

const positionOf = ({ path, line, column }: FrameReport): SourcePosition => ({ path, line, column });

/** The name of a frame's function: that of one without a name follows from the text, as V8 forgets some of them where probes stand. */
function nameOf({ functionName, path, line, column, isAsync }: FrameReport, texts: RunTexts): string {
  const text = isAsync ? undefined : texts.text(path);
  return (text === undefined ? null : inferredNameAt(text.program, text.offsetAt(line, column))) ?? functionName;
}

/** Where a site is told: `Object.create` at the name of the method, as calls of natives are. */
function offsetOf({ kind, key, offset, end }: Site, { program }: LoadedText): number {
  if (kind !== 'allocation' || key !== 'call') return offset;
  const call = pathTo(program, offset).find((node) => node.type === 'CallExpression' && node.start === offset && node.end === end);
  return call?.type === 'CallExpression' && call.callee.type === 'MemberExpression' ? call.callee.property.start : offset;
}
