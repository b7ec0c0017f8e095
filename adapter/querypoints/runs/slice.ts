import { isIndexName } from '../../instrument/indexNames.js';
import { isFunction, pathTo, walk, type AnyNode, type FunctionNode } from '../../instrument/tree.js';
import { declarationOf, type Binding } from '../../instrument/scopes.js';
import {
  demandOfElements,
  demandOfField,
  demandOfReturns,
  demandOfVariable,
  emptyDemand,
  joinDemands,
  type Demand,
} from '../question/demand.js';
import type { LoadedText } from '../text/texts.js';

/** What more than these is copied from is recorded when an origin comes there. */
const mostVariables = 24;
const mostFields = 8;
const mostVisited = 400;

/**
 * What a value may have been copied from, as far as the text says: recorded at once, it need not be found step by step, with a run for each.
 * What costs much to record, all that functions return, all elements and what is written again and again, is only where nothing else can be
 * meant.
 */
export class Slice {
  private readonly variables = new Set<Binding>();
  private readonly fields = new Set<string>();
  private readonly visited = new Set<AnyNode>();
  private readonly queue: Flow[] = [];
  private readonly index: TextIndex;

  private found = emptyDemand;

  constructor(private readonly text: LoadedText) {
    this.index = indexOf(text);
  }

  /** All that the value may have been copied from. */
  get demand(): Demand {
    return this.found;
  }

  /** From a value that was written to, or given by, what is at a place of the text. */
  fromPoint(offset: number, end: number, isRead: boolean): void {
    const path = pathTo(this.text.program, offset);
    const at = path.findLastIndex((node) => node.start === offset && (node.end === end || end === offset));
    const node = path[at];
    if (node === undefined) return;
    if (isRead) this.flow(node, null, true);
    else this.into(path, at, true);
    this.follow();
  }

  fromVariable(declaration: number): void {
    const binding = this.text.scopes.bindingAt.get(declaration);
    if (binding !== undefined) this.variable(binding, null, true);
    this.follow();
  }

  private add(demand: Demand): void {
    this.found = joinDemands(this.found, demand);
  }

  /** What is nearest comes first. */
  private follow(): void {
    for (let flow = this.queue.shift(); flow !== undefined; flow = this.queue.shift()) {
      if (this.visited.size > mostVisited) return;
      if (this.visited.has(flow.node)) continue;
      this.visited.add(flow.node);
      this.visit(flow);
    }
  }

  private flow(node: AnyNode | null | undefined, part: string | null, isSure: boolean): void {
    if (node) this.queue.push({ node, part, isSure });
  }

  private visit({ node, part, isSure }: Flow): void {
    switch (node.type) {
      case 'Identifier': {
        const binding = this.text.scopes.lookUp(node.name, node.start);
        if (binding !== undefined) this.variable(binding, part, isSure);
        return;
      }
      case 'MemberExpression': {
        const name = !node.computed && 'name' in node.property ? node.property.name : null;
        if (name !== null) this.field(name, isSure);
        else if (isSure) this.add(demandOfElements);
        return this.flow(node.object, name, isSure);
      }
      case 'ConditionalExpression':
        this.flow(node.consequent, part, false);
        return this.flow(node.alternate, part, false);
      case 'LogicalExpression':
        this.flow(node.left, part, false);
        return this.flow(node.right, part, false);
      case 'AwaitExpression':
      case 'YieldExpression':
      case 'SpreadElement':
        return this.flow(node.argument, part, isSure);
      case 'ParenthesizedExpression':
      case 'ChainExpression':
        return this.flow(node.expression, part, isSure);
      case 'SequenceExpression':
        return this.flow(node.expressions.at(-1), part, isSure);
      case 'AssignmentExpression':
        return this.flow(node.right, part, isSure);
      case 'ArrayExpression':
        if (part !== null && isIndexName(part) && node.elements.every((one) => one?.type !== 'SpreadElement'))
          return this.flow(node.elements[Number(part)], null, isSure);
        for (const element of node.elements) this.flow(element, null, false);
        return;
      case 'ObjectExpression':
        for (const property of node.properties) {
          if (property.type === 'SpreadElement') this.flow(property.argument, part, false);
          else if (part === null || keyName(property.key) === part) this.flow(property.value, null, isSure && part !== null);
        }
        return;
      case 'CallExpression':
      case 'NewExpression':
        return this.call(node, part, isSure);
      case 'TaggedTemplateExpression':
        for (const one of node.quasi.expressions) this.flow(one, part, false);
        return;
      default:
    }
  }

  private call(node: Call, part: string | null, isSure: boolean): void {
    const { callee } = node;
    if (callee.type === 'Super') return;
    if (isSure && node.type === 'CallExpression') this.add(demandOfReturns);
    const called = this.index.functionsOf(callee);
    for (const one of called) for (const given of this.index.givenBy(one)) this.flow(given, part, isSure && called.length === 1);
    if (called.length === 0) for (const one of node.arguments) this.flow(one, null, false);
    if (callee.type === 'MemberExpression') this.flow(callee.object, null, false);
  }

  private variable(binding: Binding, part: string | null, isSure: boolean): void {
    const { kind, references, declarations } = binding;
    if (kind === 'import' || kind === 'self' || this.variables.size >= mostVariables || this.variables.has(binding)) return;
    const targets = [...new Set([...declarations, ...references.filter(({ isWrite }) => isWrite).map(({ node }) => node)])];
    if (kind === 'function' && targets.length === 1) return;
    if (!isSure && targets.some(({ start }) => this.index.isRepeated(start))) return;
    this.variables.add(binding);
    this.add(demandOfVariable({ path: this.text.path, offset: declarationOf(binding) }));
    const written = targets.filter(({ start }) => isWritten(this.text, start));
    for (const { start, end } of written) {
      const path = pathTo(this.text.program, start);
      const at = path.findLastIndex((node) => node.start === start && node.end === end && node.type === 'Identifier');
      if (at > 0) this.into(path, at, isSure && written.length === 1, part);
    }
  }

  private field(name: string, isSure: boolean): void {
    if (name === 'length' || this.fields.has(name) || this.fields.size >= mostFields) return;
    const values = this.index.written.get(name) ?? [];
    if (!isSure && values.some(({ start }) => this.index.isRepeated(start))) return;
    this.fields.add(name);
    this.add(demandOfField(name));
    for (const value of values) this.flow(value, null, isSure && values.length === 1);
  }

  /** What a target on a path may get. */
  private into(path: readonly AnyNode[], at: number, isSure: boolean, wanted: string | null = null): void {
    let part = wanted;
    for (let up = at; up > 0; up--) {
      const [node, parent] = [path[up], path[up - 1]];
      if (node === undefined || parent === undefined) return;
      if (isFunction(parent)) return this.parameter(parent, parent.params.indexOf(node as never), part, isSure);
      switch (parent.type) {
        case 'AssignmentPattern':
          this.flow(parent.right, null, false);
          break;
        case 'Property':
          if (path[up - 2]?.type === 'ObjectPattern') {
            part = keyName(parent.key);
            if (part !== null) this.field(part, isSure);
            break;
          }
          return this.flow(parent.value, null, isSure);
        case 'ArrayPattern':
          part = String(parent.elements.indexOf(node as never));
          if (isSure) this.add(demandOfElements);
          break;
        case 'RestElement':
        case 'ObjectPattern':
          break;
        case 'MemberExpression':
          if (path[up - 2]?.type !== 'AssignmentExpression') return;
          break;
        case 'VariableDeclarator': {
          const loop = path[up - 3];
          const isLoop = loop?.type === 'ForOfStatement' || loop?.type === 'ForInStatement';
          if (isLoop && isSure) this.add(demandOfElements);
          return this.flow(isLoop ? loop.right : parent.init, part, isSure);
        }
        case 'AssignmentExpression':
        case 'ForOfStatement':
          return this.flow(parent.right, part, isSure);
        case 'PropertyDefinition':
          return this.flow(parent.value, null, isSure);
        case 'ArrayExpression':
          return this.flow(node, null, isSure);
        default:
          return;
      }
    }
  }

  /** What the calls of a function give it. */
  private parameter(home: FunctionNode, index: number, part: string | null, isSure: boolean): void {
    const calls = this.index.callsOf(home);
    for (const call of calls) this.flow(call.arguments[index], part, isSure && calls.length === 1);
    const callback = this.index.takerOf(home);
    if (callback?.callee.type === 'MemberExpression') this.flow(callback.callee.object, null, false);
  }
}

interface Flow {
  readonly node: AnyNode;
  /** Of an object, the part that is copied. */
  readonly part: string | null;
  /** Whether nothing else can be meant. */
  readonly isSure: boolean;
}

type Call = Extract<AnyNode, { type: 'CallExpression' | 'NewExpression' }>;

const indexes = new WeakMap<LoadedText, TextIndex>();

/** Found once for each text: a bundle's takes a quarter of a second. */
function indexOf(text: LoadedText): TextIndex {
  let index = indexes.get(text);
  if (index === undefined) indexes.set(text, (index = new TextIndex(text)));
  return index;
}

/** What a text calls and writes, by name. */
class TextIndex {
  readonly written = new Map<string, AnyNode[]>();
  private readonly methods = new Map<string, FunctionNode[]>();
  private readonly calls = new Map<string, Call[]>();
  private readonly named = new Map<string, FunctionNode[]>();
  private readonly names = new Map<FunctionNode, string>();
  private readonly takers = new Map<FunctionNode, Call>();
  private readonly repeated = new Map<FunctionNode, boolean>();

  constructor(private readonly text: LoadedText) {
    walk(text.program, (node) => this.add(node));
  }

  /** Whether what is at a place is done many times, as far as the text says: in a loop, or in what one calls. */
  isRepeated(offset: number): boolean {
    const path = pathTo(this.text.program, offset);
    const home = path.findLast(isFunction);
    const inside = home === undefined ? path : path.slice(path.indexOf(home));
    return inside.some(({ type }) => /^(For|While|DoWhile)/.test(type)) || (home !== undefined && this.isCalledRepeatedly(home));
  }

  private isCalledRepeatedly(home: FunctionNode): boolean {
    const known = this.repeated.get(home);
    if (known !== undefined) return known;
    this.repeated.set(home, false); // it may call itself
    const taker = this.takers.get(home);
    const calls = [...this.callsOf(home), ...(taker === undefined ? [] : [taker])];
    const isRepeated = calls.some(({ start }) => this.isRepeated(start));
    this.repeated.set(home, isRepeated);
    return isRepeated;
  }

  functionsOf(callee: AnyNode): readonly FunctionNode[] {
    if (isFunction(callee)) return [callee];
    if (callee.type === 'ParenthesizedExpression') return this.functionsOf(callee.expression);
    if (callee.type === 'Identifier') return this.named.get(callee.name) ?? [];
    if (callee.type !== 'MemberExpression') return [];
    const name = keyName(callee.property);
    return name === null ? [] : (this.methods.get(name) ?? []);
  }

  callsOf(home: FunctionNode): readonly Call[] {
    const name = this.names.get(home);
    return name === undefined ? [] : (this.calls.get(name) ?? []);
  }

  /** The call that a function is given to where it is written. */
  takerOf(home: FunctionNode): Call | undefined {
    return this.takers.get(home);
  }

  /** What a function returns and yields. */
  givenBy(home: FunctionNode): readonly AnyNode[] {
    if (home.body.type !== 'BlockStatement') return [home.body];
    const given: AnyNode[] = [];
    walk(home.body, (node) => {
      if ((node.type === 'ReturnStatement' || node.type === 'YieldExpression') && node.argument) given.push(node.argument);
      return !isFunction(node);
    });
    return given;
  }

  private add(node: AnyNode): void {
    switch (node.type) {
      case 'FunctionDeclaration':
        return this.name(node.id?.name ?? null, node, this.named);
      case 'VariableDeclarator':
        if (node.id.type === 'Identifier' && node.init && isFunction(node.init)) this.name(node.id.name, node.init, this.named);
        return;
      case 'ClassDeclaration':
      case 'ClassExpression': {
        const made = node.body.body.find((one) => one.type === 'MethodDefinition' && one.kind === 'constructor');
        if (made?.type === 'MethodDefinition' && node.id) this.names.set(made.value as FunctionNode, node.id.name);
        return;
      }
      case 'MethodDefinition':
        if (node.kind !== 'constructor') this.name(keyName(node.key), node.value as FunctionNode, this.methods);
        return;
      case 'Property':
      case 'PropertyDefinition':
        return this.write(keyName(node.key), node.value);
      case 'AssignmentExpression':
        if (node.left.type === 'MemberExpression' && !node.left.computed) this.write(keyName(node.left.property), node.right);
        return;
      case 'CallExpression':
      case 'NewExpression': {
        for (const one of node.arguments) if (isFunction(one)) this.takers.set(one, node);
        const { callee } = node;
        const name = callee.type === 'MemberExpression' ? keyName(callee.property) : callee.type === 'Super' ? null : keyName(callee);
        if (name !== null) put(this.calls, name, node);
        return;
      }
      default:
    }
  }

  private name(name: string | null, node: FunctionNode, names: Map<string, FunctionNode[]>): void {
    if (name === null) return;
    put(names, name, node);
    this.names.set(node, name);
  }

  private write(name: string | null, value: AnyNode | null | undefined): void {
    if (name === null || !value) return;
    put(this.written, name, value);
    if (isFunction(value)) this.name(name, value, this.methods);
  }
}

function put<T>(lists: Map<string, T[]>, name: string, one: T): void {
  const list = lists.get(name) ?? [];
  lists.set(name, list);
  list.push(one);
}

function keyName(key: AnyNode): string | null {
  if (key.type === 'Identifier') return key.name;
  if (key.type === 'PrivateIdentifier') return `#${key.name}`;
  return key.type === 'Literal' ? String(key.value) : null;
}

/** Whether a name is given a value there: a declaration without one is not. */
function isWritten({ program }: LoadedText, offset: number): boolean {
  const path = pathTo(program, offset);
  const [node, parent, loop] = [path.at(-1), path.at(-2), path.at(-4)];
  if (parent?.type !== 'VariableDeclarator' || parent.id !== node || parent.init) return true;
  return loop?.type === 'ForOfStatement' || loop?.type === 'ForInStatement';
}
