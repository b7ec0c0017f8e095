import { declarationOf } from '../../instrument/scopes.js';
import { decideCandidate } from '../decide/candidate.js';
import { decideCreated } from '../decide/created.js';
import { decideInevitable } from '../decide/inevitable.js';
import { decideLastChange } from '../decide/lastChange.js';
import { decideLastCondition } from '../decide/lastCondition.js';
import { decideExceptionAfter } from '../decide/throws.js';
import { decideOrigin } from '../origin/origin.js';
import { demandOfVariable } from '../question/demand.js';
import { kindOf, type QuestionKind } from '../question/kinds.js';
import { unknownPoint, type PointAnswer } from '../question/point.js';
import type { Query } from '../question/question.js';
import { decided, joinNotes, noNotes, open, type Deciding, type DecidingNow, type Notes } from '../seen/deciding.js';
import type { Observation } from '../seen/observation.js';
import { demandOfForksAt, type SeenRun } from '../seen/seenRun.js';

/** A run with the answers to its questions, and what was noted while they were decided. */
export interface DecidedChain {
  readonly run: SeenRun;
  readonly notes: Notes;
}

/** Decides every question of a run that is seen up to its stop: each sees the answers to those before. */
export async function decideChain(seen: SeenRun): Promise<DecidedChain> {
  let chain: DecidedChain = { run: seen, notes: noNotes };
  for (const query of seen.state.queries) {
    // Steps of an origin are decided with it.
    if (query.id.includes('~') || chain.run.answers.has(query.id)) continue;
    const { value, ...notes } = await decided(decideQuery(chain.run, query));
    chain = { run: chain.run.noting(notes).noting({ ...noNotes, points: [value] }), notes: joinNotes(chain.notes, notes) };
  }
  return chain;
}

/** One question, whichever kind it is. */
async function* decideQuery(run: SeenRun, query: Query): Deciding<PointAnswer> {
  const { id, kind, of, candidate } = query;
  if (candidate !== undefined) return yield* decideCandidate(run, query, candidate);
  const from = run.answers.get(of);
  if (from?.status === 'located' && from.time === null) return unknownPoint(id, kind, of, 'not-found', `When ${of} happened is not known.`);
  if (from?.status !== 'located' || from.time === null)
    return unknownPoint(id, kind, of, from?.status === 'not-reached' ? 'not-reached' : 'not-found', `${of} is not located.`);
  const observation = run.observationOf(from);
  if (observation === null) {
    yield* foresee(run, query, from);
    return unknownPoint(id, kind, of, 'not-found', `The runs differ so much that ${of} could not be looked at.`);
  }
  if (!isAsked(kind)) return unknownPoint(id, kind, of, 'not-found', `${kind} is not decided.`);
  return yield* deciders[kind](run, query, from, observation);
}

type Decider = (run: SeenRun, query: Query, from: PointAnswer, observation: Observation) => Deciding<PointAnswer>;

/** The decider of each kind of question. */
const deciders: Readonly<Record<QuestionKind, Decider>> = {
  lastChange: decideLastChange,
  lastCondition: decideLastCondition,
  created: (run, query, _from, observation) => decideCreated(run, query, observation),
  origin: (run, query) => decideOrigin(run, query, decideQuery),
  exceptionAfter: decideExceptionAfter,
  inevitable: decideInevitable,
};

function isAsked(kind: Query['kind']): kind is QuestionKind {
  return Object.hasOwn(deciders, kind);
}

/** What a question will need at a point that only the next run waits at, as far as its text says it: then that run can decide it. */
function* foresee({ texts }: SeenRun, { kind, place, frame, isOfText = false }: Query, { identity }: PointAnswer): DecidingNow<void> {
  yield open();
  const text = identity === null ? undefined : texts.text(identity.path);
  if (identity === null || text === undefined) return;
  const { offset } = identity;
  if (kindOf(kind).asksForks) yield open(demandOfForksAt({ text, offset }));
  if (place?.kind !== 'variable' || frame !== 0) return;
  const binding = text.scopes.lookUp(isOfText ? place.name : text.nameAt(place.name, offset, texts), offset);
  if (binding !== undefined && binding.kind !== 'import')
    yield { lacks: demandOfVariable({ path: text.path, offset: declarationOf(binding) }) };
}
