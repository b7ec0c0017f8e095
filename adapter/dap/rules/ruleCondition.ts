import type { Target } from '../target.js';

/**
 * Whether a condition over the variables of a rule holds for the tuple of the finding at which a target waits; why not, as a sentence, where it
 * cannot be evaluated without an effect. A target that waits in no trap of ours has no tuple.
 */
export async function heldCondition(target: Target, condition: string, variables: readonly string[]): Promise<boolean | string> {
  const { trap } = target;
  if (trap === null) return 'The objects of the finding are not known.';
  const { result, exceptionDetails } = await target.client.send('Debugger.evaluateOnCallFrame', {
    callFrameId: trap.callFrameId,
    expression: `(({${variables.join(',')}})=>Boolean(${condition}\n))(tuple)`,
    silent: true,
    throwOnSideEffect: true,
    returnByValue: true,
  });
  if (exceptionDetails === undefined) return result.value === true;
  const [description = ''] = (exceptionDetails.exception?.description ?? exceptionDetails.text).split('\n');
  return description.includes('Possible side-effect') ? 'It would change something in the program.' : `${description}.`;
}
