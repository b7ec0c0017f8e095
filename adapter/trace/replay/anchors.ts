import { homeAt, isFunction, pathTo, type AnyNode } from '../../instrument/tree.js';
import type { Site } from '../../instrument/site.js';
import { functionAt } from '../store/functionAt.js';
import type { TraceStore } from '../store/traceStore.js';
import type { StatementPlace } from '../steps/recordedPassages.js';

/** Where an activation must have passed shortly before it comes to a statement. */
export interface Anchors {
  /** Sites, each with the way that its forks must take; null: any. */
  readonly sites: readonly { readonly site: number; readonly way: boolean | null }[];
  /** The code that lies between: control stays in it until it comes to the statement. */
  readonly region: AnyNode;
  /** The function of the statement, or its text's top level. */
  readonly home: AnyNode;
}

/** The events that a statement's passages follow: the test of the condition or loop around it, else the calls of its function. */
export function anchorsOf(store: TraceStore, { text, node }: StatementPlace): Anchors {
  const home = homeAt(text.program, node.start);
  const path = pathTo(text.program, node.start);
  const own = path.slice(Math.max(0, path.indexOf(home)), path.indexOf(node) + 1);
  const numbers = (isWanted: (site: Site) => boolean): readonly number[] =>
    store.source.sites.flatMap(({ path: of, first, sites }) =>
      of === text.path ? sites.flatMap((site, index) => (isWanted(site) ? [first + index] : [])) : [],
    );
  const goesOn = (region: AnyNode) =>
    numbers(({ kind, offset }) => kind === 'resume' && region.start <= offset && offset < region.end).map((site) => ({ site, way: null }));
  for (let at = own.length - 1; at > 0; at--) {
    const [parent, child] = [own[at - 1], own[at]];
    if (parent === undefined || child === undefined) break;
    const control = controlOf(parent, child);
    if (control === 'none') continue;
    if (control === 'unknown') break;
    const sites = numbers((site) => control.isWanted(site)).map((site) => ({ site, way: control.way }));
    const region = parent.type === 'SwitchCase' || parent.type === 'CatchClause' ? parent : child;
    if (sites.length > 0) return { sites: [...sites, ...goesOn(region)], region, home };
  }
  const calls = numbers((site) => site.kind === 'call' && isEntryOf(site, text, home)).map((site) => ({ site, way: null }));
  return { sites: [...calls, ...goesOn(home)], region: home, home };
}

/** The sites that report the calls of a function. */
export function callSites(store: TraceStore, { text, node }: StatementPlace): readonly number[] {
  return store.source.sites.flatMap(({ path, first, sites }) =>
    path === text.path ? sites.flatMap((site, index) => (site.kind === 'call' && isEntryOf(site, text, node) ? [first + index] : [])) : [],
  );
}

function isEntryOf(site: Site, text: StatementPlace['text'], home: AnyNode): boolean {
  const entered = functionAt({ path: text.path, site }, text.program);
  return isFunction(home) ? entered === home : entered?.type === 'Program';
}

type Control = { readonly way: boolean | null; isWanted(site: Site): boolean };

/** What decides whether control comes to a child; `none`: it always does, or as often; `unknown`: something that is not looked at. */
function controlOf(parent: AnyNode, child: AnyNode): Control | 'none' | 'unknown' {
  const forkOf = (test: AnyNode, way: boolean | null): Control => ({
    way,
    isWanted: ({ kind, offset, end }) => kind === 'fork' && offset === test.start && end === test.end,
  });
  switch (parent.type) {
    case 'IfStatement':
      return child === parent.test ? 'none' : forkOf(parent.test, child === parent.consequent);
    case 'WhileStatement':
    case 'ForStatement':
      return child === parent.body && parent.test ? forkOf(parent.test, true) : 'none';
    case 'ForOfStatement':
    case 'ForInStatement':
      return child === parent.body ? forkOf(parent.right, null) : 'none';
    case 'SwitchCase':
      return child === parent.test
        ? 'none'
        : { way: null, isWanted: ({ kind, offset, end }) => kind === 'arrival' && offset === parent.start && end === parent.end };
    case 'CatchClause':
      return {
        way: null,
        isWanted: ({ kind, offset }) => kind === 'catch' && parent.start <= offset && offset <= parent.body.start,
      };
    case 'LogicalExpression':
    case 'ConditionalExpression':
      return 'unknown';
    default:
      return 'none';
  }
}
