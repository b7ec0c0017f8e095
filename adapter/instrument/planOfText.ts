import { asksPlaces } from './generatedCode.js';
import { emptyPlan, type Plan, type TextPlace, type WatchedCondition } from './plan.js';

/**
 * What of a plan one text depends on. Its probes are made from nothing else, so that it can stand for all plans of which this is the same:
 * another question about another text need not instrument this one again. What no line here takes away stays.
 */
export function planOfText(plan: Plan, path: string, isMapped: boolean): Plan {
  const { stop, replay, conditions, counted } = plan;
  const here = <P extends TextPlace>(places: readonly P[]) => places.filter((place) => place.path === path);
  const isHere = (paths: readonly string[]) => isMapped || paths.includes(path);
  const isReplayed = replay?.steps.some((step) => step.path === path) === true;
  const isStop = stop !== null && isHere(stop.paths);
  const isStopped = isStop || isReplayed;
  // A step's number is in the text: those of other texts stay as steps.
  const watched = conditions?.watched.map((condition) => (isHere(condition.paths) ? condition : elsewhere));
  return {
    ...plan,
    ...ofTheRuntime,
    ...(isStopped ? { localsFrom: plan.localsFrom === null ? null : 0 } : ofTheStop),
    stop: isStop ? stop : null,
    replay: isReplayed ? replay : null,
    conditions: watched === undefined ? null : { watched, hit: 0 },
    counted: counted?.path === path ? counted : null,
    makers: here(plan.makers),
    variables: [...here(plan.variables), ...(asksPlaces(plan) ? [somewhere] : [])],
    kept: here(plan.kept),
    forks: here(plan.forks),
  };
}

/** What the runtime alone applies. */
const { indices, entryKeys, keepsVariables, wholeTexts, lastOnlyFrom, valuesInBrief, countsOnly } = emptyPlan;
const ofTheRuntime = { indices, entryKeys, keepsVariables, wholeTexts, lastOnlyFrom, valuesInBrief, countsOnly };

/** What matters where the stop is. */
const { variablesAtStop, forksAtStop, localsFrom, countsWrites } = emptyPlan;
const ofTheStop = { variablesAtStop, forksAtStop, localsFrom, countsWrites };

/** For `eval` it matters whether there are variables that are asked for, wherever they are. */
const somewhere: TextPlace = { path: '', offset: 0 };

/** A condition of another text. */
const elsewhere: WatchedCondition = {
  paths: [],
  line: 0,
  column: 0,
  condition: '',
  isAssertion: false,
  broken: '',
  names: [],
  isFromOutside: false,
};
