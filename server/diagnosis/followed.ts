import { abstractBuiltins } from '../builtins/abstractModels.js';
import { concreteBuiltins } from '../builtins/concreteModels.js';
import { termModels } from '../builtins/termModels.js';
import { Machine, type Abnormal, type Completion, type Observer } from '../execution/concrete/machine.js';
import { getData } from '../execution/concrete/properties.js';
import { OutOfFuel, Unmodelled } from '../execution/concrete/signals.js';
import { ConcreteObject, type ConcreteValue } from '../execution/concrete/concreteValue.js';
import { Quantities } from '../execution/symbolic/quantities.js';
import type { Instruction } from '../ir/instruction.js';
import type { Span } from '../base/span.js';
import type { Component } from '../ir/component.js';
import type { Assertion, ModuleIr, VariableId } from '../ir/program.js';
import * as values from '../lattice/value.js';
import * as numbers from '../lattice/number.js';
import * as texts from '../lattice/text.js';
import type { Value } from '../lattice/value.js';
import { prepare } from '../semantics/prepare.js';
import type { Program } from '../semantics/scope.js';
import { Freed, Replaced, type AbnormalPart, type AbnormalParts, type Freedom } from './abnormal.js';
import { settledConditions, type Settled } from './settledConditions.js';
import { fieldsOf, handedOn, targetsOf, type Targets } from './targets.js';
import { SuspectInputs, type SuspectInput } from './suspectInputs.js';
import { triedRanges, type TriedRange } from './triedRanges.js';
import { WatchedTerms } from './watchedTerms.js';
import { valuesWithin } from './witness.js';

/** What components would have had to give at their passages, in their order. */
export type Given = (
  | {
      readonly kind: 'value';
      readonly component: number;
      readonly value: number | string;
      /** Of a number: the ends of a range that was tried; null where nothing bounds it. */
      readonly min: number | null;
      readonly max: number | null;
    }
  /** Whether a condition held, or which truth value was given. */
  | { readonly kind: 'way'; readonly component: number; readonly taken: boolean }
) & {
  /** Of a passage before the test: in which test, or null where the program was loaded. */
  readonly before?: string | null;
};

/** What following a test says of components that may do anything. */
export type Check =
  /** With these values, tried by a run, the test passes. */
  | { readonly kind: 'consistent'; readonly requirement: readonly Given[] }
  /** Whatever the components give, the test fails. */
  | { readonly kind: 'conflict' }
  /** `isCutShort`: there were more ways to try. */
  | { readonly kind: 'undecided'; readonly why: string; readonly isCutShort?: true };

type Consistent = Extract<Check, { kind: 'consistent' }>;

/** How much is tried: a brief check costs an eighth of a whole one. */
export type Effort = 'brief' | 'whole';

/** How a test fails: by an assertion, by one of the program itself, by another exception, because it takes longer than it may, or because it never ends. */
export type Failure = 'assertion' | 'violation' | 'error' | 'late' | 'endless';

/** A program with its tests as one module, and which component each instruction belongs to. */
export interface FollowedProgram {
  readonly module: ModuleIr;
  readonly componentOf: ReadonlyMap<Instruction, Component>;
  /** By condition: where the statement or clause stands in the module that runs where it holds. */
  readonly whenTrue: ReadonlyMap<Component, Span>;
  /** A test may find what those before it left: it is run behind them, where they are known. */
  readonly sharesState: boolean;
  /** All tests in the order in which they are declared; null where the models know the names, and the test runs alone. */
  readonly declared: readonly DeclaredTest[] | null;
}

export interface DeclaredTest {
  readonly name: string;
  /** It passes in Node, and has to go on to pass. */
  readonly passes: boolean;
}

/** From when on components are abnormal: from the beginning of the test that is followed, or from that of the program. */
type Since = 'test' | 'load';

/** From which passage on a test runs. */
interface Begun {
  readonly test: string;
  readonly passage: number;
}

const mostPaths = 96;
/** Instructions of one path, and of all paths of one check. */
const pathFuel = 40_000;
const checkFuel = 120_000;
/** Instructions of the runs that try the ends of ranges, in one check. */
const rangeFuel = 60_000;
const mostQuantities = 64;
const maxDepth = 400;
/** Each path may decide at one place as often as it comes there: places are told apart by the passage. */
const mostRepeats = 1_000;

/** Ways that are followed for a requirement of few passages, their instructions, and passages that are few. */
const mostShortPaths = 24;
const shortFuel = 40_000;
const fewPassages = 3;

/** `isHasty`: what can't refute any more is not looked at. */
interface Manner {
  readonly isHasty: boolean;
  readonly effort: Effort;
  readonly since?: Since;
}

interface Following {
  readonly forced: readonly boolean[];
  readonly isAnyType: boolean;
  readonly since: Since;
}

interface Run {
  readonly since: Since;
  /** Is told which test begins. */
  readonly begins?: (test: string) => void;
}

/** Follows tests with components that may do anything (paper 4, sections 2 and 4): one interpreter, unknown values as terms. */
export class FollowedTests {
  private readonly program: Program;
  private readonly top: ModuleIr['functions'][number] | null;
  private readonly run: ModuleIr['functions'][number] | null;
  private readonly targets: ReadonlyMap<Component, Targets>;
  private readonly fields: ReadonlySet<Instruction>;
  private readonly handedOn: ReadonlySet<VariableId>;
  private readonly settled: Settled;
  private readonly whole: { readonly isWhole?: true };
  /** What has to be true some time in each run of its function. */
  private readonly obligations: readonly Assertion[];

  /** `suspected`: where what is suspected stands in the module. */
  constructor(
    private readonly followed: FollowedProgram,
    private readonly suspected: readonly Span[] = [],
  ) {
    this.program = prepare(followed.module, {
      policy: { integers: false, indexFails: false },
      builtins: abstractBuiltins,
      isRelational: false,
    });
    this.targets = targetsOf(followed.module, followed.componentOf);
    this.fields = fieldsOf(followed.componentOf);
    this.handedOn = handedOn(followed.module, followed.componentOf);
    this.settled = settledConditions(followed.module, followed.componentOf, followed.whenTrue);
    this.whole = makesGlobals(followed.module) ? {} : { isWhole: true };
    this.obligations = followed.module.assertions.filter(({ tag }) => tag === 'sometime');
    this.top = followed.module.functions.find(({ kind }) => kind === 'module') ?? null;
    this.run = followed.module.functions.find(({ name }) => name === '$runTest') ?? null;
  }

  /** Why the interpreter does not fail on the test as Node did; null where it does: then the test is lowered. */
  whyReplayed(test: string, failure: Failure): string | null {
    const machine = this.machine(pathFuel * 5, null);
    try {
      const completion = this.completionOf(machine, test, null);
      if (completion === 'load') return 'the top level fails';
      if (completion === 'before') return 'a test before it fails where it is followed';
      if (completion.kind === 'violated' || (completion.kind === 'normal' && this.misses(machine)))
        return failure === 'violation' ? null : 'it breaks an assertion of the program where it is followed';
      if (completion.kind !== 'thrown') return 'it passes where it is followed';
      const { value } = completion;
      const code = value instanceof ConcreteObject ? getData(value, 'code', machine.realm) : undefined;
      return failure === (code === 'ERR_ASSERTION' ? 'assertion' : code === '$late' ? 'late' : 'error')
        ? null
        : 'it fails otherwise where it is followed';
    } catch (signal) {
      if (signal instanceof OutOfFuel) return failure === 'endless' ? null : 'the run is long';
      if (signal instanceof Unmodelled) return signal.what;
      throw signal;
    }
  }

  /** The calls by which a test that is followed enters what is suspected. */
  inputsOf(test: string): readonly SuspectInput[] {
    const inputs = new SuspectInputs(this.suspected);
    let isTest = false;
    const machine = this.machine(pathFuel * 5, (frame) => isTest && inputs.passes(frame));
    try {
      this.completionOf(machine, test, null, { since: 'load', begins: (name) => void (isTest = name === test) });
    } catch (signal) {
      if (!(signal instanceof OutOfFuel) && !(signal instanceof Unmodelled)) throw signal;
    }
    return inputs.found;
  }

  /** What the test says of components that are abnormal together: an assignment may also have been meant for another variable. */
  check(test: string, components: readonly Component[], effort: Effort = 'whole'): Check {
    return this.checkParts(test, this.abnormal(components), { isHasty: false, effort });
  }

  /** Whether the test refutes that no others are to blame than these. It gives up at the first run that does not fail. */
  refutes(test: string, components: readonly Component[]): boolean {
    return this.checkParts(test, this.abnormal(components), { isHasty: true, effort: 'whole' }).kind === 'conflict';
  }

  private abnormal(components: readonly Component[]): AbnormalParts {
    const parts = components.map((component): [Component, AbnormalPart] => {
      const targets = this.targets.get(component);
      const hasManyTargets = targets !== undefined && (targets.own.size > 1 || component.kind === 'header');
      return [component, { component, hasManyTargets, otherTargets: targets?.others ?? [] }];
    });
    const { fields, handedOn: given, settled } = this;
    return { parts: new Map(parts), componentOf: this.followed.componentOf, fields, handedOn: given, settled };
  }

  private checkParts(test: string, parts: AbnormalParts, how: Manner): Check {
    // What is asked of the test alone says more than what is asked of those before it, too.
    const isAlone = !how.isHasty && this.before(test).length > 0;
    const alone = isAlone ? this.checkValues(test, parts, { ...how, since: 'test' }, false) : null;
    if (alone?.check.kind === 'consistent') return this.shortened(test, parts, alone.check, 'test');
    const own = this.checkValues(test, parts, how, false);
    if (own.check.kind === 'consistent') return this.shortened(test, parts, own.check, 'load');
    const isCutShort = own.check.kind === 'undecided' && own.check.isCutShort === true && !how.isHasty;
    const short = isCutShort ? this.shortRequirement(test, parts, isAlone ? 'test' : 'load', Infinity) : null;
    if (short !== null) return { kind: 'consistent', requirement: short };
    if (own.check.kind !== 'conflict' || !own.dependsOnType) return own.check;
    // The type of a component may be nothing but that of its wrong value.
    const { check } = this.checkValues(test, parts, { ...how, isHasty: true }, true);
    return check.kind === 'undecided' ? { ...check, why: 'it may give something of another type' } : check;
  }

  /** All ways of components that give values of their own types, or any values. */
  private checkValues(
    test: string,
    parts: AbnormalParts,
    { isHasty, effort, since = 'load' }: Manner,
    isAnyType: boolean,
  ): { readonly check: Check; readonly dependsOnType: boolean } {
    let prefix: boolean[] | null = [];
    let isSettled = false;
    let isSpent = false;
    // Each choice of variables that are written has its own share.
    const spent = new Map<string, { paths: number; steps: number }>();
    let why: string | null = null;
    let dependsOnType = false;
    const share = effort === 'brief' ? 1 / 8 : 1;
    while (prefix !== null && !isSettled && !isSpent) {
      const path = this.follow(test, parts, { forced: prefix, isAnyType, since });
      const { freed } = path;
      const used = spent.get(freed.targetsChosen) ?? { paths: 0, steps: 0 };
      spent.set(freed.targetsChosen, used);
      used.steps += path.steps;
      isSpent = ++used.paths >= mostPaths * share || used.steps >= checkFuel * share;
      dependsOnType ||= path.terms.dependsOnType || freed.hasBoolean;
      // Its own variable was tried first.
      isSettled = freed.hasOtherTarget && why !== null;
      if (isSettled) break;
      if (freed.hasOtherTarget && path.end === 'passed') why ??= 'another variable may have been meant';
      else if (freed.hasNothing && path.end === 'passed') why ??= 'it may have been meant to find nothing';
      else if (freed.hasThrown && path.end === 'passed') why ??= 'it may have been meant to throw';
      else if (freed.hasOtherType && path.end === 'passed') why ??= 'what it gives may be of any type';
      else if (path.end === 'passed') {
        const witness = isHasty ? null : this.witness(test, parts, path, since);
        if (witness !== null) return { check: { kind: 'consistent', requirement: witness }, dependsOnType };
        why ??= 'no values were found with which it passes';
      } else if (path.end !== 'failed') why ??= path.end;
      why ??= freed.untried;
      // A run in which nothing was free is the program's own.
      if (!freed.hasGiven && !freed.hasNothing && !freed.hasThrown) why ??= 'it gives no value';
      // No witness could be shown.
      isSettled = (isHasty || freed.hasOtherType) && why !== null;
      prefix = nextPrefix(path.terms.decisions, prefix.length);
    }
    if (prefix !== null) why ??= 'there are too many ways';
    if (why === null) return { check: { kind: 'conflict' }, dependsOnType };
    return { check: { kind: 'undecided', why, ...(prefix === null || isSettled ? {} : { isCutShort: true }) }, dependsOnType };
  }

  /** The same with fewer passages, where a few ways that end sooner have one. */
  private shortened(test: string, parts: AbnormalParts, check: Consistent, since: Since): Check {
    const { length } = check.requirement;
    const short = length < fewPassages ? null : this.shortRequirement(test, parts, since, length);
    return short === null ? check : { ...check, requirement: short };
  }

  /** A requirement with less than so many passages. Ways that turn off early are followed first, where the others go on and on. */
  private shortRequirement(test: string, parts: AbnormalParts, since: Since, most: number): readonly Given[] | null {
    const open: (readonly boolean[])[] = [[]];
    let steps = 0;
    for (let paths = 0; paths < mostShortPaths && steps < shortFuel; paths++) {
      const forced = open.shift();
      if (forced === undefined) return null;
      const path = this.follow(test, parts, { forced, isAnyType: false, since });
      steps += path.steps;
      const { freed } = path;
      const isPlain = !freed.hasOtherTarget && !freed.hasNothing && !freed.hasThrown && !freed.hasOtherType;
      if (path.end === 'passed' && isPlain && freed.given.length > 0 && freed.given.length < most) {
        const witness = this.witness(test, parts, path, since);
        if (witness !== null) return witness;
      }
      const truths = path.terms.decisions.map(({ truth }) => truth);
      for (let at = forced.length; at < Math.min(truths.length, forced.length + mostShortPaths); at++)
        if (truths[at] === true) open.push([...truths.slice(0, at), false]);
      open.sort((a, b) => a.length - b.length);
    }
    return null;
  }

  private follow(test: string, parts: AbnormalParts, { forced, isAnyType, since }: Following) {
    const terms = new WatchedTerms(termModels, this.program, new Quantities(mostQuantities), forced, mostRepeats);
    let moment = 0;
    const machine = this.machine(pathFuel, () => terms.arriveOnce(moment++));
    const freed = new Freed(
      parts,
      {
        number: (what) => terms.input({ kind: 'unknown', what }, values.ofNumber(numbers.anyNumber)),
        string: (what) => terms.input({ kind: 'unknown', what }, values.ofText(texts.anyString)),
        any: (what) => terms.input({ kind: 'unknown', what }, values.top),
        boolean: (what) => terms.decideFreely(what),
        valueOf: (value) => terms.valueOf(value),
        mayBeCaught: () => machine.mayBeCaughtOutside,
      },
      isAnyType,
    );
    let end: string;
    const begun: Begun[] = [];
    try {
      end = this.ends(machine, test, freed, { since, begins: (name) => void begun.push({ test: name, passage: freed.given.length }) });
    } catch (signal) {
      if (signal instanceof Unmodelled) end = signal.what;
      else if (signal instanceof OutOfFuel) end = 'the run is long';
      else throw signal;
    }
    return { end, freed, terms, begun, steps: machine.realm.fuel.steps };
  }

  /** Values that the decisions of a path allow, with which the test passes when it is run. */
  private witness(
    test: string,
    parts: AbnormalParts,
    { freed, begun }: { readonly freed: Freed; readonly begun: readonly Begun[] },
    since: Since,
  ): readonly Given[] | null {
    const { given } = freed;
    const bounds = given.map((free) => boundsOf(free));
    const found = valuesWithin(bounds).find((choice) => this.passesWith(test, parts, choice, since).passes);
    if (found === undefined) return null;
    let steps = 0;
    const ranges = triedRanges(found, bounds, (choice) => {
      if (steps > rangeFuel) return false;
      const run = this.passesWith(test, parts, choice, since);
      steps += run.steps;
      return run.passes;
    });
    return given.flatMap((free, i) => {
      const where = begun.findLast(({ passage }) => passage <= i)?.test ?? null;
      return givenOf(free, found[i], ranges[i] ?? null).map((one) => (where === test ? one : { ...one, before: where }));
    });
  }

  /** Whether the test passes where the components give these values, one at each passage. */
  private passesWith(
    test: string,
    parts: AbnormalParts,
    choice: readonly ConcreteValue[],
    since: Since,
  ): { readonly passes: boolean; readonly steps: number } {
    const machine = this.machine(pathFuel, null);
    const replaced = new Replaced(parts, choice);
    let passes = false;
    try {
      passes = this.ends(machine, test, replaced, { since }) === 'passed' && replaced.isUsedUp;
    } catch (signal) {
      if (!(signal instanceof Unmodelled) && !(signal instanceof OutOfFuel)) throw signal;
    }
    return { passes, steps: machine.realm.fuel.steps };
  }

  private machine(fuel: number, observer: Observer | null): Machine {
    return new Machine(this.followed.module, { fuel, maxDepth, builtins: concreteBuiltins, runsJobs: 'own', ...this.whole }, observer);
  }

  private ends(machine: Machine, test: string, abnormal: Abnormal, how: Run): 'passed' | 'failed' {
    const completion = this.completionOf(machine, test, abnormal, how);
    return typeof completion !== 'string' && completion.kind === 'normal' && !this.misses(machine) ? 'passed' : 'failed';
  }

  /** Whether the run entered a function and did not come where something of it has to be true some time. */
  private misses({ entered, passed }: Machine): boolean {
    return this.obligations.some(({ id, owner }) => entered.has(owner) && !passed.has(id));
  }

  /** Runs the top level, the tests before, and the test; a word where the top level fails, or a test before that has to pass. */
  private completionOf(
    machine: Machine,
    test: string,
    abnormal: Abnormal | null,
    { since, begins = () => {} }: Run = { since: 'load' },
  ): Completion | 'load' | 'before' {
    machine.abnormal = since === 'load' ? abnormal : null;
    if (this.top === null || this.run === null || this.followed.module.tampersWithBuiltins) throw new Unmodelled('a form of the program');
    if (machine.runTopLevel(this.top).kind !== 'normal') return 'load';
    const closure = machine.closures.get(this.run.id);
    if (!(closure instanceof ConcreteObject)) throw new Unmodelled('a form of the program');
    const { declared } = this.followed;
    const byLoad = [new Set(machine.entered), new Set(machine.passed)] as const;
    const before = this.before(test);
    for (const [i, { name, passes }] of before.entries()) {
      begins(name);
      const completion = machine.runOwn(closure, [i, 'before', declared?.length]);
      if (completion.kind === 'ended' || (passes && completion.kind !== 'normal')) return 'before';
      // Hooks follow a test that fails, too; what they throw then says nothing more.
      if (completion.kind === 'thrown') machine.runOwn(closure, [i, 'failed', declared?.length]);
    }
    machine.beginAgain(...byLoad);
    machine.abnormal = abnormal;
    begins(test);
    const at = declared?.findIndex(({ name }) => name === test) ?? -1;
    return machine.runOwn(closure, [at < 0 ? test : at, 'test', declared?.length]);
  }

  /** The tests that may leave something for this one. */
  private before(test: string): readonly DeclaredTest[] {
    const { declared, sharesState } = this.followed;
    const at = sharesState ? (declared?.findIndex(({ name }) => name === test) ?? -1) : -1;
    return at < 0 ? [] : (declared?.slice(0, at) ?? []);
  }
}

/** Whether the program may give the global object properties: names that it does not declare. */
const makesGlobals = ({ text }: ModuleIr): boolean => /\b(?:globalThis|global)\b/.test(text);

function boundsOf(free: Freedom): boolean | Value {
  return free.kind === 'way' ? free.taken : free.bounds();
}

/** What a passage gave; nothing where a fork leaves it to others how the whole condition ends. */
function givenOf(free: Freedom, chosen: ConcreteValue, range: TriedRange | null): readonly Given[] {
  const { component } = free;
  if (free.kind === 'way') return free.settles === null ? [] : [{ kind: 'way', component, taken: free.settles }];
  const { min, max } = range ?? { min: null, max: null };
  return [{ kind: 'value', component, value: typeof chosen === 'number' ? chosen : String(chosen), min, max }];
}

/** The decisions of the next path: the last that is still true becomes false. */
function nextPrefix(decisions: readonly { readonly truth: boolean }[], forced: number): boolean[] | null {
  const truths = decisions.map(({ truth }) => truth);
  if (truths.length < forced) return null;
  const last = truths.lastIndexOf(true);
  return last < 0 ? null : [...truths.slice(0, last), false];
}
