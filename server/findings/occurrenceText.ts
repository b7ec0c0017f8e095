import { unreachable } from '../base/errors.js';
import type { Occurrence } from './cause.js';
import { givingTo } from './givenBefore.js';
import type { Places } from './place.js';

/** The words for a failure, as they go on after "main fails if n > 10: ". */
export function failureText(occurrence: Occurrence, places: Places): string {
  if (occurrence.form === 'assertion') return `${assertionText(occurrence)} is violated`;
  if (isAssertCall(occurrence)) return `${writtenAt(occurrence, places)} fails`;
  const property = takenOut(occurrence, places);
  if (property !== null) {
    const of = nameOfTaken(occurrence, places);
    return `${property} cannot be destructured from ${of === null ? 'what is' : `${of}, which is`} undefined or null`;
  }
  const text = isPattern(occurrence, places) ? takenApart(occurrence, places) : writtenAt(occurrence, places);
  return exceptionText(occurrence.form, text, occurrence.error);
}

/** The words for an exception: `text` is what throws, as it is written. */
export function exceptionText(form: Exclude<Occurrence['form'], 'assertion'>, text: string, error: Occurrence['error']): string {
  switch (form) {
    case 'throw':
      return `it throws ${thrownText(text)}`;
    case 'null':
      return `${assignedIn(text)} is a property of undefined or null`;
    case 'index':
      return `the index of ${text} is outside the array`;
    case 'callee':
      return `${text} calls something that is not a function`;
    case 'class':
      return `${text} calls a class without new`;
    case 'notConstructor':
      return `${text} applies new to what is no constructor`;
    case 'constructor':
      return `${text} constructs no object`;
    case 'setter':
      return `${text} has a getter and no setter`;
    case 'readOnly':
      return `${text} writes to a read-only property`;
    case 'notExtensible':
      return `${text} adds a property to an object that is not extensible`;
    case 'declaration':
      return `${text} is used before its declaration`;
    case 'promise':
      return `the promise of ${text} is rejected`;
    case 'rejected':
      return `${text} rejects a promise that nobody handles`;
    case 'returned':
      return returnedText(text);
    case 'iterable':
      return `${text} cannot be iterated`;
    case 'builtin':
    case 'refused':
    case 'other':
      return error === null ? `${text} throws` : `${text} throws ${withArticle(error)}`;
    default:
      return unreachable(form);
  }
}

/** The words for a failure at its own place. */
export function reasonText(occurrence: Occurrence, places: Places): string {
  switch (occurrence.form) {
    case 'assertion':
      return `${assertionText(occurrence)} is violated here`;
    case 'throw':
      return isAssertCall(occurrence) ? 'this assertion fails, and nothing catches what it throws' : 'this is thrown and not caught';
    case 'null':
      return takenOut(occurrence, places) === null
        ? 'the object of this property is undefined or null here'
        : 'what this is taken out of is undefined or null here';
    case 'index':
      return 'the index is outside the array here';
    case 'callee':
      return `${calledText(occurrence)} is not a function here`;
    case 'class':
      return `${calledText(occurrence)} is a class, and called without new here`;
    case 'notConstructor':
      return `${calledText(occurrence)} is no constructor here`;
    case 'constructor':
      return `${calledText(occurrence)} constructs no object here`;
    case 'setter':
      return 'this property has a getter and no setter';
    case 'readOnly':
      return 'this property is read-only, or its object is frozen';
    case 'notExtensible':
      return 'the object has no such property, and takes no new ones';
    case 'declaration':
      return 'this is used before its declaration';
    case 'promise':
      return 'what is awaited here is rejected';
    case 'rejected':
      return 'the promise that is rejected here is handled by nobody';
    case 'returned':
      return 'this promise is rejected, and returned';
    case 'iterable':
      return isPattern(occurrence, places) ? 'what this takes apart cannot be iterated' : 'this cannot be iterated';
    case 'builtin':
    case 'refused':
    case 'other':
      return 'this throws and is not caught';
    default:
      return unreachable(occurrence.form);
  }
}

/** Whether what throws is a call of an assertion: `assert(n > 0)`. */
function isAssertCall({ form, instance, node }: Occurrence): boolean {
  if (form !== 'throw') return false;
  return instance.indexed.outgoing[node]?.some(({ instruction }) => instruction.kind === 'throw' && instruction.isAssertion) === true;
}

const withArticle = (name: string): string => `${/^[AEIO]/.test(name) ? 'an' : 'a'} ${name}`;

function writtenAt({ file, span }: Occurrence, places: Places): string {
  return places.in(file ?? places.file).textOf(span);
}

/** Whether an array pattern iterates: `const [a, b] = …`. A literal that a loop goes over can be iterated. */
const isPattern = (occurrence: Occurrence, places: Places): boolean =>
  occurrence.form === 'iterable' && writtenAt(occurrence, places).startsWith('[');

/** The property that an object pattern takes out of nothing, as it is written: `name` in `const { name } = user`. */
function takenOut(occurrence: Occurrence, places: Places): string | null {
  if (occurrence.form !== 'null') return null;
  return (
    /^(?:[\p{ID_Start}$_][\p{ID_Continue}$]*|"[^"]*"|'[^']*')(?=\s*(?::|=(?![=>])|$))/u.exec(writtenAt(occurrence, places))?.[0] ?? null
  );
}

/** The value that a pattern takes apart: its name, or what it is where it is made. */
const takenApart = (occurrence: Occurrence, places: Places): string =>
  nameOfTaken(occurrence, places) ?? `the value that ${writtenAt(occurrence, places)} takes apart`;

/** The value that a pattern takes apart; null where it has no text of its own. */
function nameOfTaken({ instance, node, file, span }: Occurrence, places: Places): string | null {
  const taken = (instance.indexed.outgoing[node] ?? []).map(({ instruction }) => {
    if (instruction.kind === 'iterate') return instruction.iterable;
    return instruction.kind === 'load' ? instruction.object : null;
  });
  const of = taken.find((value) => value !== null);
  if (of?.kind !== 'variable') return null;
  const variable = instance.activation.program.module.variables[of.variable];
  if (variable === undefined) return null;
  if (variable.kind !== 'temporary' && !variable.name.startsWith('%')) return variable.name;
  const { body } = instance.indexed;
  const [only, another] = givingTo(variable.id, body);
  // An element, or a member that another pattern takes out, has no text of its own.
  const isPart = body.edges.some(({ instruction }) => instruction.kind === 'step' && instruction.target === variable.id);
  if (only === undefined || another !== undefined || isPart || (only.start < span.end && span.start < only.end)) return null;
  return places.in(file ?? places.file).textOf(only);
}

/** `node.name = f()` writes to `node.name`. */
function assignedIn(text: string): string {
  const at = [...text.matchAll(/(?<![=!<>])=(?![=>])/g)].find(({ index }) => isBalanced(text.slice(0, index)));
  return at === undefined ? text : text.slice(0, at.index).trimEnd();
}

/** Whether all brackets and quotes that are opened are closed. */
function isBalanced(text: string): boolean {
  const unquoted = text.replace(/(["'`])(?:\\.|(?!\1).)*\1/gs, '');
  const count = (pattern: RegExp): number => unquoted.match(pattern)?.length ?? 0;
  return count(/[([{]/g) === count(/[)\]}]/g) && !/["'`]/.test(unquoted);
}

/** `throw new Error('n');` throws `new Error('n')`. */
function thrownText(statement: string): string {
  return statement.replace(/^throw\b\s*/, '').replace(/\s*;$/, '');
}

/** `Promise.reject(new Error('n'))` rejects with `new Error('n')`. */
function returnedText(call: string): string {
  const reason = /^Promise\s*\.\s*reject\s*\(\s*(.*\S)\s*\)$/s.exec(call)?.[1];
  return reason === undefined ? `it returns ${call}, which is rejected` : `it rejects with ${reason}`;
}

/** The assertion with its tag, as it is written. */
export function assertionText({ instance, node }: Occurrence): string {
  const mark = instance.indexed.body.nodes[node]?.mark ?? null;
  const assertion = mark?.kind === 'violation' ? instance.activation.program.module.assertions[mark.assertion] : undefined;
  return assertion === undefined ? 'an assertion' : `@${assertion.tag} ${assertion.text}`;
}

function calledText({ instance, node }: Occurrence): string {
  const call = instance.indexed.outgoing[node]?.find(({ instruction }) => instruction.kind === 'call');
  return call?.instruction.kind === 'call' ? call.instruction.text : 'this';
}
