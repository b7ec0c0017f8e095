import type { Span } from '../base/span.js';
import { mentionsOf } from '../ir/mentions.js';
import type { FunctionIr, ModuleIr, VariableId } from '../ir/program.js';
import { renameFunction, type Renaming } from '../ir/renaming.js';
import { topOf } from '../ir/topLevel.js';
import { lowerModule } from '../syntax/lower/lower.js';
import type { FieldRule } from '../syntax/source.js';
import { mountName, reactSpecifier } from './reactHooks.js';

/** A class of the top level that extends one of React's, perhaps by way of others of the module. */
interface ClassComponent {
  readonly name: string;
  /** Of its name. */
  readonly span: Span;
  /** The type that is written for its properties. */
  readonly propsType: string | null;
  /** It may have a member of that name, or is given one. */
  has(member: string): boolean;
}

/**
 * The module with a function for each of its components that are classes, which gives it its first render: it is called like the class,
 * and stands where that does.
 */
export function withMountedClasses(module: ModuleIr, fields?: FieldRule): ModuleIr {
  const components = classComponentsOf(module);
  if (components.length === 0) return module;
  const text = module.text + mountingText(components, module);
  const lowered = lowerModule(text, { file: module.file, assertions: true, ...(fields === undefined ? {} : { fields }) });
  if (lowered.kind !== 'module') return module;
  const bySourceName = new Map(components.map((component, index) => [mounting(index), component]));
  const functions = lowered.module.functions.map((body) => {
    const component = bySourceName.get(body.name);
    return component === undefined ? body : placedAt(body, component);
  });
  return { ...lowered.module, functions };
}

const mounting = (index: number): string => `mount$of$component$${index}`;

/** Functions are declared: they are roots, whoever calls them. */
function mountingText(components: readonly ClassComponent[], { imports }: ModuleIr): string {
  const own = `${mounting(0)}$imported`;
  const imported =
    imports.length > 0
      ? `import { ${mountName} as ${own} } from '${reactSpecifier}';`
      : `const { ${mountName}: ${own} } = require('${reactSpecifier}');`;
  const functions = components.map(({ name, propsType, has }, index) => {
    const type = propsType === null ? '' : `: ${propsType}`;
    const hasDefaults = has('defaultProps');
    const derives = has('getDerivedStateFromProps');
    const mounts = has('componentWillMount') || has('UNSAFE_componentWillMount');
    const how = `{ hasDefaults: ${hasDefaults}, derives: ${derives}, mounts: ${mounts} }`;
    return `function ${mounting(index)}(props${type}) { ${own}(${name}, props, ${how}); }`;
  });
  return `\n;${[imported, ...functions].join('\n')}`;
}

function placedAt(body: FunctionIr, { name, span }: ClassComponent): FunctionIr {
  const same = <T>(of: T): T => of;
  const renaming: Renaming = {
    span: () => span,
    point: (of) => ({ ...of, offset: span.start }),
    access: () => null,
    variable: same,
    site: same,
    function: same,
    assertion: same,
  };
  return { ...renameFunction(body, renaming), name };
}

/** Those that can be made, and that no other class of the module extends. */
function classComponentsOf(module: ModuleIr): readonly ClassComponent[] {
  const { text } = module;
  if (/\bgetDerivedStateFromProps\s*=/.test(text)) return [];
  const classes = topClassesOf(module);
  const extended = new Set([...classes.values()].map(({ base }) => base));
  return [...classes].flatMap(([variable, { name, span }]): readonly ClassComponent[] => {
    const isChanged = extended.has(variable) || text.includes(`${name}.prototype`);
    const line = isChanged ? null : lineOf(variable, classes, module);
    if (line?.some((each) => methodsOf(module).has(`${each.name}.render`)) !== true) return [];
    const has = (member: string): boolean =>
      line.some((each) => text.slice(each.whole.start, each.whole.end).includes(member) || text.includes(`${each.name}.${member}`));
    return [{ name, span, propsType: propsTypeAfter(span.end, module), has }];
  });
}

/** `Props`, of `class C extends Component<Props, State> {`; null where it is not written, or the class has parameters of its own. */
function propsTypeAfter(start: number, { text, file }: ModuleIr): string | null {
  const heritage = /^\s*(?:=\s*class\b\s*\w*\s*)?extends\s+[\w$.\s]+</.exec(text.slice(start, start + 200));
  if (heritage === null || !/\.[cm]?tsx?$/.test(file)) return null;
  const begin = start + heritage[0].length;
  let depth = 0;
  for (let end = begin; end < text.length; end++) {
    const character = text.charAt(end);
    const isArrow = character === '>' && text.charAt(end - 1) === '=';
    if (depth === 0 && (character === ',' || character === '>')) return text.slice(begin, end);
    if ('<({['.includes(character)) depth++;
    else if ('>)}]'.includes(character) && !isArrow) depth--;
  }
  return null;
}

interface TopClass {
  readonly name: string;
  /** Of its name. */
  readonly span: Span;
  readonly whole: Span;
  /** The variable that it extends. */
  readonly base: VariableId;
}

/** The classes of the top level that extend a variable. */
function topClassesOf(module: ModuleIr): ReadonlyMap<VariableId, TopClass> {
  const found = new Map<VariableId, TopClass>();
  const { writers } = mentionsOf(module);
  const top = topOf(module);
  for (const { id, name, owner, kind, reassigned, declaration: span } of module.variables) {
    if (owner !== top || kind !== 'local' || reassigned || span === null || !/^\p{Lu}[\p{L}\p{N}_$]*$/u.test(name)) continue;
    const [named, ...others] = writers.get(id) ?? [];
    if (others.length > 0 || named?.kind !== 'assign' || named.value.kind !== 'variable') continue;
    const made = (writers.get(named.value.variable) ?? []).find((each) => each.kind === 'closure');
    if (made?.kind !== 'closure' || !made.isClass || made.superclass?.kind !== 'variable') continue;
    const [extended] = writers.get(made.superclass.variable) ?? [];
    if (extended === undefined) continue;
    const base = extended.kind === 'assign' && extended.value.kind === 'variable' ? extended.value.variable : made.superclass.variable;
    found.set(id, { name, span, whole: made.span, base });
  }
  return found;
}

/** The class and those of the module that it extends, up to one of React; null where that is not certain. */
function lineOf(variable: VariableId, classes: ReadonlyMap<VariableId, TopClass>, module: ModuleIr): readonly TopClass[] | null {
  const line: TopClass[] = [];
  for (let at = variable, next = classes.get(at); next !== undefined; at = next.base, next = classes.get(at)) {
    if (line.includes(next)) return null;
    line.push(next);
    if (!classes.has(next.base)) return isOfReact(next.base, module) ? line : null;
  }
  return null;
}

/** `Component` that is imported from React, `React.Component`, or what `require` gives. */
function isOfReact(variable: VariableId, module: ModuleIr): boolean {
  const { writers } = mentionsOf(module);
  if (module.imports.some((each) => each.variable === variable && each.specifier === reactSpecifier)) return true;
  const [writer, ...others] = writers.get(variable) ?? [];
  if (writer === undefined || others.length > 0) return false;
  if (writer.kind === 'load' && writer.object.kind === 'variable') return isOfReact(writer.object.variable, module);
  if (writer.kind === 'assign' && writer.value.kind === 'variable') return isOfReact(writer.value.variable, module);
  const [given] = writer.kind === 'call' && writer.text === 'require' ? writer.args : [];
  if (given?.kind !== 'value' || given.value.kind !== 'constant') return false;
  return given.value.value.kind === 'string' && given.value.value.value === reactSpecifier;
}

const methodNames = new WeakMap<ModuleIr, ReadonlySet<string>>();

/** `Class.method` */
function methodsOf(module: ModuleIr): ReadonlySet<string> {
  let names = methodNames.get(module);
  if (names === undefined) methodNames.set(module, (names = new Set(module.functions.map(({ name }) => name))));
  return names;
}
