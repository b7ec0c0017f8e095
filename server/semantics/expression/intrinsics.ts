import { InternalError } from '../../base/errors.js';
import type { Intrinsic } from '../../ir/expression.js';
import type { NumberValue } from '../../lattice/number.js';
import * as texts from '../../lattice/text.js';
import type { StringValue } from '../../lattice/text.js';
import * as values from '../../lattice/value.js';
import type { Value } from '../../lattice/value.js';
import { both, conversionEffects, noEffects, throwing, toNumber, toText } from './convert.js';
import type { Effects } from './convert.js';
import type { Evaluated } from './evaluate.js';
import type { IntrinsicCall } from '../call/model.js';
import type { Activation } from '../scope.js';
import type { LiveState } from '../state.js';

/** A pure built-in function of primitives: missing arguments are undefined, as in a call. */
export function evaluateIntrinsic(name: Intrinsic, operands: readonly Value[], state: LiveState, activation: Activation): Evaluated {
  const model = activation.program.builtins.intrinsics.get(name);
  if (model === undefined) throw new InternalError(`the intrinsic ${name} has no model`);
  const call = new Evaluation(operands, state, activation);
  const value = model(call);
  return { value, effects: call.effects };
}

/** The call that a model evaluates: it knows what was converted until now. */
class Evaluation implements IntrinsicCall {
  private converted: Effects = noEffects;

  constructor(
    readonly operands: readonly Value[],
    readonly state: LiveState,
    readonly activation: Activation,
  ) {}

  /** The effects of what was converted. */
  get effects(): Effects {
    return this.converted;
  }

  operand(index: number): Value {
    return this.operands[index] ?? values.undefinedValue;
  }

  number(index: number): NumberValue {
    if (values.hasBigint(this.operand(index))) this.converted = both(throwing, this.converted);
    return this.anyNumber(index);
  }

  anyNumber(index: number): NumberValue {
    this.convert(this.operand(index));
    return toNumber(this.operand(index));
  }

  text(index: number): StringValue {
    this.convert(this.operand(index));
    return toText(this.operand(index));
  }

  textOrName(index: number): StringValue {
    const value = this.operand(index);
    const unnamed = values.withBits(value, value.bits & ~values.Bit.Symbol);
    this.convert(unnamed);
    const text = toText(unnamed);
    return value.bits & values.Bit.Symbol ? texts.join(text, texts.textOfLength(8, Infinity)) : text;
  }

  mayRefuse(): void {
    this.converted = both(throwing, this.converted);
  }

  private convert(value: Value): void {
    this.converted = both(this.converted, conversionEffects(value));
  }
}
