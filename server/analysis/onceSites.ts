import { weakTopologicalOrder } from '../fixpoint/weakTopologicalOrder.js';
import type { WtoElement } from '../fixpoint/weakTopologicalOrder.js';
import type { FunctionIr, ModuleIr, NodeId, SiteId } from '../ir/program.js';

/** Sites that a module passes once at most: those of its top level that are in no loop. */
export function onceSites({ functions }: ModuleIr): ReadonlySet<SiteId> {
  const top = functions.find(({ kind }) => kind === 'module');
  return top === undefined ? new Set() : sitesOutsideLoops(top);
}

function sitesOutsideLoops({ nodes, edges, entry }: FunctionIr): ReadonlySet<SiteId> {
  const targets: NodeId[][] = nodes.map(() => []);
  for (const { source, target } of edges) targets[source]?.push(target);
  const order = weakTopologicalOrder(nodes.length, [entry], (node) => targets[node] ?? []);
  const inLoop = new Set<number>();
  const mark = (elements: readonly WtoElement[], nested: boolean): void => {
    for (const element of elements) {
      if (typeof element === 'number') {
        if (nested) inLoop.add(element);
      } else {
        inLoop.add(element.head);
        mark(element.body, true);
      }
    }
  };
  mark(order, false);
  const sites = new Set<SiteId>();
  const repeated = new Set<SiteId>();
  for (const { instruction, outcome, source } of edges) {
    if (outcome === 'throw' || !('site' in instruction)) continue;
    (inLoop.has(source) || sites.has(instruction.site) ? repeated : sites).add(instruction.site);
  }
  for (const site of repeated) sites.delete(site);
  return sites;
}
