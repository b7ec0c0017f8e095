import type { Expression } from '../../../server/ir/expression.js';
import type { Instruction } from '../../../server/ir/instruction.js';
import type { Edge, FunctionIr, FunctionKind, GraphNode, ModuleIr, NodeMark, Variable, VariableId } from '../../../server/ir/program.js';

/** Hand-made graphs for the tests of the interpreter: no source text, every span is empty. */
export const span = { start: 0, end: 0 };

export const constant = (value: number | string | boolean | undefined): Expression => ({
  kind: 'constant',
  value:
    value === undefined
      ? { kind: 'undefined' }
      : typeof value === 'number'
        ? { kind: 'number', value }
        : typeof value === 'string'
          ? { kind: 'string', value }
          : { kind: 'boolean', value },
});
export const variable = (id: VariableId): Expression => ({ kind: 'variable', variable: id });
export const binary = (operator: Extract<Expression, { kind: 'binary' }>['operator'], left: Expression, right: Expression): Expression => ({
  kind: 'binary',
  operator,
  left,
  right,
});

/** Makes a module of one top level and the functions declared through it. */
export class GraphBuilder {
  private readonly variables: Variable[] = [];
  private readonly functions: FunctionIr[] = [];

  variable(owner: number, name: string, options: Partial<Variable> = {}): VariableId {
    const id = this.variables.length;
    this.variables.push({
      id,
      name,
      owner,
      kind: 'local',
      captured: false,
      reassigned: true,
      lexical: false,
      madeFirst: false,
      declaration: null,
      scope: null,
      assumption: null,
      declaredTypes: null,
      ...options,
    });
    return id;
  }

  /** The id that the next function gets. */
  get nextFunction(): number {
    return this.functions.length;
  }

  /**
   * A function from edges `[source, target, instruction, outcome]`: node 0 is the entry, 1 the exit, 2 the exit by an exception.
   * `result` and `exception` are variables made before, so that the edges can name them.
   */
  function(body: {
    readonly kind: FunctionKind;
    readonly result: VariableId;
    readonly exception: VariableId;
    readonly parameters?: readonly VariableId[];
    readonly edges: readonly (readonly [number, number, Instruction, ('normal' | 'throw')?])[];
    readonly marks?: Readonly<Record<number, NodeMark>>;
  }): number {
    const id = this.functions.length;
    const edges = body.edges.map(([source, target, instruction, outcome]): Edge => ({
      source,
      target,
      instruction,
      outcome: outcome ?? 'normal',
    }));
    const count = Math.max(2, ...edges.flatMap((edge) => [edge.source, edge.target])) + 1;
    const nodes = Array.from({ length: count }, (_, node): GraphNode => ({
      id: node,
      point: { file: 'test.ts', offset: 0, kind: 'before' },
      span,
      mark: body.marks?.[node] ?? null,
    }));
    this.functions.push({
      id,
      file: 'test.ts',
      name: body.kind === 'module' ? '<module>' : 'f',
      kind: body.kind,
      isAsync: false,
      isGenerator: false,
      bindsPlainly: true,
      parent: body.kind === 'module' ? null : 0,
      span,
      nameSpan: span,
      parameters: body.parameters ?? [],
      rest: null,
      restSite: null,
      thisVariable: null,
      newTargetVariable: null,
      instanceVariable: null,
      argumentsVariable: null,
      result: body.result,
      exception: body.exception,
      nodes,
      edges,
      entry: 0,
      exit: 1,
      throwExit: 2,
      opaque: false,
      strict: true,
      neverReturns: false,
      isWantedToThrow: false,
      accesses: [],
    });
    return id;
  }

  module(): ModuleIr {
    return {
      file: 'test.ts',
      text: '',
      functions: this.functions,
      variables: this.variables,
      sites: [],
      assertions: [],
      invalidAssertions: [],
      exports: [],
      imports: [],
      reexports: [],
      hoisted: new Set(),
      constants: new Map(),
      kept: new Map(),
      numbers: new Set(),
      types: { declared: new Map(), taken: [] },
      ignores: [],
      tampersWithBuiltins: false,
      thresholds: new Map(),
    };
  }
}
