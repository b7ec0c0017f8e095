import type { GeneratedCall } from './calls.js';

/** What Node did with a call. */
export type Outcome = 'returned' | 'threw';

/** Statements as a function `name` of the call's parameter. */
function functionOf(name: string, { parameter, setup }: GeneratedCall, isTyped: boolean, body: readonly string[]): string {
  const type = isTyped && parameter !== null && parameter.type !== null ? `: ${parameter.type}` : '';
  const lines = ['const log = [];', ...setup, ...body].map((line) => `  ${line}`);
  return [`export function ${name}(${parameter === null ? '' : `p${type}`}) {`, ...lines, '}'].join('\n');
}

/** Gives all that can be seen of the call; thrown errors of the setup are not the call's. */
export function probe(name: string, call: GeneratedCall): string {
  const seen = `log, ${call.watched.join(', ')}`;
  return functionOf(name, call, false, [
    'let out;',
    `try { out = ${call.call}; } catch (error) { return { outcome: 'threw', values: { error, ${seen} } }; }`,
    `return { outcome: 'returned', values: { out, ${seen} } };`,
  ]);
}

/** Runs to its end exactly where the call does what Node did: `facts` are conditions that hold then. */
export function agreeing(name: string, call: GeneratedCall, outcome: Outcome, facts: readonly string[], isTyped: boolean): string {
  const checks = facts.map((fact, index) => `if (!(${fact})) throw new Error('fact ${index}');`);
  if (outcome === 'returned') return functionOf(name, call, isTyped, [`const out = ${call.call};`, ...checks]);
  return functionOf(name, call, isTyped, [
    'let threw = false;',
    'let error;',
    `try { ${call.call}; } catch (caught) { threw = true; error = caught; }`,
    `if (!threw) throw new Error('it returned');`,
    ...checks,
  ]);
}

/** Fails where the call does what Node did: whoever says that it always fails has decided the call. */
export function opposing(name: string, call: GeneratedCall, outcome: Outcome, isTyped: boolean): string {
  if (outcome === 'threw') return functionOf(name, call, isTyped, [`${call.call};`]);
  return functionOf(name, call, isTyped, [`try { ${call.call}; } catch { return; }`, `throw new Error('it returned');`]);
}
