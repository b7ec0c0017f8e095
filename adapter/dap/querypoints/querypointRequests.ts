import type { Debugging } from '../debugging.js';
import { cannotAsk, evaluationFailed } from '../errors.js';
import { memberExpression } from '../properties.js';
import type { Target } from '../target.js';
import { programFrames } from './frames.js';
import { liveValues } from './live.js';
import type {
  AddRulesArguments,
  AskArguments,
  Candidates,
  Chain,
  ChainsResult,
  LiveArguments,
  LiveResult,
  MomentArguments,
  MomentTold,
  PointArguments,
  RerunArguments,
  RerunTold,
  RulesAdded,
  RulesTold,
} from './protocol.js';
import { requests as names } from './protocol.js';
import { sentenceOf, type AskedStop } from './questions.js';

/** Requests about querypoints. */
export const querypointRequests = {
  async [names.ask](debugging: Debugging, args: AskArguments, signal: AbortSignal): Promise<Chain> {
    return debugging.questions
      .ask(args, () => askedStop(debugging, args), signal)
      .catch((error: unknown) => Promise.reject(sentenceOf(error)));
  },

  [names.chains]: ({ questions }: Debugging): ChainsResult => ({ chains: questions.chains.reports() }),

  [names.stopAt]: ({ stopHere }: Debugging, args: PointArguments, signal: AbortSignal) =>
    stopHere.to(args, signal).catch((error: unknown) => Promise.reject(sentenceOf(error))),

  [names.live]: (debugging: Debugging, args: LiveArguments): Promise<LiveResult> => liveValues(debugging, args),

  async [names.moment](debugging: Debugging, { threadId }: MomentArguments): Promise<MomentTold> {
    const target = debugging.targets.find((one) => one.pause !== null && (threadId === undefined || one.id === threadId));
    if (target === undefined) throw cannotAsk('Nothing waits: stop the program first.');
    const lost = (reason: string): MomentTold => ({ steps: [], reason });
    if (debugging.watched.isElsewhere(target)) return lost('The session waits in another thread or process than the program itself.');
    const seen = debugging.watched.stepsTo(target);
    if ('reason' in seen) return lost(seen.reason);
    const steps = await debugging.questions.replaySteps(target, seen);
    return typeof steps === 'string' ? lost(steps) : { steps, reason: null };
  },

  [names.rules]: ({ rules }: Debugging): RulesTold => rules.told,

  [names.addRules]: (debugging: Debugging, { file }: AddRulesArguments): Promise<RulesAdded> =>
    debugging.rules.add(file, debugging.configuration),

  [names.rerun]: (debugging: Debugging, { chain }: RerunArguments): Promise<RerunTold> => debugging.rerunTold(chain ?? null),

  [names.candidates]: ({ questions }: Debugging, args: PointArguments): Candidates => questions.candidates(args),
};

/** The stop of the client's frame, and what is asked about in it. */
function askedStop(debugging: Debugging, args: AskArguments): AskedStop {
  if (args.finding !== undefined) return askedFinding(debugging, args.finding, args.expression ?? null);
  const { target, callFrameId } = frameAsked(debugging, args);
  const frames = programFrames(target, target.pause?.callFrames ?? []);
  const frame = frames.findIndex((one) => one.callFrameId === callFrameId);
  if (frame < 0) throw cannotAsk('Questions are about functions of the program: this frame is none of them.');
  const { watched } = debugging;
  return {
    target,
    steps: watched.stepsTo(target),
    isElsewhere: watched.isElsewhere(target),
    finding: debugging.rules.waitingAt(target),
    frame,
    expression: expressionAsked(debugging, args),
  };
}

/** The moment of a finding. Its objects go by the variables of the rule. */
function askedFinding({ rules, targets, watched }: Debugging, id: number, expression: string | null): AskedStop {
  const { finding, at } = rules.asked(id, expression);
  const [target] = targets;
  if (target === undefined) throw cannotAsk('The program has ended.');
  return { target, steps: watched.stepsTo(target), isElsewhere: false, finding, frame: at?.frame ?? 0, expression: at?.expression ?? null };
}

function frameAsked(
  debugging: Debugging,
  { frameId, variablesReference }: AskArguments,
): { readonly target: Target; readonly callFrameId: string } {
  const holder = variablesReference === undefined ? undefined : debugging.variables.holder(variablesReference);
  if (holder?.kind === 'scope') return holder;
  if (frameId !== undefined) {
    const { target, callFrame } = debugging.stacks.frame(frameId);
    if (callFrame === null) throw cannotAsk('This function is suspended: ask in the frames above it.');
    return { target, callFrameId: callFrame.callFrameId };
  }
  const target = debugging.targets.find(({ pause }) => pause !== null);
  const [frame] = target === undefined ? [] : programFrames(target, target.pause?.callFrames ?? []);
  if (target === undefined || frame === undefined) throw evaluationFailed('The program does not wait anywhere.');
  return { target, callFrameId: frame.callFrameId };
}

/** How what is asked about is written in its frame. */
function expressionAsked({ variables }: Debugging, { expression, variablesReference, name }: AskArguments): string | null {
  if (expression !== undefined) return expression;
  if (variablesReference === undefined || name === undefined) return null;
  const holder = variables.holder(variablesReference);
  if (holder.kind === 'scope') return name;
  if (holder.kind === 'object' && holder.expression !== null) return memberExpression(holder.expression, name);
  throw cannotAsk('This row has no name in the program.');
}
