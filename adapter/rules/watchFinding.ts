import type { FrameReport } from '../events/rows.js';
import type { RuleFinding } from '../events/rulesOfRun.js';
import type { SourcePosition } from '../instrument/mapping.js';
import type { RunTexts } from '../querypoints/text/texts.js';

/** A `report` of a rule, in the user's sources. */
export interface WatchFinding {
  readonly rule: string;
  readonly message: string;
  readonly tuple: RuleFinding['tuple'];
  /** Where it was written; null where that is not known. */
  readonly position: SourcePosition | null;
  readonly functionName: string | null;
  readonly hit: number | null;
  readonly noticed: SourcePosition | null;
  readonly stack: readonly FrameReport[] | null;
  readonly confirmed: boolean;
  /** The number of the write in a recording; null: the program ran. */
  readonly event: number | null;
}

/** A finding as the user sees it. `name`: its rule's. */
export function watchFinding(finding: RuleFinding, name: string, texts: RunTexts): WatchFinding {
  const { message, tuple, site, hit, stack, noticed, confirmed, event = null } = finding;
  const user = ({ path, line, column }: FrameReport): SourcePosition => {
    const text = texts.text(path);
    return text === undefined ? { path, line, column } : text.sourcePosition(text.offsetAt(line, column));
  };
  const known = texts.site(site);
  const text = known === undefined ? undefined : texts.text(known.path);
  const innermost = stack?.[0] === undefined ? null : user(stack[0]);
  return {
    rule: name,
    message,
    tuple,
    position: known === undefined || text === undefined ? innermost : text.sourcePosition(known.site.offset, known.site.end),
    functionName: stack?.[0]?.functionName ?? null,
    hit: hit === 0 ? null : hit,
    noticed: noticed === null ? null : user(noticed),
    stack: stack?.map((frame) => ({ ...frame, ...user(frame) })) ?? null,
    confirmed,
    event,
  };
}
