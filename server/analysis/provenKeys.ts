import type { Span } from '../base/span.js';
import type { Instruction } from '../ir/instruction.js';
import type { ModuleIr, Variable, VariableId } from '../ir/program.js';
import { targetsOf } from '../ir/visit.js';
import {
  anyKey,
  booleanKey,
  isKnownText,
  isSameKey,
  joinKeys,
  keysOf,
  mayBeNumeric,
  mayBeString,
  noKey,
  numberKey,
  objectKey,
  stringKey,
  undefinedKey,
  type KeyValue,
} from './keyValues.js';

/** What is proven of the key of a store `a[key] = …`, whoever calls the code with whatever. */
export interface ProvenKey {
  /** The access expression. */
  readonly span: Span;
  /** Whether it may be a number. */
  readonly mayBeNumber: boolean;
  /** What it begins with where it is a string; null: it is none. */
  readonly prefix: string | null;
  /** Whether that is all of it. */
  readonly isWhole: boolean;
}

/**
 * The stores of a module whose keys are no objects and no symbols, with what is known of the texts that they are: by what is written to
 * variables, in any order. It rests on the text alone: on no declared type, on no built-in, and not on who calls what.
 */
export function provenKeys(module: ModuleIr): readonly ProvenKey[] {
  // Direct eval and `with` may write to variables, and put others in their place.
  if (module.functions.some(({ opaque }) => opaque)) return [];
  const values = valuesOfVariables(module);
  const valueOf = (variable: VariableId): KeyValue => values[variable] ?? anyKey;
  return module.functions.flatMap((code) => {
    const keys = new Map<number, KeyValue>();
    for (const { instruction } of code.edges) {
      if (instruction.kind !== 'store' || instruction.access === null) continue;
      const known = keys.get(instruction.access) ?? noKey;
      keys.set(instruction.access, joinKeys(known, keysOf(instruction.key, valueOf)));
    }
    return code.accesses.flatMap(({ id, span }): readonly ProvenKey[] => {
      const key = keys.get(id);
      if (key === undefined || !isKnownText(key)) return [];
      const { prefix, isWhole } = key;
      return [{ span, mayBeNumber: mayBeNumeric(key), prefix: mayBeString(key) ? prefix : null, isWhole }];
    });
  });
}

/** The least solution: what each variable of a module may hold at any time. */
function valuesOfVariables({ variables, functions }: ModuleIr): readonly KeyValue[] {
  const instructions = functions.flatMap(({ edges }) => edges.map(({ instruction }) => instruction));
  const written = new Set(instructions.flatMap(targetsOf));
  const values = variables.map((variable) => initialValue(variable, written.has(variable.id)));
  const valueOf = (variable: VariableId): KeyValue => values[variable] ?? anyKey;
  for (let changes = true; changes;) {
    changes = false;
    for (const instruction of instructions)
      for (const target of targetsOf(instruction)) {
        const known = valueOf(target);
        const joined = joinKeys(known, writtenValue(instruction, target, valueOf));
        if (isSameKey(known, joined)) continue;
        values[target] = joined;
        changes = true;
      }
  }
  return values;
}

/** What a variable holds before anything is written to it. */
function initialValue({ kind, lexical }: Variable, isWritten: boolean): KeyValue {
  if (kind === 'temporary') return isWritten ? noKey : anyKey;
  // Parameters are whatever callers give; what is never written is what nobody here knows.
  if (kind !== 'local' || !isWritten) return anyKey;
  return lexical ? noKey : undefinedKey;
}

function writtenValue(instruction: Instruction, target: VariableId, valueOf: (variable: VariableId) => KeyValue): KeyValue {
  switch (instruction.kind) {
    case 'assign':
      return keysOf(instruction.value, valueOf);
    case 'allocate':
    case 'closure':
    case 'collect':
      return objectKey;
    case 'delete':
      return booleanKey;
    case 'enterScope':
    case 'copyScope':
      return noKey; // undefined is there from the beginning, and copies are of the same variable
    case 'iterate':
      return target === instruction.index ? numberKey : anyKey;
    case 'step':
      if (target === instruction.index) return numberKey;
      return instruction.protocol === 'in' ? stringKey : anyKey;
    default:
      return anyKey;
  }
}
