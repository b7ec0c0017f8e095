import assert from 'node:assert/strict';
import type { Domain, Expression, RuleQuery } from '../../../adapter/maintain/condition.js';
import { evaluate, isTrue } from '../../../adapter/maintain/conditionValue.js';
import { Maintenance } from '../../../adapter/maintain/maintenance.js';
import { Thing, type RuleValue } from '../../../adapter/maintain/thing.js';
import { Random } from '../../soundness/random.js';

const v = (variable: number): Expression => ({ kind: 'variable', variable });
const field = (of: Expression, slot: number): Expression => ({ kind: 'field', of, slot, name: `f${slot}`, isOptional: true });
const has = (of: Expression, element: Expression): Expression => ({ kind: 'has', of, element, name: 'has', isOptional: true });
const size = (of: Expression): Expression => ({ kind: 'size', of, name: 'size', isOptional: true });
const literal = (value: undefined | null | boolean | number | string): Expression => ({ kind: 'literal', value });
const not = (operand: Expression): Expression => ({ kind: 'unary', operator: '!', operand });
const both = (left: Expression, right: Expression): Expression => ({ kind: 'logical', operator: '&&', left, right });
const either = (left: Expression, right: Expression): Expression => ({ kind: 'logical', operator: '||', left, right });
const same = (left: Expression, right: Expression): Expression => ({ kind: 'binary', operator: '===', left, right });
const differ = (left: Expression, right: Expression): Expression => ({ kind: 'binary', operator: '!==', left, right });
const inSet = (set = 0): Domain => ({ kind: 'set', set });

/** Fields of the rules below. */
const [children, parent, next] = [0, 1, 2];

function maintenance(...queries: readonly Omit<RuleQuery, 'name'>[]): Maintenance {
  return new Maintenance(
    queries.map((query, rule) => ({ name: `rule${rule}`, ...query })),
    3,
    2,
  );
}

const textOf = (value: RuleValue): string => (value instanceof Thing ? `#${value.number}` : String(value));
const textOfAll = (tuples: Iterable<readonly RuleValue[]>): readonly string[] =>
  [...tuples].map((values) => values.map(textOf).join(' ')).sort();
const held = (engine: Maintenance, rule = 0): readonly string[] =>
  textOfAll([...(engine.rules[rule]?.tuples ?? [])].map(({ values }) => values));

describe('maintenance of rules', () => {
  const childKnowsItsParent = {
    variables: [inSet(), inSet()],
    where: both(has(field(v(0), children), v(1)), differ(field(v(1), parent), v(0))),
  };

  /** Nodes 1, 2, 3 with a list of children each (numbers 11, 12, 13). */
  function family(query: Omit<RuleQuery, 'name'> = childKnowsItsParent): {
    readonly engine: Maintenance;
    readonly node: (n: number) => Thing;
    readonly list: (n: number) => Thing;
  } {
    const engine = maintenance(query);
    const things = new Map<number, Thing>();
    const thing = (number: number): Thing => {
      const known = things.get(number) ?? engine.make(number);
      things.set(number, known);
      return known;
    };
    for (const n of [1, 2, 3]) {
      engine.beginContents(thing(10 + n));
      engine.write(thing(n), children, thing(10 + n), null);
      engine.enter(thing(n), 0, null);
    }
    return { engine, node: thing, list: (n) => thing(10 + n) };
  }

  it('sees an element that comes by another name of the container', () => {
    const { engine, node, list } = family();
    engine.add(list(1), node(2), 'add');
    assert.deepEqual(held(engine), ['#1 #2']);
    assert.equal([...(engine.rules[0]?.pending ?? [])][0]?.cause, 'add');
    engine.write(node(2), parent, node(1), 'parent');
    assert.deepEqual(held(engine), []);
    engine.write(node(2), parent, node(3), 'parent');
    assert.deepEqual(held(engine), ['#1 #2']);
    engine.take(list(1), node(2), 'take');
    assert.deepEqual(held(engine), []);
  });

  it('moves all pairs when the container itself is replaced', () => {
    const { engine, node, list } = family();
    engine.add(list(3), node(2), null);
    engine.write(node(1), children, list(3), 'shared');
    assert.deepEqual(held(engine), ['#1 #2', '#3 #2']);
    engine.write(node(3), children, null, 'none');
    assert.deepEqual(held(engine), ['#1 #2']);
  });

  it('keeps an element that a list holds twice until both are taken', () => {
    const { engine, node, list } = family();
    engine.add(list(1), node(2), null);
    engine.add(list(1), node(2), null);
    engine.take(list(1), node(2), null);
    assert.deepEqual(held(engine), ['#1 #2']);
    engine.take(list(1), node(2), null);
    assert.deepEqual(held(engine), []);
  });

  it('never holds for what has left, or is gone', () => {
    const { engine, node, list } = family();
    engine.add(list(1), node(2), null);
    engine.add(list(1), node(3), null);
    engine.leave(node(2), 0);
    assert.deepEqual(held(engine), ['#1 #3']);
    engine.forget(node(1));
    assert.deepEqual(held(engine), []);
    engine.write(node(3), parent, node(2), null);
    assert.deepEqual(held(engine), []);
  });

  it('reports a tuple once until a check finds that it no longer holds', () => {
    const { engine, node, list } = family();
    const pending = (): number => engine.rules[0]?.pending.size ?? 0;
    engine.add(list(1), node(2), 'first');
    for (const tuple of [...(engine.rules[0]?.pending ?? [])]) engine.told(tuple);
    engine.checked(0);
    assert.equal(pending(), 0);
    engine.take(list(1), node(2), null);
    engine.add(list(1), node(2), 'between checks');
    assert.equal(pending(), 0);
    engine.take(list(1), node(2), null);
    engine.checked(0);
    engine.add(list(1), node(2), 'after a check');
    assert.equal(pending(), 1);
  });

  it('finds what a text contains, and switches a rule off that asks another object', () => {
    const { engine, node } = family({
      variables: [inSet(), inSet()],
      where: {
        kind: 'has',
        of: field(v(0), children),
        element: field(v(1), next),
        name: 'includes',
        isOptional: true,
      },
    });
    engine.write(node(1), children, 'abc', null);
    engine.write(node(2), next, 'b', null);
    assert.deepEqual(held(engine), ['#1 #2']);
    engine.write(node(1), children, 'xyz', null);
    engine.write(node(2), next, 'z', null);
    assert.deepEqual(held(engine), ['#1 #2']);
    engine.forget(node(1));
    engine.write(node(2), next, 'x', null);
    assert.deepEqual(held(engine), []);
    engine.write(node(3), children, engine.make(9), null);
    assert.match(engine.rules[0]?.fault ?? '', /^includes was called on an object/);
  });

  it('switches a rule off that would throw, with the reason', () => {
    const engine = maintenance({
      variables: [inSet()],
      where: same({ kind: 'field', of: field(v(0), parent), slot: next, name: 'next', isOptional: false }, literal(1)),
    });
    const thing = engine.make(1);
    engine.enter(thing, 0, null);
    assert.equal(engine.rules[0]?.fault, '"next" was read of undefined');
  });

  it('ranges over the elements of an earlier variable, primitives too', () => {
    const { engine, node, list } = family({
      variables: [inSet(), { kind: 'elements', of: field(v(0), children) }],
      where: either(same(v(1), literal('x')), same(v(1), v(0))),
    });
    for (const value of ['x', 'y', node(1), node(2)]) engine.add(list(1), value, null);
    assert.deepEqual(held(engine), ['#1 #1', '#1 x']);
    engine.take(list(1), 'x', null);
    assert.deepEqual(held(engine), ['#1 #1']);
  });

  it('looks at few tuples: an update of a selective join does not depend on the number of objects', () => {
    const engine = maintenance(childKnowsItsParent);
    const nodes = Array.from({ length: 2000 }, (_, i) => engine.make(i));
    const lists = nodes.map((node, i) => {
      const list = engine.make(10_000 + i);
      engine.write(node, children, list, null);
      engine.enter(node, 0, null);
      return list;
    });
    const evaluations = countingEvaluations(() => {
      for (let i = 1; i < nodes.length; i++) {
        const [node, above, list] = [nodes[i], nodes[i - 1], lists[i - 1]];
        if (node === undefined || above === undefined || list === undefined) continue;
        engine.write(node, parent, above, null);
        engine.add(list, node, null);
      }
    }, engine);
    assert.deepEqual(held(engine), []);
    assert.ok(evaluations <= 4 * nodes.length, `${evaluations} updates were looked at`);
  });
});

/** How many searches some work made. */
function countingEvaluations(work: () => void, engine: Maintenance): number {
  const updates = (): number => engine.rules.reduce((sum, { updates }) => sum + updates, 0);
  const before = updates();
  work();
  return updates() - before;
}

describe('maintenance against the result from scratch', () => {
  for (const seed of [1, 2, 3, 4, 5, 6]) {
    it(`agrees after each of many random changes (seed ${seed})`, () => {
      for (let round = 0; round < 25; round++) randomProgram(new Random(seed * 1000 + round));
    });
  }
});

/** Random rules, and random changes of a few objects; after each change all rules are computed again. */
function randomProgram(random: Random): void {
  const queries = Array.from({ length: random.between(1, 3) }, (_, rule): RuleQuery => ({ name: `rule${rule}`, ...randomQuery(random) }));
  const engine = new Maintenance(queries, 3, 2);
  const things = Array.from({ length: 6 }, (_, number) => engine.make(number));
  const thing = (): Thing => random.choice(things);
  const value = (): RuleValue => (random.chance(0.75) ? thing() : random.choice<RuleValue>([undefined, null, 1, 'x', NaN]));
  const contents = new Map<Thing, RuleValue[]>();
  const listOf = (of: Thing): RuleValue[] => {
    const known = contents.get(of) ?? [];
    contents.set(of, known);
    return known;
  };
  for (let step = 0; step < 60; step++) {
    const subject = thing();
    const change = random.between(0, 9);
    if (change <= 1) engine.enter(subject, random.between(0, 1), step);
    else if (change === 2) engine.leave(subject, random.between(0, 1));
    else if (change <= 5) engine.write(subject, random.between(0, 2), value(), step);
    else if (change <= 7) {
      const element = value();
      listOf(subject).push(element);
      engine.add(subject, element, step);
    } else {
      const element = listOf(subject).pop();
      if (element !== undefined) engine.take(subject, element, step);
    }
    engine.rules.forEach((state, rule) => {
      assert.equal(state.fault, null);
      assert.deepEqual(held(engine, rule), textOfAll(engine.recomputed(rule)), `rule ${JSON.stringify(state.query)}, step ${step}`);
      for (const tuple of state.tuples) assert.ok(tuple.isTold !== state.pending.has(tuple));
      for (const { values } of state.tuples) assert.ok(isTrue(evaluate(state.query.where, values)));
    });
  }
}

function randomQuery(random: Random): Omit<RuleQuery, 'name'> {
  const count = random.between(1, 3);
  const variables = Array.from({ length: count }, (_, variable): Domain =>
    variable > 0 && random.chance(0.25) ? { kind: 'elements', of: randomPath(random, variable) } : inSet(random.between(0, 1)),
  );
  return { variables, where: randomTest(random, count, 3) };
}

function randomPath(random: Random, count: number): Expression {
  let path = v(random.between(0, count - 1));
  for (let length = random.between(0, 2); length > 0; length--) path = field(path, random.between(0, 2));
  return path;
}

function randomTest(random: Random, count: number, depth: number): Expression {
  const path = (): Expression => randomPath(random, count);
  const test = (): Expression => randomTest(random, count, depth - 1);
  if (depth > 0 && random.chance(0.6))
    return random.choice([() => both(test(), test()), () => either(test(), test()), () => not(test())])();
  return random.choice([
    () => same(path(), path()),
    () => differ(path(), path()),
    () => same(path(), random.choice([literal(1), literal('x'), literal(null), literal(undefined)])),
    () => ({ kind: 'conditional', test: same(path(), path()), then: same(path(), path()), otherwise: literal(false) }) as const,
    () => safeHas(path(), path()),
    () => safeHas(path(), { kind: 'conditional', test: same(path(), path()), then: path(), otherwise: path() }),
  ])();
}

/** Of what is no container nothing is asked. */
function safeHas(of: Expression, element: Expression): Expression {
  return both(differ(size(of), literal(undefined)), has(of, element));
}
