import type { Instruction } from '../ir/instruction.js';
import type { FunctionId, ModuleIr, VariableId } from '../ir/program.js';
import { forEachRead, operandsOf, targetsOf } from '../ir/visit.js';

type Call = Instruction & { readonly kind: 'call' };
type Load = Instruction & { readonly kind: 'load' };

/** While the program waits; or when Node tells it of a signal, or of its end. */
type When = 'waiting' | 'told';

/** Functions that call what they are given when the program has come to rest. */
const timers: ReadonlySet<string> = new Set(['setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask']);
/** Methods of promises; others of these names are taken for them. */
const ofPromises: ReadonlySet<string> = new Set(['then', 'catch', 'finally']);
/** Methods of `process` by which Node is notified of a listener; the events are its own. */
const listening: ReadonlySet<string> = new Set(['on', 'once', 'addListener', 'prependListener']);
const nodesEvents = /^(SIG[A-Z0-9]+|exit|beforeExit|uncaughtException|unhandledRejection|disconnect)$/;

/** The calls of a module that hand on functions for later: nothing of the program runs when they are called. */
export class LaterCalls {
  /** What a variable was read from an object as, where that is all that it holds. */
  private readonly members = new Map<VariableId, Load | null>();

  constructor(private readonly module: ModuleIr) {
    for (const { edges } of module.functions) {
      for (const { instruction, outcome } of edges) {
        if (outcome === 'throw') continue;
        for (const target of targetsOf(instruction))
          this.members.set(target, instruction.kind === 'load' && !this.members.has(target) ? instruction : null);
      }
    }
  }

  /** When the instruction hands the variable on for; null where it does something else with it. */
  whenGiven(instruction: Instruction, variable: VariableId): When | null {
    return instruction.kind === 'call' && readsOf(instruction, variable) === 1
      ? (this.givenLater(instruction).get(variable) ?? null)
      : null;
  }

  /** The functions of the module that are handed on for later as they are made, and used for nothing else. */
  functions(): ReadonlyMap<FunctionId, When> {
    const made = new Map<VariableId, FunctionId>();
    const found = new Map<FunctionId, When>();
    const refused = new Set<FunctionId>();
    const all = new Set(this.module.functions.flatMap(({ edges }) => edges.map(({ instruction }) => instruction)));
    for (const instruction of all) {
      if (instruction.kind !== 'closure') continue;
      const { target, isClass } = instruction;
      if (made.has(target) || isClass || this.module.variables[target]?.kind !== 'temporary') refused.add(instruction.function);
      made.set(target, instruction.function);
    }
    for (const instruction of all) {
      for (const operand of operandsOf(instruction))
        forEachRead(operand, (variable) => {
          const callee = made.get(variable);
          if (callee === undefined) return;
          const when = this.whenGiven(instruction, variable);
          if (when === null) refused.add(callee);
          else if (found.get(callee) !== 'waiting') found.set(callee, when);
        });
    }
    for (const callee of refused) found.delete(callee);
    return found;
  }

  private givenLater(call: Call): ReadonlyMap<VariableId, When> {
    const { args, mode } = call;
    const given = (from: number, to = args.length, when: When = 'waiting'): ReadonlyMap<VariableId, When> => {
      const variables = args
        .slice(from, to)
        .flatMap((each) => (each.kind === 'value' && each.value.kind === 'variable' ? [each.value.variable] : []));
      return new Map(variables.map((variable) => [variable, when]));
    };
    const isSpread = args.some(({ kind }) => kind !== 'value');
    if (mode !== 'call' || isSpread) return new Map();
    const { callee } = call;
    if (callee.kind === 'global') return timers.has(callee.name) ? given(0, 1) : new Map();
    const member = callee.kind === 'variable' ? this.members.get(callee.variable) : null;
    if (member?.key.kind !== 'constant' || member.key.value.kind !== 'string') return new Map();
    const name = member.key.value.value;
    if (ofPromises.has(name)) return given(0);
    if (member.object.kind !== 'global' || member.object.name !== 'process') return new Map();
    if (name === 'nextTick') return given(0, 1);
    const [event] = args;
    const isNodes = event?.kind === 'value' && event.value.kind === 'constant' && event.value.value.kind === 'string';
    return isNodes && listening.has(name) && nodesEvents.test(event.value.value.value) ? given(1, 2, 'told') : new Map();
  }
}

function readsOf(instruction: Instruction, variable: VariableId): number {
  let count = 0;
  for (const operand of operandsOf(instruction)) forEachRead(operand, (read) => (count += read === variable ? 1 : 0));
  return count;
}
