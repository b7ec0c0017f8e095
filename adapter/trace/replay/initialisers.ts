import { isFunction, pathTo, walk, type AnyNode } from '../../instrument/tree.js';
import { initialisedMember, isClass, type ClassNode } from '../../querypoints/text/frameName.js';
import { Kind } from '../store/rowMeaning.js';
import type { TraceRow, TraceStore } from '../store/traceStore.js';
import type { ActivationSteps } from './activationSteps.js';
import { lastPlaceIn } from './callPlace.js';
import type { Position } from './recordedPosition.js';

type Place = Pick<Position, 'activation' | 'text' | 'offset' | 'time'>;

/**
 * The frames below code that runs before the call of its function is told. What gives a field its value is a function for V8, which the
 * constructor calls, or what makes the class: a class that extends none does so before its constructor's call is told, any other behind
 * `super()`. So do the defaults of an arrow function's parameters.
 */
export class Initialisers {
  constructor(
    private readonly store: TraceStore,
    private readonly steps: ActivationSteps,
    /** Where what a row begins is called from. */
    private readonly callerOf: (began: TraceRow) => Position | null,
  ) {}

  /** The frame that has begun the initialisation; null where the place is in no field and no static block, or who constructs is not known. */
  below({ activation, text, offset, time }: Place): Position | null {
    const path = pathTo(text.program, offset);
    const member = initialisedMember(path);
    const around = member === null ? undefined : path[path.lastIndexOf(member) - 2];
    if (member === null || around === undefined || !isClass(around)) return this.belowParameters({ activation, text, offset, time }, path);
    // A class that is made in a field, and has no constructor, is called at its own begin.
    const made = path.find((node) => isClass(node) && node.start === offset);
    if (made !== undefined && this.steps.implicitConstructorOf(activation, time)?.node === made) return null;
    const at = ({ start, end }: AnyNode): Position => ({ activation, text, offset: start, end, time, kind: 'event', isCertain: true });
    // What is static is done where the class is made, behind its keys.
    if (member.type === 'StaticBlock' || member.static) {
      const keys = around.body.body.flatMap((one) => ('key' in one && one.computed ? [one.key] : []));
      const last = lastPlaceIn(text, [...(around.superClass ? [around.superClass] : []), ...keys]);
      return last === null ? at(around) : { ...at(around), offset: last };
    }
    const constructor = constructorOf(around);
    if (around.superClass) {
      const place = constructor === null ? around : superCallIn(constructor);
      return place === null ? null : at(place);
    }
    const own = constructor ?? around;
    const began = this.nextCall(activation, time, text.path, own);
    return began === null ? null : { ...at(own), activation: began.subject, time: began.event + 1 };
  }

  /** Where the function is called whose parameters get their values. */
  private belowParameters({ activation, text, offset, time }: Place, path: readonly AnyNode[]): Position | null {
    const called = path.findLast(isFunction);
    if (called === undefined || !called.params.some(({ start, end }) => start <= offset && offset < end)) return null;
    if (this.steps.homeOf(activation, time)?.node === called) return null;
    const began = this.nextCall(activation, time, text.path, called);
    return began === null ? null : this.callerOf(began);
  }

  /** The next call from an activation that begins where a function, or a class without a constructor, does. */
  private nextCall(activation: number, time: number, path: string, { start }: AnyNode): TraceRow | null {
    for (const row of this.store.rowsOf(activation, time)) {
      const found = row.kind === Kind.call ? this.store.source.site(row.site) : undefined;
      if (found?.path === path && found.site.offset === start) return row;
    }
    return null;
  }
}

function constructorOf({ body }: ClassNode): AnyNode | null {
  const found = body.body.find((one) => one.type === 'MethodDefinition' && one.kind === 'constructor');
  return found?.type === 'MethodDefinition' ? found.value : null;
}

/** The first `super()` of a constructor. */
function superCallIn(constructor: AnyNode): AnyNode | null {
  let found: AnyNode | null = null;
  walk(constructor, (node) => {
    if (node.type === 'CallExpression' && node.callee.type === 'Super') found ??= node;
    return node === constructor || !isFunction(node) || node.type === 'ArrowFunctionExpression';
  });
  return found;
}
