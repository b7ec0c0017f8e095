import type { CallPlace, Failure } from '../execution/concrete/failure.js';
import type { Instruction } from '../ir/instruction.js';
import { isOwnFunction } from '../ir/linked.js';
import type { FunctionId, FunctionIr, ModuleIr } from '../ir/program.js';
import { callText } from './callPath.js';
import { assertionCode, callForms } from './cause.js';
import { exceptionText } from './occurrenceText.js';
import { spokenName, type Places } from './place.js';
import type { FindingCode, Located } from './result.js';

/** Where and why a run that was followed from an observed call fails. */
export interface ObservedFailure extends Located {
  readonly code: FindingCode;
  /** The calls that were open, from the outside inwards. */
  readonly calls: readonly Located[];
}

/** The failure in words; null where it is not known which place fails. */
export function observedFailure(failure: Failure, module: ModuleIr, places: Places): ObservedFailure | null {
  const body = module.functions[failure.function];
  const node = body?.nodes[failure.node];
  if (body === undefined || node === undefined) return null;
  const calls = failure.calls.flatMap((call, index) =>
    callAt(call, failure.calls[index + 1]?.function ?? failure.function, module, places),
  );
  if (node.mark?.kind === 'violation') {
    const assertion = module.assertions[node.mark.assertion];
    if (assertion === undefined) return null;
    const there = placesOf(body, module, places).at(assertion.span, `@${assertion.tag} ${assertion.text} is violated`);
    return { ...there, code: assertionCode(assertion.tag), calls };
  }
  const instruction = body.edges.find(({ source, outcome }) => source === failure.node && outcome === 'throw')?.instruction;
  if (instruction === undefined || !('span' in instruction)) return null;
  const { form, code } = kindOf(instruction, failure);
  const own = placesOf(body, module, places);
  const message = exceptionText(form, own.textOf(instruction.span), failure.fault?.error ?? null);
  return { ...own.at(instruction.span, message), code, calls };
}

function kindOf(
  { kind }: Instruction,
  { fault }: Failure,
): { readonly form: Parameters<typeof exceptionText>[0]; readonly code: FindingCode } {
  const about = fault?.about ?? '';
  if (kind === 'throw') return { form: 'throw', code: 'uncaught-exception' };
  if ((kind === 'load' || kind === 'store') && /of undefined or null$/.test(about)) return { form: 'null', code: 'null-access' };
  const called = kind === 'call' ? callForms[about] : undefined;
  if (called !== undefined) return { form: called, code: 'wrong-kind' };
  if (about === 'not iterable') return { form: 'iterable', code: 'uncaught-exception' };
  return { form: kind === 'checkInitialised' ? 'declaration' : 'other', code: 'uncaught-exception' };
}

/** The call at a place, of the function in which the run goes on. */
function callAt({ function: id, node }: CallPlace, next: FunctionId, module: ModuleIr, places: Places): readonly Located[] {
  const [body, callee] = [module.functions[id], module.functions[next]];
  const instruction = body?.edges.find(({ source }) => source === node)?.instruction;
  if (body === undefined || callee === undefined || instruction === undefined || !('span' in instruction)) return [];
  const caller = body.name === '<anonymous>' ? 'the function' : spokenName(body);
  return [placesOf(body, module, places).at(instruction.span, `${caller} ${callText(callee)} here`)];
}

function placesOf(body: FunctionIr, module: ModuleIr, places: Places): Places {
  return isOwnFunction(module, body.id) ? places : places.in(body.file);
}
