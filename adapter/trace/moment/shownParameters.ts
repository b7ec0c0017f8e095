import { keyText } from '../../events/keyText.js';
import { declarationOf, type Binding } from '../../instrument/scopes.js';
import { isFunction, type FunctionNode } from '../../instrument/tree.js';
import { areParametersShown, mayBeWrittenByArguments } from '../../querypoints/text/argumentsObject.js';
import type { LoadedText, RunTexts } from '../../querypoints/text/texts.js';
import { functionAt } from '../store/functionAt.js';
import { Kind } from '../store/rowMeaning.js';
import type { TraceRow, TraceStore } from '../store/traceStore.js';

/** A parameter that is one place with an element of an `arguments` object, until an event at which that was deleted. */
interface Shown {
  readonly variable: number;
  readonly scope: number;
  readonly list: number;
  readonly element: number;
  readonly from: number;
  readonly until: number;
}

/** Places under which rows stand. */
interface Place {
  readonly subject: number;
  readonly key: number;
}

/** Each key of a variable that is such a parameter, with the place of the parameter. */
type Parameters = ReadonlyMap<number, number>;

/**
 * In sloppy mode the parameters that a call gives are the elements of its `arguments` (ECMA-262, CreateMappedArgumentsObject): what is written
 * under one name is read under the other.
 */
export class ShownParameters {
  private readonly parameters = new Map<FunctionNode, Parameters>();
  private readonly ofLists = new Map<number, readonly Shown[]>();
  private readonly listOfScope = new Map<number, number | null>();
  private found: ReadonlySet<number> | null = null;

  constructor(
    private readonly store: TraceStore,
    private readonly texts: RunTexts,
    private readonly paths: readonly string[],
  ) {}

  /** Changes of an element by its parameter's name, oldest first, as rows of the element; of all elements where no key is given. */
  changesOf(list: number, key: number | null): readonly TraceRow[] {
    const rows = this.shownBy(list).flatMap((one) =>
      key === null || key === one.element
        ? [...this.under({ subject: one.scope, key: one.variable }, one, { subject: list, key: one.element })]
        : [],
    );
    return rows.sort((a, b) => a.event - b.event);
  }

  /** Whether a variable may be written through `arguments`. */
  mayBeUnder(variable: number): boolean {
    return this.variables.has(variable);
  }

  /** Changes of a parameter in one scope by its element, oldest first, as rows of the parameter. */
  changesIn(scope: number, variable: number): readonly TraceRow[] {
    const list = this.mayBeUnder(variable) ? this.listOf(scope) : null;
    const one = list === null ? undefined : this.shownBy(list).find((shown) => shown.variable === variable && shown.scope === scope);
    return one === undefined ? [] : [...this.under({ subject: one.list, key: one.element }, one, { subject: scope, key: variable })];
  }

  /** The rows of one place between two times, as those of the other. */
  private *under({ subject, key }: Place, { from, until }: Shown, as: Place): Generator<TraceRow> {
    for (const row of this.store.rowsOfPlace(subject, key, from, until - 1)) if (row.kind === Kind.change) yield { ...row, ...as };
  }

  private get variables(): ReadonlySet<number> {
    if (this.found === null) {
      const found = new Set<number>();
      for (const path of this.paths) {
        const text = this.texts.text(path);
        if (text === undefined || !text.text.includes('arguments')) continue;
        for (const binding of text.scopes.bindings) {
          const key = binding.kind === 'parameter' && mayBeWrittenByArguments(text, binding) ? this.keyOf(text, binding) : null;
          if (key !== null) found.add(key);
        }
      }
      this.found = found;
    }
    return this.found;
  }

  private keyOf({ path }: LoadedText, binding: Binding): number | null {
    return this.store.source.keyNumber(keyText({ kind: 'variable', path, declaration: declarationOf(binding) }));
  }

  /** The `arguments` object of the call whose parameters are in a scope, where it was told what it holds. */
  private listOf(scope: number): number | null {
    let list = this.listOfScope.get(scope);
    if (list === undefined) {
      const activation = this.store.activationOfScope(scope);
      this.listOfScope.set(scope, (list = activation === 0 ? null : this.listIn(activation)));
    }
    return list;
  }

  /** The `arguments` object of an activation, where it was told what it holds. */
  listIn(activation: number): number | null {
    const call = this.store.source.callOf(activation);
    for (const row of call === null ? [] : this.store.rowsOf(activation, call))
      if (row.kind === Kind.content && this.store.source.object(row.subject)?.type === 'arguments') return row.subject;
    return null;
  }

  private shownBy(list: number): readonly Shown[] {
    let shown = this.ofLists.get(list);
    if (shown === undefined) this.ofLists.set(list, (shown = this.find(list)));
    return shown;
  }

  private find(list: number): readonly Shown[] {
    const [first] = this.store.rowsOfObject(list);
    const call = first?.kind === Kind.content ? this.store.source.callOf(first.activation) : null;
    const row = call === null ? null : this.store.row(call);
    const site = row === null ? undefined : this.store.source.site(row.site);
    const text = site === undefined ? undefined : this.texts.text(site.path);
    const node = site === undefined || text === undefined ? null : functionAt(site, text.program);
    if (first === undefined || call === null || text === undefined || node === null || !isFunction(node)) return [];
    const given = this.store.call(call)?.arguments.length ?? 0;
    return [...this.parametersOf(text, node)].flatMap(([variable, index]) => {
      const scope = index < given ? this.scopeOf(first.activation, call, variable) : null;
      if (scope === null) return [];
      const element = -index - 1;
      return [{ variable, scope, list, element, from: first.event, until: this.endOf(list, element) }];
    });
  }

  private parametersOf(text: LoadedText, node: FunctionNode): Parameters {
    let found = this.parameters.get(node);
    if (found === undefined) {
      const indices = new Map<number, number>();
      // Of two parameters with one name the last is the variable.
      if (areParametersShown(text, node))
        for (const [index, { start }] of node.params.entries()) {
          const binding = text.scopes.bindingAt.get(start);
          const key = binding === undefined ? null : this.keyOf(text, binding);
          if (key !== null) indices.set(key, index);
        }
      this.parameters.set(node, (found = indices));
    }
    return found;
  }

  private scopeOf(activation: number, call: number, variable: number): number | null {
    for (const row of this.store.rowsOf(activation, call)) if (row.kind === Kind.change && row.key === variable) return row.subject;
    return null;
  }

  /** The event at which the element was deleted, and is its own from then on. */
  private endOf(list: number, element: number): number {
    for (const row of this.store.rowsOfPlace(list, element, 0, Infinity)) if (this.store.valueOf(row)?.kind === 'absent') return row.event;
    return Infinity;
  }
}
