import { Random } from '../random.js';

/** A fork that leads to a place, and with which outcome; `any`: whatever it was, having been there is enough. */
interface Leading {
  readonly fork: number;
  readonly wants: boolean | 'any';
}

/** A random program about control: every test, call and throw tells the helpers its number, so that the program itself knows its conditions. */
export interface ConditionProgram {
  readonly text: string;
  readonly stopLine: number;
  /** By the number of a place (a call, the stop): the forks of its function that lead there. */
  readonly leading: readonly (readonly Leading[])[];
  /** By the number of a fork: its line, and the place that it is itself. */
  readonly forks: readonly { readonly line: number; readonly place: number }[];
}

interface Context {
  readonly leading: readonly Leading[];
  readonly depth: number;
  readonly isLoop: boolean;
  readonly isAsync: boolean;
  /** Whether a `return` may stand there: not at the top level of a module. */
  readonly isInFunction: boolean;
  /** Functions that may be called: those that are written already, so that calls end. */
  readonly callees: readonly Callee[];
}

interface Callee {
  readonly name: string;
  readonly kind: 'plain' | 'generator' | 'async';
}

export function writeConditionProgram(seed: number): ConditionProgram {
  return new ConditionWriter(new Random(seed)).program();
}

class ConditionWriter {
  private readonly lines: string[] = [];
  private readonly leading: (readonly Leading[])[] = [];
  private readonly forks: { line: number; place: number }[] = [];
  private stopLine = 0;
  private names = 0;

  constructor(private readonly random: Random) {}

  program(): ConditionProgram {
    this.line("const { enter, t, c, each, note, thrown, caught, left, stop, wait, drop } = require('./conditions.cjs');");
    const callees: Callee[] = [];
    for (let index = 0; index < 4; index++) {
      const name = `f${index}`;
      const kind = this.random.weighted<Callee['kind']>([
        [5, 'plain'],
        [index > 0 ? 1 : 0, 'generator'],
        [3, 'async'],
      ]);
      const isAsync = kind === 'async';
      this.line(`${isAsync ? 'async ' : ''}function${kind === 'generator' ? '*' : ''} ${name}(parent, site, d, isAwaited) {`);
      this.line('const A = enter(parent, site, isAwaited);');
      const around = this.block(
        { leading: [], depth: 0, isLoop: false, isAsync, isInFunction: true, callees: [...callees] },
        3,
        index === 0,
      );
      if (kind === 'generator') this.line('yield 1;');
      if (isAsync) this.line(this.pause());
      const fork = this.fork(around);
      this.line(`if (t(A, ${fork}, d > 0)) ${this.call({ name, kind }, isAsync, [...around, { fork, wants: true }], 'd - 1')};`);
      this.line('}');
      callees.push({ name, kind });
    }
    this.line('const A = enter(null, 0);');
    this.place([]);
    const around = this.block({ leading: [], depth: 1, isLoop: false, isAsync: false, isInFunction: false, callees }, 4, false);
    for (const callee of callees) this.line(`${this.call(callee, false, around, '2')};`);
    return { text: `${this.lines.join('\n')}\n`, stopLine: this.stopLine, leading: this.leading, forks: this.forks };
  }

  private line(text: string): number {
    return this.lines.push(text);
  }

  private place(leading: readonly Leading[]): number {
    return this.leading.push(leading) - 1;
  }

  /** A fork whose test begins on the line that is written next. */
  private fork(around: readonly Leading[]): number {
    this.forks.push({ line: this.lines.length + 1, place: this.place(around) });
    return this.forks.length - 1;
  }

  private setLine(fork: number): void {
    const known = this.forks[fork];
    if (known !== undefined) known.line = this.lines.length;
  }

  /** A call as an expression. What is async may be awaited, alone or with another, or go on by itself. */
  private call({ name, kind }: Callee, isAsync: boolean, leading: readonly Leading[], depth = '1'): string {
    const call = (isAwaited: boolean) => `${name}(A, ${this.place(leading)}, ${depth}, ${isAwaited})`;
    if (kind === 'plain') return call(true);
    if (kind === 'generator') return `[...${call(true)}]`;
    if (!isAsync || this.random.chance(0.4)) return `${call(false)}.catch(drop)`;
    const operand = this.random.chance(0.25) ? `Promise.all([${call(true)}, ${call(true)}])` : call(true);
    return `await wait(A, ${operand})`;
  }

  private pause(): string {
    return this.random.choice(['await wait(A, null);', 'await wait(A, Promise.resolve());', 'for await (const one of wait(A, [1]));']);
  }

  /** What stands in a branch of an expression: a call, so that the branch can be seen. */
  private effect({ callees, isAsync }: Context, leading: readonly Leading[]): string {
    const callee = callees.length === 0 ? undefined : this.random.choice(callees);
    return callee === undefined ? 'c()' : this.call(callee, isAsync, leading);
  }

  /** Statements, one after the other; what leads to what stands behind them. */
  private block(context: Context, count: number, hasStop: boolean): readonly Leading[] {
    let { leading } = context;
    const at = this.random.below(count);
    for (let index = 0; index < count; index++) {
      const inner = hasStop && index === at;
      leading = this.statement({ ...context, leading }, inner);
    }
    return leading;
  }

  private stop(leading: readonly Leading[]): void {
    this.stopLine = this.line(`stop(A, ${this.place(leading)});`);
  }

  /** Writes one statement; what leads to what stands behind it. */
  private statement(context: Context, hasStop: boolean): readonly Leading[] {
    const { random } = this;
    const { leading } = context;
    if (hasStop && (context.depth > 2 || random.chance(0.2))) {
      this.stop(leading);
      return leading;
    }
    const kinds: readonly (readonly [number, () => readonly Leading[]])[] = [
      [4, () => this.ifStatement(context, hasStop)],
      [2, () => this.loop(context, hasStop)],
      [2, () => this.forOf(context, hasStop)],
      [2, () => this.switchStatement(context, hasStop)],
      [2, () => this.tryStatement(context, hasStop)],
      [hasStop ? 0 : 3, () => this.expression(context)],
      [hasStop || !(context.isInFunction || context.isLoop) ? 0 : 1, () => this.guard(context)],
      [context.isAsync && !hasStop ? 1 : 0, () => this.awaiting(context)],
    ];
    if (context.depth > 3) return this.expression(context);
    return random.weighted(kinds)();
  }

  private inside(context: Context, leading: readonly Leading[], isLoop = context.isLoop): Context {
    return { ...context, leading, depth: context.depth + 1, isLoop };
  }

  private test(around: readonly Leading[]): readonly [number, string] {
    const fork = this.fork(around);
    return [fork, `t(A, ${fork}, c())`];
  }

  private ifStatement(context: Context, hasStop: boolean): readonly Leading[] {
    const [fork, test] = this.test(context.leading);
    this.line(`if (${test}) {`);
    const stopsInThen = this.random.chance(0.5);
    this.block(this.inside(context, [...context.leading, { fork, wants: true }]), 2, hasStop && stopsInThen);
    this.line('} else {');
    this.block(this.inside(context, [...context.leading, { fork, wants: false }]), 2, hasStop && !stopsInThen);
    this.line('}');
    return context.leading;
  }

  /** An `if` whose branch leaves: what is behind it depends on it. */
  private guard(context: Context): readonly Leading[] {
    const [fork, test] = this.test(context.leading);
    const leave = this.random.choice([...(context.isInFunction ? ['return;'] : []), ...(context.isLoop ? ['continue;', 'break;'] : [])]);
    if (this.random.chance(0.7)) {
      this.line(`if (${test}) { ${leave} }`);
      return [...context.leading, { fork, wants: false }];
    }
    this.line(`if (${test}) { c(); } else ${leave}`);
    return [...context.leading, { fork, wants: true }];
  }

  private loop(context: Context, hasStop: boolean): readonly Leading[] {
    const i = `i${this.names++}`;
    const fork = this.fork([]);
    const around = [...context.leading, { fork, wants: true }];
    const known = this.forks[fork];
    if (known !== undefined) this.leading[known.place] = around;
    const body = this.inside(context, around, true);
    switch (this.random.below(3)) {
      case 0:
        this.line(`for (let ${i} = 0; t(A, ${fork}, ${i} < 2); ${i}++) {`);
        this.block(body, 2, hasStop);
        this.line('}');
        break;
      case 1:
        this.line(`let ${i} = 0; while (t(A, ${fork}, ${i}++ < 2)) {`);
        this.block(body, 2, hasStop);
        this.line('}');
        break;
      default:
        // Entered again, its test has not been evaluated yet.
        this.line(`let ${i} = 0; note(A, ${fork}, false); do {`);
        this.block(body, 2, hasStop);
        this.line(`} while (t(A, ${fork}, ++${i} < 2));`);
        this.setLine(fork);
    }
    return context.leading;
  }

  private forOf(context: Context, hasStop: boolean): readonly Leading[] {
    const fork = this.fork(context.leading);
    this.line(`for (const e of each(A, ${fork}, [1, 2])) {`);
    this.block(this.inside(context, [...context.leading, { fork, wants: 'any' }], true), 2, hasStop);
    this.line('}');
    return context.leading;
  }

  private switchStatement(context: Context, hasStop: boolean): readonly Leading[] {
    const fork = this.fork(context.leading);
    this.line(`switch (t(A, ${fork}, c() ? 1 : c() ? 2 : 3)) {`);
    const inner = this.inside(context, [...context.leading, { fork, wants: 'any' }], false);
    const at = this.random.below(3);
    let leaves = false;
    ['case 1:', 'case 2:', 'default:'].forEach((head, index) => {
      this.line(head);
      this.block(inner, 1, hasStop && index === at);
      const end = this.random.below(3);
      if (end === 0) this.line('break;');
      if (end === 1 && index < 2 && context.isInFunction) {
        this.line('return;');
        leaves = true;
      }
    });
    this.line('}');
    return leaves ? [...context.leading, { fork, wants: 'any' }] : context.leading;
  }

  private tryStatement(context: Context, hasStop: boolean): readonly Leading[] {
    const inHandler = this.random.chance(0.4);
    this.line('try {');
    this.block(this.inside(context, context.leading), 1, hasStop && !inHandler);
    const [, test] = this.test(context.leading);
    this.line(`if (${test}) throw thrown(A, ${this.lines.length + 1});`);
    this.line('} catch (e) {');
    const fork = this.fork(context.leading);
    this.line(`caught(A, ${fork}, e);`);
    this.block(this.inside(context, [...context.leading, { fork, wants: 'any' }]), 1, hasStop && inHandler);
    this.line('}');
    return context.leading;
  }

  private awaiting({ leading }: Context): readonly Leading[] {
    this.line(this.pause());
    return leading;
  }

  private expression(context: Context): readonly Leading[] {
    const { leading } = context;
    const kind = this.random.below(8);
    if (kind === 0) {
      this.line(`${this.effect(context, leading)};`);
      return leading;
    }
    if (kind > 5) {
      const fork = this.fork(leading);
      const link = [...leading, { fork, wants: 'any' as const }];
      const target = kind === 6 ? `left(A, ${fork}, c() ? { f() {} } : null)?.f(` : `({ f: c() ? () => {} : null }).f?.(note(A, ${fork}), `;
      this.line(`${target}${this.effect(context, link)});`);
      return leading;
    }
    if (kind === 5) {
      const fork = this.fork(leading);
      const x = `x${this.names++}`;
      this.line(`let ${x} = c() ? 0 : null; ${x} ??= (note(A, ${fork}), ${this.effect(context, [...leading, { fork, wants: 'any' }])});`);
      return leading;
    }
    const [fork, test] = this.test(leading);
    const when = (wants: boolean) => this.effect(context, [...leading, { fork, wants }]);
    if (kind === 1) this.line(`${test} ? ${when(true)} : ${when(false)};`);
    else if (kind === 2) this.line(`${test} && ${when(true)};`);
    else if (kind === 3) this.line(`${test} || ${when(false)};`);
    else {
      this.forks.pop();
      const asked = this.fork(leading);
      this.line(`left(A, ${asked}, c()) ?? ${this.effect(context, [...leading, { fork: asked, wants: 'any' }])};`);
    }
    return leading;
  }
}
