import { ModuleAnalysis } from '../analysis/analyse.js';
import type { Reporting } from '../analysis/history/history.js';
import type { RootSolution } from '../analysis/rootSolution.js';
import type { AnalysisSettings } from '../analysis/settings.js';
import { finishFinding, type FindingDraft } from '../findings/draft.js';
import { Gate } from '../findings/gate.js';
import { Places } from '../findings/place.js';
import type { Finding, Located, Reason } from '../findings/result.js';
import { reportRoot, type RootReport } from '../findings/rootReport.js';
import { ownFunctions } from '../ir/linked.js';
import type { FunctionId, FunctionIr, ModuleIr, VariableId } from '../ir/program.js';
import { withPrelude } from './linkPrelude.js';
import { reactFile, reactSpecifier } from './reactHooks.js';

/** How the first render is to be checked. */
export interface FirstRender {
  readonly settings: AnalysisSettings;
  readonly isCancelled: () => boolean;
  /** Certain failures are tried before they are reported. */
  readonly gate: boolean;
  /** The file's name in reports. */
  readonly shown: string;
}

/** Whether the text, or one that is linked with it, may import React. */
export function mayImportReact({ text, linked }: ModuleIr): boolean {
  return [text, ...(linked?.texts.values() ?? [])].some(
    (each) => each.includes(`'${reactSpecifier}'`) || each.includes(`"${reactSpecifier}"`),
  );
}

/**
 * What fails when a component, or a hook of the program, is called for the first time, and is not among `known`, the findings about any
 * call. `program` is linked with the descriptions of hooks. What holds of everything that outlives a call holds after any number of renders;
 * only the runs that are asked about are first ones. Null: that took too much effort.
 */
export function firstRenderFindings(program: ModuleIr, known: readonly Finding[], how: FirstRender): readonly Finding[] | null {
  const isFirst = firstRenderVariable(program);
  if (isFirst === null) return [];
  const module = withPrelude(forAnyRender(program, isFirst));
  const analysis = new ModuleAnalysis(module, how.settings, { isCancelled: how.isCancelled, history: null });
  const hooks = new Set(module.functions.flatMap(({ id, file }) => (file === reactFile ? [id] : [])));
  const wanted = new Set(analysis.roots.filter((id) => isRendered(ownFunctions(module)[id])));
  if (analysis.isSpent) return null;
  if (wanted.size === 0) return [];
  analysis.suppose(isFirst);
  const places = new Places(module.text, how.shown, module.linked?.texts);
  const gate = how.gate ? new Gate(program) : null;
  const reporting: Reporting<RootReport, RootSolution> = {
    report: (solution) => reportRoot(solution, gate?.judge(solution) ?? null, places),
    move: () => null,
    accept: () => true,
  };
  const { reports } = analysis.solveRoots(how.settings.arrayIndex === 'error', reporting, null, wanted);
  const rendering = reports.filter(({ touched, complete }) => complete && touched.some((id: FunctionId) => hooks.has(id)));
  const told = new Set(known.flatMap(placesOf));
  const certain = new Set(known.filter(isCertain).flatMap(placesOf));
  return rendering
    .flatMap(({ findings }) => findings)
    .map((draft) => withoutHooks(finishFinding(inFirstRender(draft), places)))
    .filter((finding) => isOfProgram(finding) && !placesOf(finding).every((place) => (isCertain(finding) ? certain : told).has(place)));
}

/** The variable that says whether a render is a first one: the one constant of the descriptions, where something that is linked calls them. */
function firstRenderVariable({ variables, functions }: ModuleIr): VariableId | null {
  for (const { edges, kind } of functions) {
    for (const { instruction } of kind === 'module' ? edges : []) {
      if (instruction.kind === 'assign' && variables[instruction.target]?.name.startsWith(`%${reactFile}:`) === true)
        return instruction.target;
    }
  }
  return null;
}

/** The module with renders of which it is not known whether they are first ones. */
function forAnyRender(module: ModuleIr, isFirst: VariableId): ModuleIr {
  const unknown = (body: FunctionIr): FunctionIr => ({
    ...body,
    edges: body.edges.map((edge) => {
      const { instruction } = edge;
      if (instruction.kind !== 'assign' || instruction.target !== isFirst) return edge;
      return { ...edge, instruction: { ...instruction, value: { kind: 'unknown' } } };
    }),
  });
  return { ...module, functions: module.functions.map((body) => (body.kind === 'module' ? unknown(body) : body)) };
}

/** By the rules of hooks only components and hooks call them; a function without a name may be handed to `memo`. */
function isRendered(body: FunctionIr | undefined): boolean {
  return (body?.kind === 'function' || body?.kind === 'arrow') && /^(\p{Lu}|use\p{Lu}|<anonymous>$|default$)/u.test(body.name);
}

/** The claim, of first renders alone. */
function inFirstRender(draft: FindingDraft): FindingDraft {
  const [claim, ...rest] = draft.message;
  if (typeof claim !== 'string') return draft;
  const said = claim
    .replace(/ always fails$/, ' always fails in its first render')
    .replace(/ fails if /, ' fails in its first render if ')
    .replace(/^Every run that comes here fails$/, 'Every first render that comes here fails')
    .replace(/^Fails if /, 'Fails in the first render if ');
  return { ...draft, message: [said, ...rest] };
}

const isHooks = ({ file }: Located): boolean => file === reactFile;

/** The finding without the steps that lead through React. */
function withoutHooks(finding: Finding): Finding {
  const because = finding.because.map((reason): Reason => {
    if (reason.calls?.some(isHooks) !== true) return reason;
    return { ...reason, calls: reason.calls.filter((call) => !isHooks(call)) };
  });
  return { ...finding, because };
}

const isOfProgram = (finding: Finding): boolean => !isHooks(finding) && !reasonsOf(finding).some(isHooks);

const reasonsOf = ({ because, alternatives }: Finding): readonly Reason[] => [...because, ...alternatives.flatMap((each) => each.because)];

const isCertain = ({ severity }: Finding): boolean => severity === 'error';

/** What shows the failure. */
const placesOf = (finding: Finding): readonly string[] => reasonsOf(finding).map(({ file, span }) => `${file}:${span.line}:${span.column}`);
