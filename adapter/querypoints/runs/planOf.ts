import { emptyPlan, type LineStop, type StopReplay, type Plan, type TextPlace } from '../../instrument/plan.js';
import type { Demand } from '../question/demand.js';
import { isLastOnly, keepsInLocals, type Recording } from '../seen/recording.js';

/** Memory that is new costs more than to keep only what is last; V8 has optimised nothing yet when the way of recording changes. */
const eventsInFull = 1 << 12;

/** Of variables and conditions, each entry of a scope has its own last event: little is dropped. */
const scopedEventsInFull = 1 << 24;

/** Where a run is to wait, and what it counts. */
export interface PlannedStop {
  readonly line: LineStop | null;
  readonly replay: StopReplay | null;
  readonly counted: TextPlace | null;
}

/** What a run records for a demand. */
export function planOf(demand: Demand, recording: Recording, { line, replay, counted }: PlannedStop): Plan {
  const names = [...demand.names];
  const isLast = keepsInLocals(demand, recording);
  const { guards } = demand;
  return {
    ...emptyPlan,
    stop: line === null ? null : { ...line, names },
    replay: replay === null ? null : { ...replay, names },
    counted,
    fields: [...demand.fields],
    everywhere: demand.everywhere,
    elements: demand.elements,
    indices: demand.indices === null ? null : [...demand.indices],
    symbols: demand.symbols,
    objectKeys: demand.objectKeys,
    returns: demand.returns,
    entries: demand.entries,
    entryKeys: demand.entryKeys === null ? null : [...demand.entryKeys],
    variablesAtStop: [...demand.variablesAtStop],
    variables: [...demand.variables.values()],
    kept: [...demand.kept.values()],
    forksAtStop: demand.forksAtStop,
    forks: [...demand.forks.values()],
    localsFrom: isLast ? (recording.lastOnlyFrom ?? eventsInFull) : null,
    countsWrites: demand.countsWrites,
    keepsVariables: keepsVariables(demand, recording, isLast) || line?.when !== null,
    allocations: [...demand.allocations],
    guards: guards.size > 0,
    makers: [...guards.values()].filter(({ siteKind }) => siteKind === 'allocation'),
    wholeTexts: demand.wholeTexts,
    lastOnlyFrom: isLastOnly(demand, recording) ? lastOnlyFrom(demand, recording, isLast) : null,
    countsOnly: recording.countsOnly,
    // What was before in a private field nobody outside its class can read where the program waits.
    valuesInBrief: recording.areValuesTold || [...demand.fields].some((name) => name.startsWith('#')),
  };
}

/** Whether frames are looked at where the texts do not say which of their variables will be. */
function keepsVariables(demand: Demand, { looksFurther, looksAtForks }: Recording, isLast: boolean): boolean {
  const { variables, forks, tests, steps, variablesAtStop, forksAtStop } = demand;
  return (
    looksFurther ||
    looksAtForks ||
    variables.size + forks.size + tests.size + steps.size > 0 ||
    (!isLast && (variablesAtStop.size > 0 || forksAtStop))
  );
}

function lastOnlyFrom({ variablesAtStop, forksAtStop, variables, forks }: Demand, recording: Recording, isLast: boolean): number {
  const isScopedAtStop = !isLast && (variablesAtStop.size > 0 || forksAtStop);
  const isScoped = isScopedAtStop || variables.size + forks.size > 0;
  return recording.lastOnlyFrom ?? (isScoped ? scopedEventsInFull : eventsInFull);
}
