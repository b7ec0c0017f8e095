import assert from 'node:assert/strict';
import type { Edge, FunctionIr, ModuleIr } from '../../../server/ir/program.js';
import { validateModule } from '../../../server/ir/validate.js';
import { lowerModule } from '../../../server/syntax/lower/lower.js';

function module(text: string): ModuleIr {
  const result = lowerModule(text, { file: 'program.ts', assertions: true });
  if (result.kind !== 'module') throw new Error('a syntax error');
  return result.module;
}

/** The module with function 1 changed. */
function changed(text: string, change: (f: FunctionIr) => Partial<FunctionIr>): string[] {
  const whole = module(text);
  return validateModule({ ...whole, functions: whole.functions.map((each) => (each.id === 1 ? { ...each, ...change(each) } : each)) });
}

describe('the validator of graphs', () => {
  const program = 'let x = 1; function f(a) { return a.b + x; } function g() {\n  // @always x > 0\n  let y = 2; return y; }';

  it('finds nothing wrong with lowered programs', () => assert.deepEqual(validateModule(module(program)), []));

  it('finds an exception edge that is missing', () => {
    const faults = changed(program, (f) => ({ edges: f.edges.filter((edge) => edge.outcome === 'normal') }));
    assert.ok(faults.some((fault) => /load at node \d+ has no exception edge/.test(fault)));
  });

  it('finds an exception edge whose instruction is another object', () => {
    const copied = (edge: Edge): Edge => (edge.outcome === 'throw' ? { ...edge, instruction: { ...edge.instruction } } : edge);
    assert.ok(changed(program, (f) => ({ edges: f.edges.map(copied) })).some((fault) => /has no twin/.test(fault)));
  });

  it('finds an edge to a node that does not exist', () => {
    const faults = changed(program, (f) => ({
      edges: [...f.edges, { source: 0, target: 999, instruction: { kind: 'nop' }, outcome: 'normal' }],
    }));
    assert.deepEqual(faults, ['f: an edge goes to the missing node 999']);
  });

  it('finds an edge that leaves the end', () => {
    const faults = changed(program, (f) => ({
      edges: [...f.edges, { source: f.exit, target: f.entry, instruction: { kind: 'nop' }, outcome: 'normal' }],
    }));
    assert.equal(faults.length, 1);
  });

  it('finds a variable of another function that is not captured', () => {
    const whole = module(program);
    const variables = whole.variables.map((variable) => ({ ...variable, captured: false }));
    assert.ok(validateModule({ ...whole, variables }).some((fault) => /x belongs to <module> and is not captured/.test(fault)));
  });

  it('finds numbers that are not dense', () => {
    const whole = module(program);
    assert.ok(validateModule({ ...whole, variables: whole.variables.slice(1) }).length > 0);
    assert.ok(validateModule({ ...whole, functions: whole.functions.slice(1) }).length > 0);
  });
});
