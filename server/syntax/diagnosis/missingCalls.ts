import ts from 'typescript';
import { functionAround } from './parts.js';
import type { Atom, Types } from './vocabulary.js';

/** A statement that may be missing. */
export interface Missing {
  readonly text: string;
  readonly size: number;
}

/** Elements of lists at one place that calls are tried on. */
const mostElements = 16;

/**
 * Calls that may be missing at a place: methods of what is visible there, its elements included. `wanted`: the methods that a broken protocol
 * asks for; a method of a class that its file never uses comes before the others (paper 4, section 5).
 */
export function missingCalls(place: ts.Node, atoms: readonly Atom[], types: Types, wanted: ReadonlySet<string>): readonly Missing[] {
  const given = [...atoms, ...functionsAt(place, types)];
  const self = types.selfAt(place);
  const own: readonly Atom[] = self === null ? [] : [{ text: 'this', type: self, kind: 'object', size: 1 }];
  const calls = [...atoms, ...elementsOf(place, atoms, types)].flatMap((receiver) => callsOn(receiver, given, types, wanted));
  return [...calls, ...own.flatMap((receiver) => callsOn(receiver, given, types, wanted, methodAround(place)))];
}

/** The name of the method that a place is in. */
function methodAround(place: ts.Node): string | null {
  const method = ts.findAncestor(place, ts.isMethodDeclaration);
  return method === undefined ? null : method.name.getText();
}

/** Whether a method is the one of that name, or calls it: from there, its call would come back without end, most likely. */
function comesBack({ name, valueDeclaration }: ts.Symbol, method: string | null): boolean {
  return method !== null && (name === method || valueDeclaration?.getText().includes(`this.${method}(`) === true);
}

/** Functions that a call may be given: those that the function around has or is given, as what is called back later. */
function functionsAt(place: ts.Node, types: Types): readonly Atom[] {
  const isNear = (name: string): boolean =>
    types.checker
      .getSymbolsInScope(place, ts.SymbolFlags.Variable)
      .some((symbol) => symbol.name === name && symbol.valueDeclaration !== undefined && functionAround(symbol.valueDeclaration) !== null);
  return types
    .visibleAt(place)
    .functions.filter(({ text }) => isNear(text))
    .slice(0, mostFunctions)
    .map(({ text, type }) => ({ text, type, kind: 'function', size: 1 }));
}

const mostFunctions = 6;

/** Elements of visible lists by visible indices, where they are objects with methods of their own. */
function elementsOf(place: ts.Node, atoms: readonly Atom[], types: Types): readonly Atom[] {
  const indices = atoms.filter(({ kind, size }) => kind === 'number' && size === 1);
  const isTyped = /\.[cm]?tsx?$/.test(place.getSourceFile().fileName);
  return atoms
    .filter(({ kind }) => kind === 'array')
    .flatMap((list): readonly Atom[] => {
      const element = types.checker.getIndexTypeOfType(types.checker.getNonNullableType(list.type), ts.IndexKind.Number);
      if (element === undefined || types.kindOf(element) !== 'object') return [];
      const present = types.checker.getNonNullableType(element);
      if (!present.getProperties().some((property) => isMethodOfUser(property))) return [];
      const mark = isTyped && types.mayBeNothing(element) ? '!' : '';
      return indices.map(({ text, size }) => ({
        text: `${list.text}[${text}]${mark}`,
        type: present,
        kind: 'object',
        size: list.size + size,
      }));
    })
    .slice(0, mostElements);
}

const isMethodOfUser = ({ valueDeclaration }: ts.Symbol): boolean =>
  valueDeclaration !== undefined && ts.isMethodDeclaration(valueDeclaration) && !valueDeclaration.getSourceFile().isDeclarationFile;

/** Calls of the receiver's own methods, and of those of the library that change it. */
function callsOn(
  receiver: Atom,
  atoms: readonly Atom[],
  types: Types,
  wanted: ReadonlySet<string>,
  around: string | null = null,
): readonly Missing[] {
  if (receiver.kind !== 'object' && receiver.kind !== 'array') return [];
  const present = types.checker.getNonNullableType(receiver.type);
  return present.getProperties().flatMap((property) => {
    const isOwn = property.valueDeclaration?.getSourceFile().isDeclarationFile === false;
    if ((!isOwn && !changing.has(property.name)) || comesBack(property, around)) return [];
    const [signature] = types.checker.getTypeOfSymbol(property).getCallSignatures();
    if (signature === undefined || signature.parameters.length > 2) return [];
    let spread: readonly Atom[] = [];
    const parameters = signature.parameters.map((parameter) => {
      const declared = types.checker.getTypeOfSymbol(parameter);
      const isRest =
        parameter.valueDeclaration !== undefined &&
        ts.isParameter(parameter.valueDeclaration) &&
        parameter.valueDeclaration.dotDotDotToken !== undefined;
      if (!isRest) return declared;
      spread = atoms.filter(({ kind, type, text }) => kind === 'array' && text !== receiver.text && types.fits(type, declared));
      return types.checker.getIndexTypeOfType(declared, ts.IndexKind.Number) ?? declared;
    });
    const all = parameters.length === 1 ? spread.map((atom) => [{ ...atom, text: `...${atom.text}`, size: atom.size + 0.5 }]) : [];
    const base = isOwn && wanted.has(property.name) ? -0.5 : isMethodOfUser(property) && isUnused(property) ? 1 : 2;
    return [...choices(parameters, atoms, types), ...all].map((args) => ({
      text: `${receiver.text}.${property.name}(${args.map(({ text }) => text).join(', ')});`,
      // To lose all of it is more than to lose one.
      size: base + receiver.size + args.reduce((sum, { size }) => sum + size, property.name === 'clear' ? 1.5 : 0),
    }));
  });
}

/** Whether the file of a method names it nowhere but where it is declared. */
function isUnused({ name, valueDeclaration }: ts.Symbol): boolean {
  const text = valueDeclaration?.getSourceFile().text ?? '';
  return !new RegExp(`(?:\\.|\\[['"\`])\\s*${name.replaceAll('$', '\\$')}(?![\\w$])`).test(text);
}

const changing: ReadonlySet<string> = new Set(['push', 'pop', 'shift', 'unshift', 'reverse', 'sort', 'add', 'set', 'delete', 'clear']);

/** The arguments that fit, each parameter by each atom; at most so many. */
export function choices(parameters: readonly ts.Type[], atoms: readonly Atom[], types: Types): readonly (readonly Atom[])[] {
  let all: readonly (readonly Atom[])[] = [[]];
  for (const parameter of parameters)
    all = all.flatMap((args) => atoms.filter(({ type }) => types.mayFit(type, parameter)).map((atom) => [...args, atom])).slice(0, 60);
  return all;
}

/** Whether a field is one that methods of its own class write: others are meant to call these. */
export function isWrittenByMethods({ text }: Atom, place: ts.Node, types: Types): boolean {
  const [owner, name, ...more] = text.split('.');
  if (owner === undefined || name === undefined || owner === 'this' || more.length > 0) return false;
  const symbol = types.checker.getSymbolsInScope(place, ts.SymbolFlags.Variable).find((each) => each.name === owner);
  if (symbol === undefined) return false;
  const type = types.checker.getNonNullableType(types.checker.getTypeOfSymbolAtLocation(symbol, place));
  const declared = type.symbol?.valueDeclaration;
  if (declared === undefined || !ts.isClassLike(declared)) return false;
  return declared.members.some(
    (member) =>
      ts.isMethodDeclaration(member) &&
      new RegExp(`\\bthis\\.${name.replaceAll('$', '\\$')}\\s*(?:[-+*/]?=[^=]|\\+\\+|--)`).test(member.getText()),
  );
}
