import { methodsThat } from '../builtins/facts.js';
import type { Expression } from '../ir/expression.js';
import type { Argument, Instruction } from '../ir/instruction.js';
import type { FunctionId, FunctionIr, VariableId } from '../ir/program.js';
import { nameOf, promiseMethods, type ValueOrigins } from './valueOrigins.js';

type Call = Instruction & { readonly kind: 'call' };

const ofAll: ReadonlySet<string> = new Set(['all', 'allSettled', 'any']);
/** Methods of the language may give what an object holds. */
const ofLanguage = methodsThat(() => true);

/** What the text of a module says of its promises: which of them settle, if those that unknown code gives do. */
export class Promises {
  /** Variables that may hold a promise which stays open: these are for certain, and grow. */
  private readonly unsettled = new Set<VariableId>();
  /** Those that are presumed to hold none. */
  private presumed = new Set<VariableId>();

  constructor(
    private readonly origins: ValueOrigins,
    private readonly about: {
      /** The values that must settle for the promise of `new Promise` to do so; null: it may stay open. */
      awaitedBy(call: Call): readonly Expression[] | null;
      /** Whether the async function may wait for ever. */
      mayWait(callee: FunctionId): boolean;
    },
  ) {}

  /** How much is known not to settle. */
  get size(): number {
    return this.unsettled.size;
  }

  /** Asks anew what was presumed. */
  forget(): void {
    this.presumed = new Set();
  }

  /** Whether a wait for the value ends, as far as is known by now. */
  settles(expression: Expression): boolean {
    return this.origins.isForeign(expression) || (expression.kind === 'variable' && this.settlesVariable(expression.variable));
  }

  private settlesVariable(id: VariableId): boolean {
    if (this.unsettled.has(id)) return false;
    if (this.presumed.has(id)) return true;
    this.presumed.add(id);
    const kind = this.origins.module.variables[id]?.kind;
    const isOwn = kind === 'local' || kind === 'temporary' || kind === 'result';
    const settles = kind === 'import' || (isOwn && this.origins.writersOf(id).every((writer) => this.givesSettling(writer)));
    if (!settles) this.unsettled.add(id);
    return settles;
  }

  private givesSettling(instruction: Instruction): boolean {
    switch (instruction.kind) {
      case 'assign':
        return this.settles(instruction.value);
      case 'await':
        return true;
      case 'load':
        return this.origins.isForeign(instruction.object);
      case 'allocate':
      case 'closure':
        return !this.origins.makesThenables;
      case 'call':
        return this.settlesCall(instruction);
      default:
        return false;
    }
  }

  /** Whether what the call gives settles, as far as is known by now. */
  settlesCall(call: Call): boolean {
    const { callee, mode, args } = call;
    if (mode === 'super') return false;
    if (callee.kind === 'global' && callee.name === 'Promise') {
      const awaited = mode === 'new' ? this.about.awaitedBy(call) : null;
      return awaited?.every((value) => this.settles(value)) ?? false;
    }
    const member = this.origins.memberOf(callee);
    if (member === null) return this.origins.isForeignCallee(callee) || this.settleAll(this.origins.functionsOf(callee));
    const name = nameOf(member.key);
    if (name === null) return this.origins.isForeign(member.object);
    if (member.object.kind === 'global' && member.object.name === 'Promise') return this.settlesCombined(name, args);
    if (promiseMethods.has(name)) return this.settles(member.object) && args.every((argument) => this.settlesCallback(argument));
    return this.origins.isForeign(member.object) || this.settlesMethod(name);
  }

  private settlesCombined(name: string, [given, ...others]: readonly Argument[]): boolean {
    if (others.length > 0) return false;
    if (name === 'resolve' || name === 'reject') return given === undefined || (given.kind === 'value' && this.settles(given.value));
    if (given?.kind !== 'value') return false;
    const elements = this.origins.elementsOf(given.value);
    if (name === 'race') return elements?.some((each) => each.kind === 'value' && this.settles(each.value)) ?? false;
    if (!ofAll.has(name)) return false;
    return elements === null ? this.settlesEach(given.value) : elements.every((each) => this.settlesElement(each));
  }

  private settlesElement(element: Argument): boolean {
    return element.kind === 'hole' || (element.kind === 'value' ? this.settles(element.value) : this.settlesEach(element.value));
  }

  /** Whether all promises of a list settle: unknown code made it, or it is what `map` gave. */
  private settlesEach(list: Expression): boolean {
    if (this.origins.isForeign(list)) return true;
    if (list.kind !== 'variable' || this.origins.module.variables[list.variable]?.kind !== 'temporary') return false;
    const [made, other] = this.origins.writersOf(list.variable);
    if (made?.kind !== 'call' || other !== undefined) return false;
    const member = this.origins.memberOf(made.callee);
    const [given] = made.args;
    return member !== null && nameOf(member.key) === 'map' && given !== undefined && this.settlesCallback(given);
  }

  /** Whether what a function gives settles, that is handed on to be called. */
  private settlesCallback(argument: Argument): boolean {
    if (argument.kind !== 'value') return false;
    const { value } = argument;
    if (value.kind === 'constant') return true;
    return this.origins.isForeign(value) || this.settleAll(this.origins.functionsOf(value));
  }

  /** A method of the module, or of something that unknown code made; what the language has may give what it holds. */
  private settlesMethod(name: string): boolean {
    if (ofLanguage.has(name)) return false;
    const known = (this.origins.stored.get(name) ?? []).every(
      (value) => this.origins.isForeign(value) || this.settleAll(this.origins.functionsOf(value)),
    );
    return (
      known &&
      this.origins.storedAnywhere.every(
        (value) => this.origins.functionsOf(value)?.length === 0 || this.settleAll(this.origins.functionsOf(value)),
      )
    );
  }

  private settleAll(functions: readonly FunctionIr[] | null): boolean {
    return functions !== null && functions.length > 0 && functions.every((each) => this.settlesResult(each));
  }

  private settlesResult({ id, isAsync, isGenerator, result }: FunctionIr): boolean {
    if (isGenerator) return !isAsync;
    return this.settlesVariable(result) && !(isAsync && this.about.mayWait(id));
  }
}
