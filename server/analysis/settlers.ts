import { methodsThat } from '../builtins/facts.js';
import type { Expression } from '../ir/expression.js';
import type { Argument, Instruction } from '../ir/instruction.js';
import type { Edge, FunctionIr, NodeId, VariableId } from '../ir/program.js';
import { isUsed, nameOf, type ValueOrigins } from './valueOrigins.js';

type Call = Instruction & { readonly kind: 'call' };

/** Functions that call what they are given, once and later. */
const timers: ReadonlySet<string> = new Set(['setTimeout', 'setImmediate', 'queueMicrotask']);
/** Methods of the language that may keep a function, or not call it: all but those that make numbers or texts of what they are given. */
const keeping = methodsThat(({ parameters = [] }) => parameters.every((parameter) => parameter !== 'number' && parameter !== 'text'));
/** Properties whose function is called for an event (`onload`). */
const ofEvents = /^on[a-z]+$/;
/** Closures inside closures are followed so far. */
const mostNested = 4;

/** How a function came to run. */
type Calling = 'at once' | 'by a timer' | 'by unknown code';

/** The promises of `new Promise` that settle, as far as the text of a module shows. */
export class Settlers {
  constructor(private readonly origins: ValueOrigins) {}

  /**
   * The promises that the one of `new Promise` waits for: it settles if they do. Null where it may stay open: its function leaves some
   * way without resolving or rejecting it, and without handing what does to a timer, to one of these promises, or to unknown code.
   */
  awaitedBy({ args: [executor] }: Call): readonly Expression[] | null {
    const body = this.closureOf(executor);
    if (body === null) return null;
    const settlers = new Set(body.parameters.slice(0, 2).filter((id) => this.origins.module.variables[id]?.reassigned === false));
    const settling = new Settling(this.origins, settlers);
    return settling.always(body, 'at once') ? settling.awaited : null;
  }

  private closureOf(argument: Argument | undefined): FunctionIr | null {
    return argument?.kind === 'value' ? soleFunction(argument.value, this.origins) : null;
  }
}

function soleFunction(value: Expression, origins: ValueOrigins): FunctionIr | null {
  const [found, ...others] = origins.functionsOf(value) ?? [];
  return others.length === 0 ? (found ?? null) : null;
}

/** One promise, which a call of one of the variables settles. */
class Settling {
  readonly awaited: Expression[] = [];

  constructor(
    private readonly origins: ValueOrigins,
    private readonly settlers: ReadonlySet<VariableId>,
  ) {}

  /** Whether every way through the function settles the promise, or hands on what will. */
  always(body: FunctionIr, calling: Calling, nested = 0): boolean {
    if (body.isAsync || body.isGenerator || body.opaque || nested > mostNested) return false;
    const reached = new Set<NodeId>([body.entry]);
    for (const node of reached) {
      for (const { source, target, instruction, outcome } of body.edges)
        if (source === node && !this.settles(instruction, outcome, body, nested)) reached.add(target);
    }
    // An exception of the executor rejects the promise; one that leaves unknown code ends the program.
    return !reached.has(body.exit) && (calling !== 'by a timer' || !reached.has(body.throwExit));
  }

  private settles(instruction: Instruction, outcome: Edge['outcome'], body: FunctionIr, nested: number): boolean {
    if (instruction.kind === 'store') return outcome !== 'throw' && this.awaitsEvent(instruction, nested);
    if (instruction.kind !== 'call' || instruction.mode !== 'call') return false;
    // What settles a promise does not throw.
    if (this.isSettler(instruction.callee)) return true;
    if (outcome === 'throw') return false;
    const { callee, args } = instruction;
    // What a timer's function gives nobody looks at. Whoever has the timer may clear it.
    if (callee.kind === 'global' && timers.has(callee.name))
      return !isUsedAfter(instruction, body, this.origins) && this.isGiven(args[0], 'by a timer', nested);
    const member = this.origins.memberOf(callee);
    const name = member === null ? null : nameOf(member.key);
    if (name === 'then' || name === 'catch' || name === 'finally') return this.awaitsChain(instruction, body, nested);
    const isUnknown =
      member === null || this.origins.isForeign(member.object) ? this.origins.isForeignCallee(callee) : this.isElsewhere(name);
    return isUnknown && args.some((argument) => this.isGiven(argument, 'by unknown code', nested));
  }

  private isSettler(value: Expression): boolean {
    return value.kind === 'variable' && this.settlers.has(value.variable);
  }

  /** Whether whoever calls the argument settles the promise. */
  private isGiven(argument: Argument | undefined, calling: Calling, nested: number): boolean {
    return argument?.kind === 'value' && this.isSettling(argument.value, calling, nested);
  }

  private isSettling(value: Expression, calling: Calling, nested: number): boolean {
    if (this.isSettler(value)) return true;
    const later = soleFunction(value, this.origins);
    return later !== null && this.always(later, calling, nested + 1);
  }

  /** Whether a method of the name is neither the module's own nor one of the language that may keep what it is given. */
  private isElsewhere(name: string | null): boolean {
    const { stored, storedAnywhere } = this.origins;
    return (
      name !== null &&
      !keeping.has(name) &&
      !stored.has(name) &&
      storedAnywhere.every((value) => this.origins.functionsOf(value)?.length === 0)
    );
  }

  /** Whether the function is stored for an event of which unknown code notifies: nobody here reads it. */
  private awaitsEvent({ key, value, mode }: Instruction & { readonly kind: 'store' }, nested: number): boolean {
    const name = nameOf(key);
    if (mode !== 'set' || name === null || !ofEvents.test(name) || this.origins.loaded.has(name)) return false;
    return this.isSettling(value, 'by unknown code', nested);
  }

  /** Whether the chain of calls of `then`, `catch` and `finally` that ends here settles the promise, whatever comes of its first one. */
  private awaitsChain(last: Call, body: FunctionIr, nested: number): boolean {
    const chain = this.chainOf(last, nested);
    // A rejection that nobody handles ends the program.
    if (chain === null || !chain.fulfilled) return false;
    if (!chain.rejected && (chain.isHandled || isUsedAfter(last, body, this.origins))) return false;
    this.awaited.push(chain.first);
    return true;
  }

  private chainOf(call: Call, nested: number): Chain | null {
    const member = this.origins.memberOf(call.callee);
    const name = member === null ? null : nameOf(member.key);
    if (member === null || (name !== 'then' && name !== 'catch' && name !== 'finally')) return null;
    const before = this.chainBefore(member.object, nested) ?? {
      first: member.object,
      fulfilled: false,
      rejected: false,
      isHandled: false,
    };
    const [onFirst, onSecond] = call.args.map((argument) => this.isGiven(argument, 'by unknown code', nested));
    const fulfilled = before.fulfilled || (name !== 'catch' && onFirst === true);
    const rejected = before.rejected || (name === 'then' ? onSecond === true : onFirst === true);
    const isHandled = before.isHandled || (name === 'then' ? call.args.length > 1 : name === 'catch');
    return { first: before.first, fulfilled, rejected, isHandled };
  }

  private chainBefore(object: Expression, nested: number): Chain | null {
    if (object.kind !== 'variable') return null;
    const [made, other] = this.origins.writersOf(object.variable);
    return made?.kind === 'call' && made.mode === 'call' && other === undefined ? this.chainOf(made, nested) : null;
  }
}

/** A chain of calls of a promise's methods: whether they settle another promise, however the first one is settled. */
interface Chain {
  readonly first: Expression;
  readonly fulfilled: boolean;
  readonly rejected: boolean;
  /** Something is done where the first one is rejected. */
  readonly isHandled: boolean;
}

/** Whether somebody looks at what the call gives; what a function returns to a caller of it is nobody's. */
function isUsedAfter({ target }: Call, body: FunctionIr, { module }: ValueOrigins): boolean {
  return target !== body.result && isUsed(target, body, module);
}
