import { activationOf } from '../record/activations.js';
import { isYoung } from '../probes/ages.js';
import { listen, tell } from '../channel/channel.js';
import { eventCount } from '../record/events.js';
import { generatedCode } from '../probes/generatedCode.js';
import { guard } from '../probes/guards.js';
import { isObject } from '../realm/identity.js';
import { OwnSet } from '../realm/intrinsics.js';
import { passagesOfRun } from '../lastOnly/localProbes.js';
import type { ToDebuggee } from '../channel/messages.js';
import {
  dataModules,
  doOutside,
  evaluate,
  functionPlace,
  heldOwner,
  isHeld,
  isHeldForUs,
  pauseFor,
  privateFields,
  property,
  textOf,
} from './pause.js';
import { allEvents, alike, digest, entriesOf, eventAt, history, otherWrite, select } from '../record/select.js';
import { uncertainWrite } from '../record/uncertain.js';
import { wholeOf } from '../record/wholes.js';

/** Answers the adapter until it says that the program goes on. V8 stops when a question is about what only a debugger sees. */
export function converse(onExceptionsAsked: (isWatched: boolean) => void): void {
  for (;;) {
    const request = listen();
    if (request.kind === 'continue') return;
    const reply = () => tell({ kind: 'answer', value: answer(request, onExceptionsAsked) });
    // Code that runs while V8 holds the program is not optimised: to look through ten million events takes ten times as long.
    if (isHeldForUs() && looksThroughEvents.has(request.kind) && eventCount() > mostLookedThrough) {
      return doOutside(() => {
        const value = answer(request, onExceptionsAsked);
        return () => {
          tell({ kind: 'answer', value });
          converse(onExceptionsAsked);
        };
      });
    }
    if (!isHeld() && needsDebugger.has(request.kind)) {
      return pauseFor(() => {
        reply();
        converse(onExceptionsAsked);
      }, true);
    }
    reply();
  }
}

const needsDebugger: ReadonlySet<ToDebuggee['kind']> = new OwnSet([
  'evaluate',
  'functionPlace',
  'privateFields',
  'property',
  'text',
] as const);

const looksThroughEvents: ReadonlySet<ToDebuggee['kind']> = new OwnSet([
  'select',
  'entriesOf',
  'history',
  'memory',
  'alike',
  'event',
  'digest',
  'all',
] as const);
const mostLookedThrough = 100_000;

function answer(request: ToDebuggee, onExceptionsAsked: (isWatched: boolean) => void): unknown {
  switch (request.kind) {
    case 'evaluate':
      return evaluate(request.frame, request.expression);
    case 'functionPlace':
      return functionPlace(request.frame, request.expression);
    case 'privateFields':
      return privateFields(request.frame, request.expression);
    case 'property':
      return property(request.frame, request.expression, request.name);
    case 'wholeOf':
      return wholeOf(request.object);
    case 'activationOf':
      return activationOf(request.object) ?? null;
    case 'memory':
      return otherWrite(request.owner, request.index, request.after, request.before);
    case 'uncertain':
      return uncertainWrite(request.owner, request.after, request.before);
    case 'select':
      return select(request.request);
    case 'history':
      return history(request.keys, request.hasElements, request.before);
    case 'entriesOf':
      return entriesOf(request.owner, request.before);
    case 'alike':
      return alike(request.ordinal, request.most);
    case 'event':
      return eventAt(request.ordinal);
    case 'code':
      return [...generatedCode(), ...dataModules()];
    case 'passages':
      return passagesOfRun(request.sites);
    case 'digest':
      return digest();
    case 'all':
      return allEvents();
    case 'guard': {
      const owner = heldOwner();
      if (isObject(owner)) guard(owner, request.name);
      return isYoung('__w_owner');
    }
    case 'exceptions':
      return onExceptionsAsked(request.isWatched);
    case 'text':
      return textOf(request.path);
    default:
      return null;
  }
}
