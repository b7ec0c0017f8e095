import { declaringClass, isFunction, pathTo, walk, type AnyNode } from '../../instrument/tree.js';
import { declarationOf, type Binding } from '../../instrument/scopes.js';
import { isIndexName } from '../../instrument/indexNames.js';
import type { Moment } from '../../events/moment.js';
import type { KeyReport, ValueReport } from '../../events/rows.js';
import { literal, simulate, type Failure, type Memory, type Simulated } from '../text/failing.js';
import { knownMethods, simulateCall, type CallMemory, type KnownFunction, type Value } from '../text/simulatedCalls.js';
import { growing, type Growing } from '../text/growing.js';
import type { LoadedText, RunTexts } from '../text/texts.js';

/** What the functions read that a failing expression calls, as far as it was seen where it failed. */
export interface ObservedCalls {
  /** Names of variables at the failure that the functions mean, too. */
  readonly variables: readonly string[];
  /** All members that these functions may read. */
  readonly keys: readonly KeyReport[];
  /** What a call gives on other values. */
  call(node: AnyNode, memory: Memory): Simulated;
}

/** What was read, as of an `ObservedFailure`. */
export interface Read {
  readonly members: Growing<string, ValueReport>;
  readonly objects: Growing<number, string>;
  readonly holders: Growing<string, number>;
}

/** Where something failed, and what is known there. */
interface Failed {
  readonly failure: Failure;
  readonly text: LoadedText;
  readonly offset: number;
  readonly moment: Moment;
  readonly texts: RunTexts;
}

/** So much is asked of the program that waits. */
const mostAsked = 1000;

/** Follows the calls of an expression where it failed, and looks at all that they read; a sentence where that is not known. */
export async function observeCalls(failed: Failed, known: Read): Promise<ObservedCalls | string> {
  const sight = new CallSight(failed, known);
  const self = await failed.moment.evaluate(0, 'this');
  for (let asked = 0; asked < mostAsked;) {
    sight.missing.taken();
    const value = simulate(failed.failure.expression, sight.memory('value' in self ? self.value : undefined));
    const missing = sight.missing.taken();
    if (missing.length === 0) return value === undefined ? unfollowed : sight.seen();
    for (const ask of missing) {
      asked++;
      const reason = await ask();
      if (reason !== null) return reason;
    }
  }
  return 'What failed calls functions that read too much.';
}

const unfollowed = 'What failed calls a function, which may read anything.';

class CallSight {
  /** What is to be asked, each once. */
  readonly missing = growing<string, () => Promise<string | null>>();
  private readonly functions = growing<number, KnownFunction | string>();
  private readonly values = growing<string, ValueReport>();
  private readonly variables = growing<string, true>();
  private readonly arrays = growing<number, true>();
  /** Functions of other modules that were called. */
  private readonly others = growing<KnownFunction, true>();

  constructor(
    private readonly failed: Failed,
    private readonly known: Read,
  ) {}

  seen(): ObservedCalls {
    const codes = this.functions.values().flatMap((one) => (typeof one === 'string' ? [] : [one]));
    return {
      variables: this.variables.keys(),
      keys: [...codes, ...this.others.keys()].flatMap(keysOf),
      call: (node, memory) => simulateCall(node, this.around(memory)),
    };
  }

  /** The values where it failed; what is not known of them is missing. */
  memory(self: ValueReport | undefined): Memory {
    const memory: Memory = {
      variable: (name) => this.variable(name),
      self: () => self,
      member: (owner, key) => this.member(owner, key),
      call: (node) => simulateCall(node, this.around(memory)),
    };
    return memory;
  }

  private around(memory: Memory): CallMemory {
    return {
      ...memory,
      functionOf: (object) => this.functions.get(object),
      outer: (text, binding) => this.outer(text, binding, memory),
      isArray: (object) => this.arrays.has(object),
    };
  }

  private variable(name: string): ValueReport | undefined {
    const value = this.values.get(name);
    if (value === undefined) this.missing.put(name, () => this.ask(name, (found) => this.values.put(name, found)));
    return value;
  }

  private outer(text: LoadedText, binding: Binding, memory: Memory): Value | undefined {
    const { failed } = this;
    if (isFunction(binding.scope.home)) return undefined;
    const isSeen = text.path === failed.text.path && text.scopes.lookUp(binding.name, failed.offset) === binding;
    if (isSeen) {
      this.variables.put(binding.name, true);
      return memory.variable(binding.name);
    }
    const value = valueOf(text, binding);
    if (value?.kind === 'closure') this.others.put(value.code, true);
    return value;
  }

  private member(owner: number, key: string): ValueReport | undefined {
    const { members, objects, holders } = this.known;
    const found = members.get(`${holders.get(`${owner} ${key}`) ?? owner} ${key}`);
    const base = objects.get(owner);
    if (found !== undefined || base === undefined) return found;
    const path = key.startsWith('#') ? `${base}.${key}` : isIndexName(key) ? `${base}[${key}]` : `${base}[${JSON.stringify(key)}]`;
    this.missing.put(`${owner} ${key}`, async () => {
      const property = key.startsWith('#') ? null : await this.failed.moment.property(0, base, key);
      if (property?.isAccessor === true) return `${path} is what a getter computes, which may read anything.`;
      const holder = property?.holder?.kind === 'object' ? property.holder.id : null;
      if (holder !== null) holders.put(`${owner} ${key}`, holder);
      return this.ask(path, (value) => members.put(`${holder ?? owner} ${key}`, value), { base, key });
    });
    return undefined;
  }

  /** Asks for a value; of objects also what they are. */
  private async ask(
    path: string,
    keep: (value: ValueReport) => void,
    of?: { readonly base: string; readonly key: string },
  ): Promise<string | null> {
    const { moment } = this.failed;
    const outcome = await moment.evaluate(0, path);
    if ('error' in outcome) return unfollowed;
    const { value } = outcome;
    keep(value);
    if (value.kind !== 'object') return null;
    if (value.type === 'proxy') return `${path} is a Proxy, whose traps may read anything.`;
    if (!this.known.objects.has(value.id)) this.known.objects.put(value.id, path);
    if (value.type === 'array') this.arrays.put(value.id, true);
    if (value.type === 'function') await this.lookAtFunction(value.id, path, of);
    return null;
  }

  private async lookAtFunction(id: number, path: string, of: { readonly base: string; readonly key: string } | undefined): Promise<void> {
    const { moment, texts } = this.failed;
    const place = await moment.functionPlace(0, path);
    const text = place === null ? undefined : texts.text(place.path);
    if (place !== null && text !== undefined && place.bound === null) {
      const node = pathTo(text.program, text.offsetAt(place.line, place.column)).findLast(isFunction);
      if (node !== undefined) this.functions.put(id, { text, node });
    } else if (place === null && of !== undefined && knownMethods.test(of.key)) {
      const is = await moment.evaluate(0, `${path}===Array.prototype.${of.key}`);
      if ('value' in is && is.value.kind === 'primitive' && is.value.text === 'true') this.functions.put(id, of.key);
    }
  }
}

/** What a variable of another module always holds: a function that nothing else is stored to, or a literal; undefined: not known. */
function valueOf(text: LoadedText, binding: Binding): Value | undefined {
  const path = pathTo(text.program, declarationOf(binding));
  const node: AnyNode | undefined = path.at(-2);
  const isFixed = binding.references.every(({ isWrite, node: { start } }) => !isWrite || start === declarationOf(binding));
  if (node === undefined || !isFixed) return undefined;
  if (node.type === 'FunctionDeclaration') return { kind: 'closure', code: { text, node }, around: null, self: undefined };
  if (node.type !== 'VariableDeclarator' || binding.kind !== 'const' || !node.init) return undefined;
  if (node.init.type === 'ArrowFunctionExpression')
    return { kind: 'closure', code: { text, node: node.init }, around: null, self: undefined };
  return node.init.type === 'Literal' ? literal(node.init.value) : undefined;
}

/** All members that a function may read. */
function keysOf({ text, node: code }: KnownFunction): readonly KeyReport[] {
  const keys: KeyReport[] = [];
  const put = (name: string) => keys.push({ kind: 'property', name });
  walk(code, (node) => {
    if (node.type === 'ObjectPattern') {
      for (const property of node.properties)
        if (property.type === 'Property' && property.key.type === 'Identifier') put(property.key.name);
    } else if (node.type !== 'MemberExpression') return;
    else if (node.property.type === 'PrivateIdentifier') {
      const declaration = declaringClass(text.program, node.start, node.property.name);
      if (declaration !== null) keys.push({ kind: 'private', path: text.path, declaration, name: `#${node.property.name}` });
    } else if (!node.computed && node.property.type === 'Identifier') put(node.property.name);
  });
  return keys;
}
