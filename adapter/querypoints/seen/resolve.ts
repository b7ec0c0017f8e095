import { isIndexName } from '../../instrument/indexNames.js';
import { scopeVariableName } from '../../instrument/context.js';
import type { Plan, TextPlace } from '../../instrument/plan.js';
import type { Binding } from '../../instrument/scopes.js';
import { seesArguments } from '../../instrument/parameters.js';
import { classAt, declaringClass, homeAt, isFunction } from '../../instrument/tree.js';
import { declarationOf } from '../../instrument/scopes.js';
import type { Moment } from '../../events/moment.js';
import type { KeyReport, Paused, PrivateFields, PropertyReport, TextPosition, ValueReport } from '../../events/rows.js';
import type { Evaluated } from '../../events/rows.js';
import { backingFieldOf } from '../text/accessors.js';
import { weakMapsOf } from '../text/compiledPrivate.js';
import { mayBeWrittenByArguments } from '../text/argumentsObject.js';
import { placesIn, withEventParts, type Place, type Query } from '../question/question.js';
import { entryKey, shortText } from '../question/reported.js';
import { exportedBy, exportedIn, moduleOfImport, type ExportedVariable } from '../text/imports.js';
import { renamed } from '../text/renamed.js';
import { mappedArgument, parameterShown, type MappedArgument, type ParameterShown } from './mappedArguments.js';
import { keptForThis } from './hiddenThis.js';
import type { LoadedText, RunTexts } from '../text/texts.js';

/** A place in one run: whose it is, by which key, and what it holds where it was asked for. */
export type ResolvedPlace =
  | Resolved
  /** The run has no probes for this variable: another one will. `kept`: where V8 shows it only if the function that does not mention it keeps it. */
  | { readonly kind: 'unprobed'; readonly variable: TextPlace; readonly kept: Plan['kept'][number] | null }
  /** V8 shows no `this` in an arrow function that does not mention it. `reason`: what is to be said where another run sees no more. */
  | { readonly kind: 'hidden'; readonly kept: Plan['kept'][number]; readonly reason: string }
  | {
      readonly kind: 'failed';
      readonly reason: string;
      /** Where the getter is that computes it. */
      readonly getter?: { readonly text: LoadedText; readonly offset: number };
      /** It is computed of a text or another primitive, as the length of a text is. */
      readonly isComputed?: boolean;
      /** The module that it is imported from, where the variable there is not known. */
      readonly module?: string | null;
      /** The call in it that is written as an entry of a Map is, of an object that is none. */
      readonly called?: string;
    };

export interface Resolved {
  readonly kind: 'resolved';
  /** The object whose place it is; null for a variable. */
  readonly base: ValueReport | null;
  /** The object that it inherits the property from: where it never had one of its own, that one's is meant. */
  readonly inherited: ValueReport | null;
  /** Whether that one's is read-only: what was stored since the object had one of its own was refused. */
  readonly isRefusing: boolean;
  /** null: there is only one. */
  readonly owner: number | null;
  readonly key: KeyReport;
  readonly value: ValueReport | null;
  readonly declaration: TextPlace | null;
  /** The language or Node may change it without being seen: that nothing was seen says nothing. */
  readonly isNative: boolean;
  /** Whether its object has a class whose code has no probes. */
  readonly isForeign: boolean;
  /** Whether it is a property of the global object, which names that are declared nowhere mean too. */
  readonly isGlobal: boolean;
  /** Whether its object has it for ever: how long memory is. */
  readonly isFixed: boolean;
  /** The parameter and the element of `arguments` that may be this one place. */
  readonly mapped: MappedArgument | null;
}

/** Asks for the value of an expression in a frame of the debuggee that waits. */
type Evaluator = (frame: number, expression: string) => Promise<Evaluated>;

/** What a query's place is, at a point where the debuggee waits: a global object reference (paper 3, section 3). */
export async function resolvePlace(query: Query, moment: Moment, texts: RunTexts): Promise<ResolvedPlace> {
  const resolved = await resolveSeen(query, moment, texts);
  const kept = resolved.kind === 'failed' ? keptForThis(query, moment.paused, texts) : null;
  if (resolved.kind !== 'failed' || kept === null) return resolved;
  const self = await moment.evaluate(query.frame, 'this');
  const isHidden = 'value' in self && self.value.kind === 'primitive' && self.value.type === 'undefined';
  return isHidden ? { kind: 'hidden', kept, reason: resolved.reason } : resolved;
}

async function resolveSeen(asked: Query, moment: Moment, texts: RunTexts): Promise<ResolvedPlace> {
  const { paused } = moment;
  const query = await withWeakMap(asked, moment, texts);
  const { place, frame, expression } = query;
  const sight = new Sight(query, moment, texts);
  if (place === null) return failed('there is no place');
  if (place.kind === 'variable') {
    const isGlobal = isDeclaredNowhere(place.name, query, paused, texts) && (await isTrue(sight, frame, `"${place.name}" in globalThis`));
    if (!isGlobal) return resolveVariable(place.name, query, paused, sight, texts);
    const property = { kind: 'field', base: 'globalThis', name: place.name } as const;
    return resolveSeen({ ...query, place: property, expression: `globalThis.${place.name}` }, moment, texts);
  }
  const exported = exportedAs(query, paused, texts);
  if (exported !== null) return resolveExported(exported, await sight.evaluate(frame, expression), texts);
  const called = await methodCalledIn(expression, place, frame, sight, texts);
  if (called !== null)
    return { kind: 'failed', reason: called === expression ? 'It is no entry of a Map or Set' : `${called} ${unreadable}`, called };
  const base = await baseOf(place.base, frame, sight, texts);
  if ('error' in base) return failed(/side-effect/.test(base.error) ? `${place.base} ${unreadable}` : `${place.base}: ${base.error}`);
  if (base.value.kind !== 'object') {
    const isComputed = base.value.kind === 'primitive' && base.value.type !== 'undefined' && base.value.type !== 'null';
    const what = isComputed ? 'whose parts never change' : 'which has no places';
    return { kind: 'failed', reason: `${place.base} is ${shortText(base.value)}, ${what}: ask about ${place.base}`, isComputed };
  }
  const object = base.value;
  if (object.type === 'module') return failed(`${expression} is what a module exports: ask for it where it is declared`);
  const resolved = (key: KeyReport, held: Evaluated, isNative = false): Resolved => ({
    kind: 'resolved',
    owner: object.holder ?? object.id,
    key,
    value: 'error' in held ? null : held.value,
    declaration: null,
    base: object,
    inherited: null,
    isRefusing: false,
    isNative,
    isForeign: false,
    isGlobal: false,
    isFixed: false,
    mapped: null,
  });
  if (object.type === 'arguments' && place.kind === 'element') {
    const shown = await parameterShown(place.key, place.base, frame, sight, texts);
    const mapped = shown === null ? null : await parameterOf(object.id, shown, query, moment, sight, texts);
    if (mapped !== null && 'kind' in mapped) return mapped.kind === 'failed' ? failed(`${expression} ${mapped.reason}`) : mapped;
    if (mapped !== null) return { ...resolved(mapped.element, await sight.evaluate(frame, expression)), mapped };
  }
  const named = async (field: KeyReport, name: string): Promise<ResolvedPlace> => {
    const held = await sight.evaluate(frame, withEventParts(expression));
    const property = field.kind === 'private' ? null : await sight.property(frame, place.base, name);
    const isNative = property?.isAccessor === true;
    if (property?.getter === undefined || property.getter === null)
      return {
        ...resolved(field, held, isNative),
        inherited: isNative ? null : (property?.holder ?? null),
        isRefusing: !isNative && property?.isReadOnly === true,
        isForeign: property?.isForeign === true,
        isGlobal: await isTrue(sight, frame, `(${place.base})===globalThis`),
        isFixed: isNative && property?.isFixedMemory === true && /^(length|byteLength|byteOffset)$/.test(name),
      };
    const backing = backingFieldOf(property.getter, texts);
    if (backing === null) {
      const text = texts.text(property.getter.path);
      const getter = text === undefined ? undefined : { text, offset: text.offsetAt(property.getter.line, property.getter.column) };
      const reason = `${expression} is what a getter computes: ask about what that reads`;
      return { kind: 'failed', reason, ...(getter === undefined ? {} : { getter }) };
    }
    if (backing.declaration === null) return resolved({ kind: 'property', name: backing.name }, held);
    return resolved({ kind: 'private', path: backing.path, declaration: backing.declaration, name: backing.name }, held);
  };
  if (place.kind === 'field') {
    const field = fieldKey(place.name, query, paused, texts);
    if (field.kind === 'private' || !place.name.startsWith('#')) return named(field, place.name);
    const found = fieldOutside(place.name, await sight.privateFields(frame, place.base), texts);
    return typeof found === 'string' ? failed(`${place.base}: ${found}`) : resolved(found.key, found.held);
  }
  const held = await sight.evaluate(frame, withEventParts(expression));
  const written = await sight.evaluate(frame, place.key);
  const isObject = place.kind === 'element' && 'value' in written && written.value.kind === 'object';
  const key = isObject ? await sight.evaluate(frame, `String(${place.key})`) : written;
  if ('error' in key) return failed(`${place.key}: ${key.error}`);
  if (place.kind === 'element') {
    if (key.value.kind !== 'primitive') return failed(`the key ${place.key} is an object`);
    const { symbol, type } = key.value;
    if (symbol !== undefined) return resolved({ kind: 'symbol', number: symbol }, held);
    const text = type === 'number' && key.value.text === '-0' ? '0' : key.value.text;
    const property = { kind: 'property', name: text } as const;
    return isIndexName(text) ? resolved(property, held) : named(property, text);
  }
  return resolved(entryKey(key.value), held);
}

/** A private field that a compiler keeps in a WeakMap is an entry of that: of several, of the one that has the object. */
async function withWeakMap(query: Query, moment: Moment, texts: RunTexts): Promise<Query> {
  const { place, frame } = query;
  if (place?.kind !== 'field' || !place.name.startsWith('#') || query.isOfText === true) return query;
  const report = moment.paused.frames.filter(({ isAsync }) => !isAsync).at(frame);
  const text = texts.text(report?.path ?? '');
  if (report === undefined || text === undefined) return query;
  const offset = text.offsetAt(report.line, report.column);
  const key = renamed(place.base, text, offset, texts);
  const maps = weakMapsOf(text, place.name, offset);
  for (const base of maps) {
    const has = maps.length === 1 ? null : await moment.evaluate(frame, `${base}.has(${key})`);
    const isOwn = has === null || ('value' in has && has.value.kind === 'primitive' && has.value.text === 'true');
    if (isOwn) return { ...query, expression: `${base}.get(${key})`, place: { kind: 'entry', base, key }, isOfText: true };
  }
  return query;
}

const unreadable = 'cannot be read without running code of the program (a getter, or a trap of a Proxy)';

/** The call of a method of the program's, such as `repo.get(key)`, that a place is a part of or stands for; null where there is none. */
async function methodCalledIn(expression: string, place: Place, frame: number, sight: Sight, texts: RunTexts): Promise<string | null> {
  if (place.kind === 'variable') return null;
  for (const { place: at, written } of [{ place, written: expression }, ...placesIn(place.base)]) {
    if (at.kind !== 'entry') continue;
    const base = await baseOf(at.base, frame, sight, texts);
    const holder = 'error' in base ? null : base.value;
    if (holder?.kind === 'object' && !/^(map|set|proxy)$/.test(holder.type) && !/^Weak(Map|Set)$/.test(holder.className)) return written;
  }
  return null;
}

/** What the expression of a query is. */
export function valueAsked(query: Query, moment: Moment, texts: RunTexts): Promise<Evaluated> {
  return baseOf(withEventParts(query.expression), query.frame, new Sight(query, moment, texts), texts);
}

/** Outside of its class V8 reads no private field without effects, but shows it. */
async function baseOf(base: string, frame: number, sight: Sight, texts: RunTexts): Promise<Evaluated> {
  const outcome = await sight.evaluate(frame, base);
  const [, object, name] = /^([\s\S]+)\.(#[\w$]+)$/.exec(base) ?? [];
  if (!('error' in outcome) || object === undefined || name === undefined) return outcome;
  const found = fieldOutside(name, await sight.privateFields(frame, object), texts);
  return typeof found === 'string' ? outcome : found.held;
}

/** Looks at the objects of a moment, by expressions of the user's source or of the text that V8 runs. */
class Sight {
  readonly evaluate: Evaluator;

  constructor(
    private readonly query: Query,
    private readonly moment: Moment,
    private readonly texts: RunTexts,
  ) {
    this.evaluate = this.named(async (frame, expression) =>
      asOfLanguage(expression, await moment.evaluate(frame, expression), moment.paused, frame, texts),
    );
  }

  privateFields(frame: number, base: string): Promise<PrivateFields | null> {
    return this.named((at, expression) => this.moment.privateFields(at, expression))(frame, base);
  }

  functionPlace(frame: number, base: string): Promise<TextPosition | null> {
    return this.named<TextPosition | null>((at, expression) => this.moment.functionPlace(at, expression))(frame, base);
  }

  property(frame: number, base: string, name: string): Promise<PropertyReport | null> {
    return this.named((at, expression) => this.moment.property(at, expression, name))(frame, base);
  }

  private named<T>(ask: (frame: number, expression: string) => Promise<T>): (frame: number, expression: string) => Promise<T> {
    return this.query.isOfText === true ? ask : renaming(this.moment.paused, ask, this.texts);
  }
}

/** Names that a text declares nowhere are properties of the global object, or of what Node runs the text in. */
function isDeclaredNowhere(name: string, { frame, isOfText = false }: NamesIn, paused: Paused, texts: RunTexts): boolean {
  const report = paused.frames.filter(({ isAsync }) => !isAsync).at(frame);
  const text = texts.text(report?.path ?? '');
  if (text === undefined || report === undefined) return false;
  const offset = text.offsetAt(report.line, report.column);
  return text.scopes.lookUp(isOfText ? name : text.nameAt(name, offset, texts), offset) === undefined;
}

async function isTrue({ evaluate }: Sight, frame: number, expression: string): Promise<boolean> {
  const outcome = await evaluate(frame, expression);
  return 'value' in outcome && outcome.value.kind === 'primitive' && outcome.value.text === 'true';
}

/** A private name is that of the class around the frame which declares it. */
export function fieldKey(name: string, { frame, isOfText = false }: NamesIn, paused: Paused, texts: RunTexts): KeyReport {
  const report = paused.frames.filter(({ isAsync }) => !isAsync).at(frame);
  const text = name.startsWith('#') && report !== undefined ? texts.text(report.path) : undefined;
  if (text === undefined || report === undefined) return { kind: 'property', name };
  const offset = text.offsetAt(report.line, report.column);
  const own = isOfText ? name : text.privateNameAt(name, offset, texts);
  const declaration = declaringClass(text.program, offset, own.slice(1));
  return declaration === null ? { kind: 'property', name } : { kind: 'private', path: text.path, declaration, name: own };
}

/** A private field where no class around declares its name: that of the object's own class, as it is to be seen in a debugger; or why not. */
function fieldOutside(name: string, seen: PrivateFields | null, texts: RunTexts): { key: KeyReport; held: Evaluated } | string {
  for (const { path, line, column } of seen?.classes ?? []) {
    const text = texts.text(path);
    if (text === undefined) continue;
    const offset = text.offsetAt(line, column);
    const own = text.privateNameAt(name, offset, texts);
    const declaration = classAt(text.program, offset);
    if (declaration === null || declaringClass(text.program, offset, own.slice(1)) !== declaration) continue;
    const [field, another] = seen?.fields.filter((one) => one.name === own) ?? [];
    if (another !== undefined) return `several of its classes declare ${name}; ask in a method of the one that is meant`;
    if (field === undefined) continue;
    const held = field.value === null ? { error: `${name} is not known` } : { value: field.value };
    return { key: { kind: 'private', path, declaration, name: own }, held };
  }
  return `no class around this point, and none of its own, declares ${name}`;
}

/** Where the names of an expression mean something. */
type NamesIn = Pick<Query, 'frame' | 'isOfText'>;

/**
 * What V8 says of an expression, as the language has it: V8 shows a variable of the function that runs as undefined before it is declared, or says that
 * there is none. `paused`, `frame`: where it was evaluated.
 */
export function asOfLanguage(expression: string, outcome: Evaluated, paused: Paused, frame: number, texts: RunTexts): Evaluated {
  const unknown = 'error' in outcome ? /^ReferenceError: (\S+) is not defined$/.exec(outcome.error)?.[1] : undefined;
  const isNothing = 'value' in outcome && outcome.value.kind === 'primitive' && outcome.value.type === 'undefined';
  const name = isNothing ? expression : unknown;
  const report = name === undefined ? undefined : paused.frames.filter(({ isAsync }) => !isAsync).at(frame);
  const text = texts.text(report?.path ?? '');
  if (name === undefined || report === undefined || text === undefined) return outcome;
  const offset = text.offsetAt(report.line, report.column);
  const binding = text.scopes.lookUp(name, offset);
  if (binding === undefined || !/^(let|const|class)$/.test(binding.kind)) return outcome;
  const declared = declarationOf(binding);
  const isOfFrame = homeAt(text.program, declared) === homeAt(text.program, offset);
  const isUndeclared = isOfFrame && (unknown !== undefined || offset < declared);
  return isUndeclared ? { error: `ReferenceError: Cannot access '${name}' before initialization` } : outcome;
}

/** Evaluates expressions of the user's source, whatever a compiler has made of their names. */
export function renaming<T>(
  paused: Paused,
  ask: (frame: number, expression: string) => Promise<T>,
  texts: RunTexts,
): (frame: number, expression: string) => Promise<T> {
  return (frame, expression) => {
    const report = paused.frames.filter(({ isAsync }) => !isAsync).at(frame);
    const text = report === undefined ? undefined : texts.text(report.path);
    const isOurs = expression.startsWith('__w_');
    return ask(
      frame,
      report === undefined || text === undefined || isOurs
        ? expression
        : renamed(expression, text, text.offsetAt(report.line, report.column), texts),
    );
  };
}

async function resolveVariable(
  name: string,
  { frame, isOfText = false }: NamesIn,
  paused: Paused,
  sight: Sight,
  texts: RunTexts,
): Promise<ResolvedPlace> {
  const { evaluate } = sight;
  const frames = paused.frames.filter(({ isAsync }) => !isAsync);
  const report = frames.at(frame);
  if (report === undefined) return failed('there is no such frame');
  const text = texts.text(report.path);
  const offset = text?.offsetAt(report.line, report.column) ?? 0;
  const binding = text?.scopes.lookUp(isOfText ? name : text.nameAt(name, offset, texts), offset);
  if (text === undefined || binding === undefined) return failed(`${name} is no variable here`);
  if (binding.isObscured) return failed(`${name} is written where \`with\` may mean a property by it`);
  if (binding.kind === 'import') return resolveImport(name, frame, text, evaluate, texts);
  const declaration = { path: text.path, offset: declarationOf(binding) };
  if (isNeverWritten(binding)) return resolvedVariable(declaration, null, await evaluate(frame, name));
  const instance = await instanceOf(binding, frame, text, offset, evaluate);
  if (instance === null) {
    const home = homeAt(text.program, offset);
    const isOuter = isFunction(home) && binding.scope.home !== home;
    return {
      kind: 'unprobed',
      variable: declaration,
      kept: isOuter ? { path: text.path, offset: home.start, name: binding.name } : null,
    };
  }
  if (texts.numbers(text.path, (site) => site.declaration === declaration.offset).length === 0)
    return { kind: 'unprobed', variable: declaration, kept: null };
  const variable = resolvedVariable(declaration, instance, await evaluate(frame, name));
  const mayBeMapped = mayBeWrittenByArguments(text, binding);
  const mapped = mayBeMapped ? await mappedArgument(binding, { text, offset, frame }, instance, sight) : null;
  return { ...variable, mapped };
}

/** The parameter that an element of `arguments` may show, and whether they are one place; a sentence where that is not known. */
async function parameterOf(
  list: number,
  { text, binding }: ParameterShown,
  { frame }: NamesIn,
  { paused }: Moment,
  sight: Sight,
  texts: RunTexts,
): Promise<MappedArgument | Exclude<ResolvedPlace, Resolved>> {
  const unknown = failed(`is the parameter ${binding.name}, which is written by its name, too: which write was last is not known`);
  const report = paused.frames.filter(({ isAsync }) => !isAsync).at(frame);
  if (report?.path !== text.path) return unknown;
  const offset = text.offsetAt(report.line, report.column);
  if (text.scopes.lookUp(binding.name, offset) !== binding) return unknown;
  const variable = await resolveVariable(binding.name, { frame, isOfText: true }, paused, sight, texts);
  if (variable.kind !== 'resolved') return variable;
  if (variable.owner === null) return unknown;
  const mapped = await mappedArgument(binding, { text, offset, frame }, variable.owner, sight);
  return mapped?.list === list ? mapped : unknown;
}

/** Which instance of its scope a variable is in, seen from a place; null when it cannot be seen there. */
async function instanceOf(
  { scope }: Binding,
  frame: number,
  { program }: LoadedText,
  offset: number,
  evaluate: Evaluator,
): Promise<number | null> {
  const isAmong = isFunction(scope.node) && seesArguments(program, scope.node, offset);
  const instance = await evaluate(frame, isAmong ? 'arguments' : scopeVariableName(scope));
  if ('error' in instance) return null;
  const { value } = instance;
  if (value.kind === 'object') return isAmong ? value.id : null;
  return value.kind === 'primitive' && value.type === 'number' ? Number(value.text) : null;
}

/** `owner`: the instance of its scope; null where there is only one, or no matter which. */
function resolvedVariable(declaration: TextPlace, owner: number | null, value: Evaluated): Resolved {
  return {
    kind: 'resolved',
    owner,
    key: { kind: 'variable', path: declaration.path, declaration: declaration.offset },
    value: 'error' in value ? null : value.value,
    declaration,
    base: null,
    inherited: null,
    isRefusing: false,
    isNative: false,
    isForeign: false,
    isGlobal: false,
    isFixed: false,
    mapped: null,
  };
}

/** The name of a function that nothing writes: a function expression's own, or a declaration's. */
function isNeverWritten({ kind, references }: Binding): boolean {
  return kind === 'self' || (kind === 'function' && references.every(({ isWrite }) => !isWrite));
}

/** The variable of a module that a part of its namespace is; null of other places, and where the module is not known. */
function exportedAs({ place, frame, isOfText = false }: Query, paused: Paused, texts: RunTexts): ExportedVariable | null {
  if (place?.kind !== 'field' || !/^[\w$]+$/.test(place.base)) return null;
  const report = paused.frames.filter(({ isAsync }) => !isAsync).at(frame);
  const text = texts.text(report?.path ?? '');
  if (text === undefined || report === undefined) return null;
  const offset = text.offsetAt(report.line, report.column);
  return exportedIn({ text, offset }, isOfText ? place.base : text.nameAt(place.base, offset, texts), place.name, texts);
}

/** An imported name is the exporting module's variable, of which there is one. */
async function resolveImport(name: string, frame: number, text: LoadedText, evaluate: Evaluator, texts: RunTexts): Promise<ResolvedPlace> {
  const exported = exportedBy(text, name, texts);
  return exported === null
    ? { kind: 'failed', reason: `${name} is imported: ask for it where it is declared`, module: moduleOfImport(text, name) }
    : resolveExported(exported, await evaluate(frame, name), texts);
}

function resolveExported({ path, declaration }: ExportedVariable, value: Evaluated, texts: RunTexts): ResolvedPlace {
  if (texts.numbers(path, (site) => site.declaration === declaration).length === 0)
    return { kind: 'unprobed', variable: { path, offset: declaration }, kept: null };
  return resolvedVariable({ path, offset: declaration }, null, value);
}

function failed(reason: string): Extract<ResolvedPlace, { kind: 'failed' }> {
  return { kind: 'failed', reason };
}
