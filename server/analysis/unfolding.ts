import { present } from '../base/errors.js';
import { isImported } from '../ir/linked.js';
import type { Edge, FunctionId, FunctionIr, ModuleIr, NodeId, VariableId } from '../ir/program.js';
import type { Argument, Instruction } from '../ir/instruction.js';
import { forEachRead, forEachVariable, operandsOf, targetsOf } from '../ir/visit.js';
import type { AccessInstruction } from '../semantics/access.js';
import type { Callees, CallInstruction } from '../semantics/call.js';
import type { Callable } from '../semantics/heap/object.js';
import type { Activation, Outside, Program } from '../semantics/scope.js';
import type { CallGraph } from './callGraph.js';

/** A control point of an unfolded program: dense over all instances of one root. */
export type PointId = number;

/** A function's graph, indexed by node. */
export interface IndexedFunction {
  readonly body: FunctionIr;
  readonly incoming: readonly (readonly Edge[])[];
  readonly outgoing: readonly (readonly Edge[])[];
  /** Calls whose callee is known from the text alone. */
  readonly staticCalls: readonly StaticCall[];
  /** By node: of those calls, the ones whose callee is the same in every state. */
  readonly certainCallees: ReadonlyMap<NodeId, Callees>;
  /** By node: temporaries that nothing reads after the node's edges. */
  readonly deadAfter: readonly (readonly VariableId[])[];
  /** All nodes of a control point that several nodes share. */
  readonly alike: ReadonlyMap<NodeId, readonly NodeId[]>;
  /** Captured variables that it assigns, those of its own excepted that nothing else ever rewrites. */
  readonly assigns: readonly VariableId[];
}

export interface StaticCall {
  readonly node: NodeId;
  readonly instruction: CallInstruction;
  readonly callable: Callable;
}

/** An instruction that calls a function of the program: a call as written, or a property access whose getter or setter it is. */
export type CallingInstruction = CallInstruction | AccessInstruction;

/** The arguments as written. */
export function argumentsOf(instruction: Instruction): readonly Argument[] {
  if (instruction.kind === 'call') return instruction.args;
  return instruction.kind === 'store' ? [{ kind: 'value', value: instruction.value }] : [];
}

/** The variable that the result goes to; a setter's goes nowhere. */
export function resultOf(instruction: CallingInstruction): VariableId | null {
  return instruction.kind === 'store' ? null : instruction.target;
}

/** Whether the callee's result is an object that it constructs. */
export function constructs(instruction: CallingInstruction): boolean {
  return instruction.kind === 'call' && instruction.mode !== 'call';
}

/** A call of one instance by another. */
export interface CallLink {
  readonly caller: Instance;
  readonly callee: Instance;
  readonly instruction: CallingInstruction;
  readonly source: PointId;
  /** The point where control goes on; null if there is no such edge. */
  readonly normal: PointId | null;
  readonly thrown: PointId | null;
}

/** One copy of a function: a function under a token (the static call site, and whether its closure is over the newest scopes). */
export interface Instance {
  readonly index: number;
  readonly indexed: IndexedFunction;
  readonly activation: Activation;
  /** The closure is over the newest cells of its scopes. */
  readonly exact: boolean;
  readonly base: PointId;
  readonly entry: PointId;
  readonly exit: PointId;
  readonly throwExit: PointId;
  readonly callers: CallLink[];
  /** By source node: the links made so far. */
  readonly links: Map<NodeId, CallLink[]>;
  /** The call site of the token; null for the root. */
  readonly site: string | null;
}

export interface UnfoldingOptions {
  /** One copy of a function for each call site; otherwise one copy in all. */
  readonly byCallSite: boolean;
  /** Points beyond which calls are no longer unfolded. */
  readonly maxPoints: number;
  /** Points of imported functions beyond which no more of them are unfolded. */
  readonly maxImportedPoints: number;
}

/** The program that is unfolded, and what is known of its functions. */
export interface UnfoldedProgram {
  readonly program: Program;
  readonly functions: readonly IndexedFunction[];
  readonly options: UnfoldingOptions;
  readonly callGraph: CallGraph;
  readonly outsideOf: (caller: FunctionId) => Outside;
  readonly isOnceVariable: (variable: VariableId) => boolean;
}

/** The interprocedural graph of one root, unfolded by call site as calls are resolved (Bourdoncle (PLDI), section 6.4). */
export class Unfolding {
  readonly instances: Instance[] = [];
  readonly instanceAt: Instance[] = [];
  private readonly linked = new Set<Instance>();
  private readonly byToken = new Map<string, Instance>();
  /** Links that were made since they were last taken. */
  private newLinks: CallLink[] = [];
  linkCount = 0;
  private importedPoints = 0;
  /** Some call was not followed: the budget of points was used up. */
  isLimited = false;

  constructor(
    private readonly given: UnfoldedProgram,
    root: FunctionId,
    exact: boolean,
  ) {
    this.create(root, exact, null, 'root');
  }

  get root(): Instance {
    return present(this.instances[0], 'the root instance');
  }

  get size(): number {
    return this.instanceAt.length;
  }

  /** A link was made since they were last taken. */
  get grown(): boolean {
    return this.newLinks.length > 0;
  }

  takeNewLinks(): readonly CallLink[] {
    const taken = this.newLinks;
    this.newLinks = [];
    return taken;
  }

  /** The callee's copy for a call at a node of the caller; null when the budget of points is used up. */
  link(caller: Instance, node: NodeId, instruction: CallingInstruction, callable: Callable): CallLink | null {
    const known = findLink(caller, node, callable);
    if (known !== undefined) return known;
    const site = this.given.options.byCallSite ? siteOf(caller, node, instruction) : '*';
    const token = `${callable.function}@${site}${callable.exact ? '' : '?'}`;
    const callee = this.byToken.get(token) ?? this.create(callable.function, callable.exact, site, token);
    if (callee === null) return null;
    const edges = caller.indexed.outgoing[node] ?? [];
    const target = (outcome: 'normal' | 'throw'): PointId | null => {
      const edge = edges.find((candidate) => candidate.outcome === outcome && candidate.instruction === instruction);
      return edge === undefined ? null : caller.base + edge.target;
    };
    const link: CallLink = { caller, callee, instruction, source: caller.base + node, normal: target('normal'), thrown: target('throw') };
    const links = caller.links.get(node);
    if (links === undefined) caller.links.set(node, [link]);
    else links.push(link);
    callee.callers.push(link);
    this.linkCount++;
    this.given.callGraph.addCall(caller.indexed.body.id, callable.function);
    this.newLinks.push(link);
    return link;
  }

  /**
   * Links the calls that can be known from the text, of instances that are reached and have not been looked at: the graph then
   * grows by levels of calls instead of call by call. True when there were any such instances.
   */
  linkStaticCalls(isReached: (instance: Instance) => boolean): boolean {
    let found = false;
    for (const instance of this.instances.slice()) {
      if (this.linked.has(instance) || !isReached(instance)) continue;
      this.linked.add(instance);
      found = true;
      for (const { node, instruction, callable } of instance.indexed.staticCalls) this.link(instance, node, instruction, callable);
    }
    return found;
  }

  private create(functionId: FunctionId, exact: boolean, site: string | null, token: string): Instance | null {
    const indexed = present(this.given.functions[functionId], `function ${functionId}`);
    const { body } = indexed;
    const base = this.instanceAt.length;
    if (base > 0 && base + body.nodes.length > this.given.options.maxPoints) {
      this.isLimited = true;
      return null;
    }
    if (base > 0 && isImported(this.given.program.module, body)) {
      if (this.importedPoints + body.nodes.length > this.given.options.maxImportedPoints) return null;
      this.importedPoints += body.nodes.length;
    }
    const { program, callGraph, isOnceVariable } = this.given;
    const newestCache = new Map<VariableId, boolean>();
    const activation: Activation = {
      program,
      function: functionId,
      outside: this.given.outsideOf(functionId),
      newest(variable) {
        if (isOnceVariable(variable)) return true;
        const owner = program.module.variables[variable]?.owner;
        if (owner === undefined || (owner !== functionId && !exact)) return false;
        const cached = newestCache.get(variable);
        if (cached !== undefined && !cached) return false;
        const answer = !callGraph.reaches(functionId, owner);
        newestCache.set(variable, answer);
        return answer;
      },
    };
    const instance: Instance = {
      index: this.instances.length,
      indexed,
      activation,
      exact,
      base,
      entry: base + body.entry,
      exit: base + body.exit,
      throwExit: base + body.throwExit,
      callers: [],
      links: new Map(),
      site,
    };
    this.instances.push(instance);
    for (let node = 0; node < body.nodes.length; node++) this.instanceAt.push(instance);
    this.byToken.set(token, instance);
    return instance;
  }
}

/** Constructors of superclasses are distinguished by what distinguished their `new`: one object is made by all of them. */
function siteOf(caller: Instance, node: NodeId, instruction: CallingInstruction): string {
  const { id } = caller.indexed.body;
  if (instruction.kind !== 'call') return `${id}:at ${node}`;
  const site = `${id}:${instruction.site}`;
  const isNested = instruction.mode === 'super' && caller.site !== null && !caller.site.split('/').includes(site);
  return isNested ? `${caller.site}/${site}` : site;
}

/** The link of a call at a node to a callee, if it has been made. */
export function findLink(caller: Instance, node: NodeId, callable: Callable): CallLink | undefined {
  return caller.links.get(node)?.find(({ callee }) => callee.indexed.body.id === callable.function && callee.exact === callable.exact);
}

/** Indexes every function of a module once. Linear in its size. */
export function indexFunctions(
  module: ModuleIr,
  isUnfoldable: (callee: FunctionIr, instruction: CallInstruction) => boolean,
  /** The function closes over nothing that is created more than once: its closures are all alike. */
  closesOverOnce: (callee: FunctionId) => boolean,
): IndexedFunction[] {
  const known = knownFunctions(module);
  return module.functions.map((body) => {
    const staticCalls: StaticCall[] = [];
    const certainCallees = new Map<NodeId, Callees>();
    const incoming: Edge[][] = body.nodes.map(() => []);
    const outgoing: Edge[][] = body.nodes.map(() => []);
    const assigns = new Set<VariableId>();
    for (const edge of body.edges) {
      incoming[edge.target]?.push(edge);
      outgoing[edge.source]?.push(edge);
      const call = staticCall(edge, known, module);
      if (call !== null && isUnfoldable(present(module.functions[call.callable.function], 'the callee'), call.instruction)) {
        staticCalls.push(call);
        if (closesOverOnce(call.callable.function))
          certainCallees.set(call.node, { functions: [call.callable], builtins: [], unknown: false, notCallable: false });
      }
      for (const target of targetsOf(edge.instruction)) {
        const variable = module.variables[target];
        if (variable?.captured && (variable.owner !== body.id || variable.reassigned)) assigns.add(target);
      }
    }
    return {
      body,
      incoming,
      outgoing,
      staticCalls,
      certainCallees,
      deadAfter: deadTemporaries(body, module),
      alike: nodesAlike(body),
      assigns: [...assigns],
    };
  });
}

/** Variables that hold one closure for ever: nothing else is written to them, in another branch neither, and no caller gives them. */
function knownFunctions(module: ModuleIr): ReadonlyMap<VariableId, Callable> {
  const known = new Map<VariableId, Callable>();
  const others = new Set<VariableId>();
  for (const body of module.functions) {
    for (const { instruction } of body.edges) {
      // Before it holds the function, there is nothing in it that could be called.
      if (instruction.kind === 'enterScope' || instruction.kind === 'copyScope') continue;
      for (const target of targetsOf(instruction)) {
        const variable = module.variables[target];
        const isOwn = variable?.kind === 'local' || variable?.kind === 'temporary';
        if (instruction.kind !== 'closure' || !isOwn || variable.reassigned) others.add(target);
        else if ((known.get(target)?.function ?? instruction.function) !== instruction.function) others.add(target);
        else known.set(target, { function: instruction.function, exact: true, isClass: instruction.isClass });
      }
    }
  }
  for (const variable of others) known.delete(variable);
  return known;
}

function staticCall(edge: Edge, known: ReadonlyMap<VariableId, Callable>, module: ModuleIr): StaticCall | null {
  const { instruction } = edge;
  if (instruction.kind !== 'call' || edge.outcome === 'throw' || instruction.mode !== 'call' || instruction.callee.kind !== 'variable')
    return null;
  if (instruction.args.some(({ kind }) => kind === 'spread')) return null;
  const callable = known.get(instruction.callee.variable);
  if (callable === undefined || callable.isClass || module.functions[callable.function] === undefined) return null;
  return { node: edge.source, instruction, callable };
}

function nodesAlike(body: FunctionIr): ReadonlyMap<NodeId, readonly NodeId[]> {
  const byPoint = new Map<string, NodeId[]>();
  for (const { id, point } of body.nodes) {
    const key = `${point.kind}${point.offset}`;
    const known = byPoint.get(key);
    if (known === undefined) byPoint.set(key, [id]);
    else known.push(id);
  }
  const alike = new Map<NodeId, readonly NodeId[]>();
  for (const nodes of byPoint.values()) if (nodes.length > 1) for (const node of nodes) alike.set(node, nodes);
  return alike;
}

/** A temporary is written before each of its uses; where all uses are at one node, it is dead behind that node. */
function deadTemporaries(body: FunctionIr, module: ModuleIr): readonly (readonly VariableId[])[] {
  const lastUse = new Map<VariableId, NodeId | null>();
  const use = (variable: VariableId, node: NodeId): void => {
    const known = lastUse.get(variable);
    lastUse.set(variable, known === undefined || known === node ? node : null);
  };
  const written = new Map<VariableId, Set<NodeId>>();
  for (const { instruction, source } of body.edges) {
    for (const target of targetsOf(instruction)) written.set(target, (written.get(target) ?? new Set()).add(source));
    const targets = new Set(targetsOf(instruction));
    forEachVariable(instruction, (variable) => {
      if (!targets.has(variable)) use(variable, source);
    });
    for (const operand of operandsOf(instruction)) forEachRead(operand, (variable) => use(variable, source));
  }
  const dead: VariableId[][] = body.nodes.map(() => []);
  const isTemporary = (variable: VariableId): boolean =>
    module.variables[variable]?.kind === 'temporary' && module.variables[variable]?.captured === false;
  for (const [variable, node] of lastUse)
    if (node !== null && isTemporary(variable) && !written.get(variable)?.has(node)) dead[node]?.push(variable);
  for (const [variable, nodes] of written) {
    if (lastUse.has(variable) || !isTemporary(variable)) continue;
    for (const node of nodes) dead[node]?.push(variable);
  }
  return dead;
}
