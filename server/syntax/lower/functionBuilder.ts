import ts from 'typescript';
import type { Span } from '../../base/span.js';
import type { PointKind } from '../../ir/controlPoint.js';
import type { Expression } from '../../ir/expression.js';
import { brandOfSeveral, type Instruction } from '../../ir/instruction.js';
import type { Access, Edge, FunctionIr, FunctionKind, GraphNode, NodeId, NodeMark, VariableId } from '../../ir/program.js';
import { isAdopted } from '../assertions/assertionSource.js';
import type { Unwind } from './abruptCompletions.js';
import { assigns, takesEdges } from './evaluationEffects.js';
import { canThrow, forEachVariable, kindOf, type StaticKind } from './expressions.js';
import type { ModuleBuilder } from './moduleBuilder.js';
import type { FunctionInfo, Scope } from '../names/scopes.js';
import { spanOf } from '../source.js';

interface BuiltNode {
  kind: PointKind;
  span: Span;
  mark: NodeMark | null;
}

/** `current` where control cannot be. */
const nowhere: NodeId = -1;

/** Deeper expressions go through temporaries. */
const maximumDepth = 40;

const constructors: ReadonlySet<FunctionKind> = new Set(['constructor', 'derivedConstructor']);

const nop: Instruction = { kind: 'nop' };

/** The graph of one function while it grows: the next instruction leaves from the current node. */
export class FunctionBuilder {
  private readonly nodes: BuiltNode[] = [];
  private readonly live: boolean[] = [];
  private readonly edges: Edge[] = [];
  readonly accesses: Access[] = [];
  private readonly accessOf = new Map<ts.Node, number>();
  private readonly kinds = new Map<VariableId, StaticKind>();
  /** Of compound expressions with compound operands. */
  private readonly depths = new Map<Expression, number>();
  private temporaries = 0;

  private current: NodeId;
  /** Where exceptions go. */
  handler: NodeId;
  /** What a jump passes on its way out, innermost first. */
  unwind: Unwind | null = null;
  /** Copies of finally blocks that the current node is inside of. */
  cleanupDepth = 0;
  readonly entry: NodeId;
  readonly exit: NodeId;
  readonly throwExit: NodeId;
  /** Where a return goes: the exit, or the assertions that stand before it. */
  returnTarget: NodeId;

  constructor(
    readonly module: ModuleBuilder,
    readonly info: FunctionInfo,
    span: Span,
  ) {
    this.entry = this.node('entry', span);
    this.exit = this.node('exit', span);
    this.throwExit = this.node('throw', span);
    this.live[this.entry] = true;
    this.current = this.entry;
    this.handler = this.throwExit;
    this.returnTarget = this.exit;
  }

  spanOf(node: ts.Node): Span {
    return spanOf(node, this.module.source.file);
  }

  // Nodes

  node(kind: PointKind, span: Span): NodeId {
    this.live.push(false);
    return this.nodes.push({ kind, span, mark: null }) - 1;
  }

  mark(node: NodeId, mark: NodeMark): void {
    const built = this.nodes[node];
    if (built !== undefined) built.mark = mark;
  }

  isLive(node: NodeId = this.current): boolean {
    return node !== nowhere && this.live[node] === true;
  }

  startAt(node: NodeId): void {
    this.current = node;
  }

  /** The current node; a new one that nothing leads to where control cannot be. */
  here(span: Span): NodeId {
    if (this.current === nowhere) this.current = this.node('expression', span);
    return this.current;
  }

  get position(): NodeId {
    return this.current;
  }

  leave(): void {
    this.current = nowhere;
  }

  get nodeCount(): number {
    return this.nodes.length;
  }

  /**
   * Makes the current node the point `kind` of `span`: the node itself when it was made since `since` for an effect within an expression,
   * else a new one.
   */
  settle(kind: PointKind, span: Span, since: number): void {
    const node = this.here(span);
    const built = this.nodes[node];
    if (node >= since && built !== undefined && built.kind === 'expression' && built.mark === null) {
      built.kind = kind;
      built.span = span;
    } else {
      const next = this.node(kind, span);
      this.link(node, next, nop, 'normal');
      this.current = next;
    }
  }

  /** The current node is that point already (a join made for it). */
  isSettled(kind: PointKind, node: ts.Node): boolean {
    const built = this.nodes[this.current];
    return (
      built !== undefined &&
      built.kind === kind &&
      built.span.end === node.end &&
      built.span.start === node.getStart(this.module.source.file)
    );
  }

  // Edges

  private link(source: NodeId, target: NodeId, instruction: Instruction, outcome: Edge['outcome']): void {
    this.edges.push({ source, target, instruction, outcome });
    if (this.live[source] === true) this.live[target] = true;
  }

  /** An edge from the current node to `target`, and to the handler when the instruction can throw; the current node stays. */
  emitTo(target: NodeId, instruction: Instruction, span: Span): void {
    const source = this.here(span);
    this.link(source, target, instruction, 'normal');
    if (this.instructionCanThrow(instruction)) this.link(source, this.handler, instruction, 'throw');
  }

  emit(instruction: Instruction, span: Span): void {
    const source = this.here(span);
    const target = this.node('expression', span);
    this.link(source, target, instruction, 'normal');
    if (this.instructionCanThrow(instruction)) this.link(source, this.handler, instruction, 'throw');
    this.current = target;
  }

  /** A second way for an instruction to complete, from the node that it has just left. */
  also(source: NodeId, target: NodeId, instruction: Instruction, outcome: Edge['outcome'] = 'normal'): void {
    this.link(source, target, instruction, outcome);
  }

  /** Control continues at `target`. */
  goTo(target: NodeId): void {
    if (this.isLive()) this.link(this.current, target, nop, 'normal');
    this.current = nowhere;
  }

  throwValue(value: Expression, span: Span, by: { readonly isAssertion?: true } = {}): void {
    const source = this.here(span);
    this.link(source, this.handler, { kind: 'throw', value, span, ...by }, 'throw');
    this.current = nowhere;
  }

  // Instructions

  temporary(kind: StaticKind = 'unknown'): VariableId {
    const variable = this.module.bindings.newVariable(`%${++this.temporaries}`, this.info.id, 'temporary');
    if (kind !== 'unknown') this.kinds.set(variable.id, kind);
    return variable.id;
  }

  assign(target: VariableId, value: Expression, span: Span): void {
    this.emit({ kind: 'assign', target, value, span }, span);
  }

  /** The value in a temporary. */
  copy(value: Expression, span: Span): Expression {
    const target = this.temporary(this.kindOf(value));
    this.assign(target, value, span);
    return { kind: 'variable', variable: target };
  }

  load(
    object: Expression,
    key: Expression,
    span: Span,
    access: number | null,
    target = this.temporary(),
    receiver: Expression | null = null,
  ): Expression {
    const brand = this.brandOf(object, key);
    const more = { ...(receiver === null ? {} : { receiver }), ...(brand === undefined ? {} : { brand }) };
    this.emit({ kind: 'load', target, object, key, span, access, ...more }, span);
    return { kind: 'variable', variable: target };
  }

  store(object: Expression, key: Expression, value: Expression, span: Span, mode: 'set' | 'define', access: number | null = null): void {
    const brand = mode === 'set' ? this.brandOf(object, key) : undefined;
    this.emit({ kind: 'store', object, key, value, span, mode, access, ...(brand === undefined ? {} : { brand }) }, span);
  }

  /**
   * What the object must have: nothing has it where the object may be of another class of the same text, as what a method is called on may
   * be. What a constructor makes is none.
   */
  private brandOf(object: Expression, key: Expression): string | undefined {
    const brand = this.module.brandOf(key);
    const variable = object.kind === 'variable' ? this.module.bindings.variables[object.variable] : undefined;
    const isMade = variable?.kind === 'this' && constructors.has(this.module.bindings.functions[variable.owner]?.kind ?? 'function');
    return brand === undefined || isMade || !this.module.isOfSeveralClasses(key) ? brand : brandOfSeveral(brand);
  }

  havoc(
    reason: string,
    reads: readonly Expression[],
    span: Span,
    target = this.temporary(),
    writes: readonly VariableId[] = [],
  ): Expression {
    this.emit({ kind: 'havoc', target, reads, writes, reason, span }, span);
    return { kind: 'variable', variable: target };
  }

  /** A name is read or written that the module does not declare. */
  undeclared(name: string, reads: readonly Expression[], span: Span): Expression {
    const target = this.temporary();
    this.emit({ kind: 'havoc', target, reads, writes: [], reason: `${name} is not declared here`, undeclared: name, span }, span);
    return { kind: 'variable', variable: target };
  }

  /** Both edges of a test, each to its target; nothing is current afterwards. */
  test(condition: Expression, whenTrue: NodeId, whenFalse: NodeId, span: Span): void {
    this.emitTo(whenTrue, { kind: 'assume', condition, truth: true, span }, span);
    this.emitTo(whenFalse, { kind: 'assume', condition, truth: false, span }, span);
    this.current = nowhere;
  }

  /** Bindings of a scope are made anew; nothing is emitted when none needs it. */
  enterScope(scope: Scope, span: Span): void {
    const variables: VariableId[] = [];
    for (const variable of scope.names.values()) {
      if (variable.kind === 'parameter' || variable.kind === 'import') continue;
      const needed = variable.captured || variable.checked || (variable.form === 'var' && variable.kind === 'local');
      if (needed && variable.owner === this.info.id) variables.push(variable.id);
    }
    if (scope.ownThis?.captured === true) variables.push(scope.ownThis.id);
    if (variables.length > 0) this.emit({ kind: 'enterScope', variables }, span);
  }

  // Knowledge

  /** A compound expression, through a temporary when it has become deep: those who read expressions recur over them. */
  shallow(e: Expression, span: Span): Expression {
    let depth = 0;
    if (e.kind === 'unary') depth = this.depthOf(e.operand) + 1;
    else if (e.kind === 'binary') depth = Math.max(this.depthOf(e.left), this.depthOf(e.right)) + 1;
    if (depth < 2) return e;
    if (depth >= maximumDepth) return this.copy(e, span);
    this.depths.set(e, depth);
    return e;
  }

  private depthOf(e: Expression): number {
    return e.kind === 'unary' || e.kind === 'binary' ? (this.depths.get(e) ?? 1) : 0;
  }

  kindOf(e: Expression): StaticKind {
    return kindOf(e, this.kindOfVariable);
  }

  canThrow(e: Expression): boolean {
    return canThrow(e, this.kindOfVariable);
  }

  private readonly kindOfVariable = (variable: VariableId): StaticKind => {
    if (this.module.bindings.variables[variable]?.numeric === true) return 'number';
    return this.kinds.get(variable) ?? 'unknown';
  };

  /**
   * An expression that may be evaluated after what `effects` describes, with the value and the exceptions that it has now:
   * the expression itself where nothing can change it, else a copy.
   */
  stable(e: Expression, effects: number, span: Span): Expression {
    if ((effects & takesEdges) === 0 || e.kind === 'constant') return e;
    if (this.canThrow(e)) return this.copy(e, span);
    let changes = false;
    forEachVariable(e, (id) => {
      const variable = this.module.bindings.variables[id];
      if (variable === undefined || !variable.reassigned) return;
      if (variable.captured || (effects & assigns) !== 0) changes = true;
    });
    return changes ? this.copy(e, span) : e;
  }

  /** An expression that may be evaluated twice. */
  repeatable(e: Expression, span: Span): Expression {
    return this.canThrow(e) ? this.copy(e, span) : e;
  }

  /** The value where no assignment of the program can change it. */
  fixed(e: Expression, span: Span): Expression {
    if (e.kind === 'constant') return e;
    if (e.kind === 'variable' && this.module.bindings.variables[e.variable]?.kind === 'temporary') return e;
    return this.copy(e, span);
  }

  private instructionCanThrow(instruction: Instruction): boolean {
    switch (instruction.kind) {
      case 'nop':
      case 'enterScope':
      case 'copyScope':
      case 'throw':
        return false;
      case 'assign':
      case 'escape':
        return this.canThrow(instruction.value);
      case 'assume':
        return this.canThrow(instruction.condition);
      case 'allocate':
        return instruction.elements.some(
          (element) => element.kind !== 'hole' && (element.kind === 'spread' || this.canThrow(element.value)),
        );
      case 'closure':
        return instruction.superclass !== null;
      default:
        return true;
    }
  }

  /** The number of an element access; the same for each time it is lowered. */
  access(node: ts.ElementAccessExpression, kind: Access['kind']): number | null {
    // What an assertion reads is no access of the program.
    if (ts.isStringLiteralLike(node.argumentExpression) || isAdopted(node)) return null;
    const known = this.accessOf.get(node);
    if (known !== undefined) return known;
    const id = this.accesses.length;
    this.accesses.push({ id, span: this.spanOf(node), kind });
    this.accessOf.set(node, id);
    return id;
  }

  /** The finished graph: points within expressions at which nothing happens but going on are left out. */
  finish(): FinishedGraph {
    const next = this.nodes.map(() => nowhere);
    const outgoing = new Uint32Array(this.nodes.length);
    const touched = new Uint8Array(this.nodes.length);
    // Not every run goes on behind an `await`: what fails from there on is decided there, and not where all ways join.
    const resumed = new Uint8Array(this.nodes.length);
    for (const edge of this.edges) {
      outgoing[edge.source] = (outgoing[edge.source] ?? 0) + 1;
      if (edge.instruction === nop) next[edge.source] = edge.target;
      touched[edge.source] = touched[edge.target] = 1;
      if (edge.instruction.kind === 'await') resumed[edge.target] = 1;
    }
    const isIdle = (node: NodeId): boolean => {
      const built = this.nodes[node];
      if (built === undefined || built.kind !== 'expression' || built.mark !== null || resumed[node] === 1) return false;
      return touched[node] === 0 || (outgoing[node] === 1 && next[node] !== nowhere);
    };
    const numbers = this.nodes.map(() => nowhere);
    const nodes: GraphNode[] = [];
    const { file } = this.module;
    this.nodes.forEach(({ kind, span, mark }, id) => {
      if (isIdle(id)) return;
      numbers[id] = nodes.length;
      nodes.push({ id: nodes.length, point: { file, offset: span.start, kind }, span, mark });
    });
    // Chains of idle nodes end at one that is not idle: loops go through the start of a body.
    const number = (node: NodeId): NodeId => {
      let at = node;
      while (numbers[at] === nowhere) at = next[at] ?? nowhere;
      const found = numbers[at] ?? nowhere;
      for (let passed = node; passed !== at; passed = next[passed] ?? at) numbers[passed] = found;
      return found;
    };
    const idle = this.nodes.map((_, id) => numbers[id] === nowhere);
    const edges: Edge[] = [];
    for (const { source, target, instruction, outcome } of this.edges) {
      if (idle[source] !== true) edges.push({ source: number(source), target: number(target), instruction, outcome });
    }
    const { entry, exit, throwExit } = this;
    return { nodes, edges, entry: number(entry), exit: number(exit), throwExit: number(throwExit) };
  }
}

export type FinishedGraph = Pick<FunctionIr, 'nodes' | 'edges' | 'entry' | 'exit' | 'throwExit'>;
