import { childrenOf, isFunction, type AnyNode } from '../../instrument/tree.js';

/** Something that one activation did, as a recording tells it; what a call from it did is one row. */
export interface OwnRow {
  /**
   * `fork`, `arrival`: as the kinds of sites; `suspend`: an `await` or `yield`, and what came until it went on; `throw`: an exception began
   * here; `catch`: it is in a handler; `last`: in a `finally` block; `exit`: the activation ended; `other`: what does not say where control
   * goes on.
   */
  readonly kind: 'fork' | 'arrival' | 'suspend' | 'throw' | 'catch' | 'last' | 'exit' | 'other';
  /** Where it is in the text; null where it is not known. */
  readonly span: { readonly start: number; readonly end: number } | null;
  /** Of a fork: which way it took, as its value is; null: not known. */
  readonly isTruthy: boolean | null;
  readonly isNullish: boolean | null;
  /** Whether an exception left by it: a call that ended so, an `exit`, what is awaited. */
  readonly isThrown: boolean;
  /** Of a `suspend`: whether the activation did not go on behind it, but in a handler, a `finally` block, or not at all. */
  readonly isLeft: boolean;
  /** Whether it is a call of a method `return`. */
  readonly endsIterator: boolean;
  /** How many events were recorded before what follows it in the activation. */
  readonly after: number;
}

/** The rows of one activation, oldest first. */
export interface OwnRows {
  peek(): OwnRow | null;
  /** The first row from the next on that is not skipped. */
  ahead(isSkipped: (row: OwnRow) => boolean): OwnRow | null;
  advance(): void;
}

/**
 * Control is before a statement, or what a loop evaluates before each iteration: called with how many events were recorded until then.
 * `isCertain`: whether it surely came there.
 */
export type StepVisit = (node: AnyNode, time: number, isCertain: boolean) => void;

/** Control left something otherwise than at its end. `lost`: the recording does not say how it went on. */
type Jump =
  | { readonly kind: 'break' | 'continue'; readonly label: string | null }
  | { readonly kind: 'return' }
  /** `isGuessed`: control may have come further without a word. */
  | { readonly kind: 'throw'; readonly isGuessed: boolean }
  | { readonly kind: 'lost' };

const thrown: Jump = { kind: 'throw', isGuessed: false };
const thrownSomewhere: Jump = { kind: 'throw', isGuessed: true };

const lost: Jump = { kind: 'lost' };

/** A part of a text. */
interface Span {
  readonly start: number;
  readonly end: number;
}

type CountedLoop = Extract<AnyNode, { type: 'WhileStatement' | 'DoWhileStatement' | 'ForStatement' }>;
type Iteration = Extract<AnyNode, { type: 'ForOfStatement' | 'ForInStatement' }>;
type Try = Extract<AnyNode, { type: 'TryStatement' }>;
type Case = Extract<AnyNode, { type: 'SwitchStatement' }>['cases'][number];

/**
 * Follows control through one activation: every statement that it came to, in order. Rows say which way each fork took; what happens
 * between is as the text says. `home` is the function, or the program.
 */
export function walkActivation(home: AnyNode, rows: OwnRows, began: number, visit: StepVisit): void {
  new Walk(rows, began, visit).home(home);
}

/**
 * Goes on in the middle of an activation: the body of a loop begins, at a time, and `rows` are those from then on. `path` leads from the home
 * to the loop, each node the parent of the next. A loop in a `finally` is none to go on from: what happens behind it depends on what was before.
 */
export function walkFromLoop(path: readonly AnyNode[], rows: OwnRows, time: number, visit: StepVisit): void {
  new Walk(rows, time, visit).fromLoop(path);
}

class Walk {
  constructor(
    private readonly rows: OwnRows,
    private time: number,
    private readonly visit: StepVisit,
  ) {}

  home(home: AnyNode): void {
    if (!isFunction(home)) {
      this.list('body' in home && Array.isArray(home.body) ? (home.body as readonly AnyNode[]) : []);
      return;
    }
    for (const parameter of home.params) if (this.expression(parameter) !== null) return;
    // Its scope is entered before anything else is done.
    for (let row = this.rows.peek(); row?.kind === 'other' && row.span !== null && row.span.start < home.body.start; row = this.rows.peek())
      this.take();
    // What is hoisted is written before anything else is done.
    if (home.body.type === 'BlockStatement') this.statement(home.body);
    else {
      this.come(home.body);
      this.expression(home.body);
    }
  }

  fromLoop(path: readonly AnyNode[]): void {
    for (const [at, node] of path.entries()) {
      if (node.type !== 'TryStatement') continue;
      if (node.handler && path[at + 1] === node.block) this.handlers.push(node.handler);
      if (node.finalizer) this.finalizers.push(node.finalizer);
    }
    this.within(path, 0);
  }

  /** The rest of a node of which the next of the path is under way. */
  private within(path: readonly AnyNode[], at: number): Jump | null {
    const node = path[at];
    const child = path[at + 1];
    if (node === undefined) return lost;
    if (child === undefined)
      return isCounted(node)
        ? this.iterations(node, labelsOf(path, at), 'body')
        : isIteration(node)
          ? this.passes(node, labelsOf(path, at), true)
          : lost;
    const isBody = (isCounted(node) || isIteration(node)) && child === node.body;
    if (isBody) this.heads.push(headOf(node));
    const jump = this.within(path, at + 1);
    if (isBody) this.heads.pop();
    switch (node.type) {
      case 'Program':
      case 'BlockStatement':
        return this.rest(node.body as readonly AnyNode[], child, jump);
      case 'LabeledStatement':
        return jump?.kind === 'break' && jump.label === node.label.name ? null : jump;
      case 'WhileStatement':
      case 'DoWhileStatement':
      case 'ForStatement': {
        const left = this.endOfBody(jump, labelsOf(path, at));
        return left !== 'again' ? (left === 'end' ? null : left) : this.iterations(node, labelsOf(path, at), 'ended');
      }
      case 'ForOfStatement':
      case 'ForInStatement': {
        const left = this.endOfBody(jump, labelsOf(path, at));
        return left !== 'again' ? (left === 'end' ? null : left) : this.passes(node, labelsOf(path, at), false);
      }
      case 'SwitchCase':
        return this.rest(node.consequent, child, jump);
      case 'SwitchStatement':
        return this.casesFrom(node.cases.slice(node.cases.findIndex((one) => one === child) + 1), jump);
      case 'TryStatement':
        if (child === node.block && node.handler) this.handlers.pop();
        return this.endOfTry(node, child === node.block ? this.caught(node, jump) : jump);
      default:
        return jump;
    }
  }

  /** What follows a statement of a list that was left so. */
  private rest(statements: readonly AnyNode[], child: AnyNode, jump: Jump | null): Jump | null {
    const index = statements.indexOf(child);
    return jump === null ? this.list(statements.slice(index + 1)) : this.leaving(statements, index, jump);
  }

  private come(node: AnyNode): void {
    this.calledEnd = -1;
    this.visit(node, this.time, true);
  }

  /** Control may have come to statements, and into them, before an exception left the list that they are in. */
  private comePerhaps(nodes: readonly AnyNode[]): void {
    for (const node of nodes) {
      if (isFunction(node)) continue;
      this.visit(node, this.time, false);
      this.comePerhaps(childrenOf(node));
    }
  }

  private take(): OwnRow | null {
    const row = this.rows.peek();
    if (row === null) return null;
    this.rows.advance();
    this.time = row.after;
    if (row.span !== null) this.calledEnd = row.span.end;
    return row;
  }

  /** Takes what happened within a node and says nothing of where control goes on; what is written before the node was hoisted. */
  private settle(node: AnyNode): Jump | null {
    // What it has called by itself calls whatever else it comes to.
    let most = this.calledEnd >= node.end ? 0 : mostCalledBy(node);
    for (let row = this.rows.peek(); row?.kind === 'other'; row = this.rows.peek()) {
      if (row.span !== null && (row.span.start >= node.end || this.isOfHead(row.span.start))) break;
      if (row.span === null && !this.isWithinNext(node) && most-- <= 0) break;
      this.take();
      if (row.span !== null && row.span.start >= node.start && row.span.end >= node.end) most = 0;
      if (row.isThrown && this.endsByThrow(node)) return thrown;
    }
    return this.thrownWithin(node);
  }

  private isOfHead(offset: number): boolean {
    return this.heads.some(({ start, end }) => start <= offset && offset < end);
  }

  /** Whether a row without a place is followed by one of the node: it happened before that, so in the node too. */
  private isWithinNext({ start, end }: AnyNode): boolean {
    const next = this.rows.ahead(({ kind, span }) => kind === 'other' && span === null);
    return next !== null && next.span !== null && next.span.start >= start && next.span.start < end;
  }

  /** Whether what comes next is where the exception has led that a call in a node has ended by. */
  private endsByThrow(node: AnyNode): boolean {
    const next = this.rows.peek();
    if (next === null || next.kind === 'throw' || this.isBehindThrow(next)) return true;
    // What an executor throws rejects the promise that is made.
    return this.isLast(next) && node.type !== 'NewExpression';
  }

  private isBehindThrow(row: OwnRow): boolean {
    return (row.kind === 'exit' && row.isThrown) || this.isCatch(row) || (this.isLast(row) && this.thrownBehind(row) !== null);
  }

  /** Whether a `finally` block begins that belongs to a `try` in which control is. */
  private isLast({ kind, span }: OwnRow): boolean {
    return kind === 'last' && this.finalizers.some(({ start }) => start === span?.start);
  }

  /** Where an exception has led that `finally` blocks see on its way: what is told behind them. null: none is under way. */
  private thrownBehind({ span }: OwnRow): OwnRow | null {
    const from = this.finalizers.findIndex(({ start }) => start === span?.start);
    const blocks = this.finalizers.slice(0, from + 1);
    const isInBlock = (at: number) => blocks.some(({ start, end }) => start <= at && at < end);
    // What an exception holds that no probe has seen is told without a place.
    const next = this.rows.ahead(({ kind, span: at }) => (at === null || at.start === at.end ? kind === 'other' : isInBlock(at.start)));
    if (next === null) return null;
    const isOfBlock = next.kind === 'throw' && next.span !== null && next.span.start < (span?.start ?? 0);
    return isOfBlock || (next.kind === 'exit' && next.isThrown) || this.isCatch(next) ? next : null;
  }

  private isCatch(row: OwnRow): boolean {
    return this.handlers.some((one) => (row.kind === 'catch' && isWithin(row, one)) || isOfPattern(row, one));
  }

  /** In a statement, where the last of its rows that have a place ends. */
  private calledEnd = -1;
  /** Of the loops in whose bodies control is, what comes before the body: it is evaluated again behind it. */
  private readonly heads: Span[] = [];
  private readonly handlers: AnyNode[] = [];
  private readonly finalizers: AnyNode[] = [];
  /** In a `finally` block that an exception goes on behind: how many handlers were around it, where it is expected. */
  private expected: number | null = null;

  private thrownWithin(node: AnyNode): Jump | null {
    const next = this.rows.peek();
    if (next?.kind === 'throw') {
      if (next.span !== null && (next.span.start < node.start || next.span.start >= node.end)) return null;
      this.take();
      return thrown;
    }
    const behind = next !== null && this.isLast(next) ? this.thrownBehind(next) : null;
    if (behind?.kind === 'throw' && behind.span !== null) return behind.span.start < node.end ? thrown : null;
    // Where it was thrown is not told: somewhere in what may throw.
    if (next === null || !this.isBehindThrow(next) || !mayThrow(node)) return null;
    return this.expected === null || this.handlers.slice(this.expected).some((one) => isWithin(next, one)) ? thrownSomewhere : null;
  }

  /** The fork of a node, once everything before it is taken; null when the recording does not have it. */
  private fork(node: AnyNode, kind: 'fork' | 'arrival' = 'fork'): OwnRow | null {
    while (this.rows.peek()?.kind === 'other') this.take();
    const next = this.rows.peek();
    if (next?.kind !== kind || next.span?.start !== node.start || next.span.end !== node.end) return null;
    return this.take();
  }

  /** The same of a fork that is told only where control went that way: what lies behind its `construct` is not taken. */
  private toldFork(construct: { readonly start: number; readonly end: number }, node: AnyNode): OwnRow | null {
    for (let row = this.rows.peek(); row?.kind === 'other'; row = this.rows.peek()) {
      if (row.span !== null && (row.span.start < construct.start || row.span.start >= construct.end)) return null;
      this.take();
    }
    return this.fork(node);
  }

  private list(statements: readonly AnyNode[]): Jump | null {
    this.hoisted(statements);
    for (const [index, statement] of statements.entries()) {
      const jump = this.statement(statement);
      if (jump !== null) return this.leaving(statements, index, jump);
    }
    return null;
  }

  /** How a list of statements was left in one of them. */
  private leaving(statements: readonly AnyNode[], index: number, jump: Jump): Jump {
    if (jump.kind === 'throw' && jump.isGuessed) this.comePerhaps(statements.slice(index + 1));
    return jump;
  }

  /** Takes the functions that a list of statements declares: they are written before its first statement. */
  private hoisted(statements: readonly AnyNode[]): void {
    const names = new Set(statements.flatMap((statement) => declaredFunction(statement)?.id?.start ?? []));
    const [first, last] = [statements[0], statements.at(-1)];
    if (names.size === 0 || first === undefined || last === undefined) return;
    for (let row = this.rows.peek(); row?.kind === 'other' && row.span !== null; row = this.rows.peek()) {
      const { start, end } = row.span;
      const isScope = start <= first.start && end >= last.end;
      if (!isScope && !names.has(start)) return;
      this.take();
    }
  }

  private statement(node: AnyNode, labels: readonly string[] = []): Jump | null {
    if (node.type === 'BlockStatement') return this.list(node.body);
    if (node.type === 'FunctionDeclaration' || node.type === 'EmptyStatement' || /^Import/.test(node.type)) {
      if (node.type === 'EmptyStatement') this.come(node);
      return null;
    }
    this.come(node);
    switch (node.type) {
      case 'ExportNamedDeclaration':
      case 'ExportDefaultDeclaration':
        return node.declaration === null || node.declaration === undefined ? null : this.exported(node.declaration);
      case 'LabeledStatement': {
        const name = node.label.name;
        const jump = this.statement(node.body, [...labels, name]);
        return jump?.kind === 'break' && jump.label === name ? null : jump;
      }
      case 'IfStatement':
        return this.ifStatement(node);
      case 'WhileStatement':
      case 'DoWhileStatement':
      case 'ForStatement':
        return this.loop(node, labels);
      case 'ForOfStatement':
      case 'ForInStatement':
        return this.iteration(node, labels);
      case 'SwitchStatement':
        return this.switchStatement(node);
      case 'TryStatement':
        return this.tryStatement(node);
      case 'WithStatement':
        return this.expression(node.object) ?? this.statement(node.body);
      case 'ReturnStatement':
        return (node.argument ? this.expression(node.argument) : null) ?? this.returned(node);
      case 'ThrowStatement':
        return this.throwStatement(node);
      case 'BreakStatement':
      case 'ContinueStatement':
        return { kind: node.type === 'BreakStatement' ? 'break' : 'continue', label: node.label?.name ?? null };
      default:
        return this.expression(node);
    }
  }

  private exported(node: AnyNode): Jump | null {
    return node.type === 'FunctionDeclaration' ? null : node.type === 'VariableDeclaration' ? this.statement(node) : this.expression(node);
  }

  /** A `return` is told before the `finally` blocks that it passes, and at the end of each. */
  private returned(from: Span): Jump {
    const next = this.rows.ahead(({ kind }) => kind === 'other');
    if (next?.kind === 'exit' && isWithin(next, from)) {
      while (this.rows.peek()?.kind === 'other') this.take();
      this.take();
    }
    return { kind: 'return' };
  }

  private throwStatement(node: Extract<AnyNode, { type: 'ThrowStatement' }>): Jump {
    const jump = this.expression(node.argument);
    if (jump !== null) return jump;
    const next = this.rows.peek();
    if (next?.kind === 'throw') this.take();
    return thrown;
  }

  private ifStatement({ test, consequent, alternate }: Extract<AnyNode, { type: 'IfStatement' }>): Jump | null {
    const jump = this.expression(test);
    if (jump !== null) return jump;
    const way = this.fork(test)?.isTruthy ?? null;
    if (way === null) return lost;
    if (way) return this.statement(consequent);
    return alternate ? this.statement(alternate) : null;
  }

  private loop(node: CountedLoop, labels: readonly string[]): Jump | null {
    if (node.type === 'ForStatement' && node.init) {
      // What a loop's head declares is no statement of its own.
      const jump = node.init.type === 'VariableDeclaration' ? this.expression(node.init) : this.statement(node.init);
      if (jump !== null) return jump;
    }
    return this.iterations(node, labels, node.type === 'DoWhileStatement' ? 'body' : 'test');
  }

  /** The iterations of a loop, from its test on, from its body, or from where its body has ended. */
  private iterations(node: CountedLoop, labels: readonly string[], first: 'test' | 'body' | 'ended'): Jump | null {
    for (let from = first; ; from = 'test') {
      if (from === 'test') {
        const goesOn = this.test(node.test ?? null);
        if (goesOn === false) return null;
        if (goesOn !== true) return goesOn;
      }
      const time = from === 'ended' ? -1 : this.time;
      const jump = from === 'ended' ? 'again' : this.loopBody(node, labels);
      if (jump !== 'again') return jump === 'end' ? null : jump;
      if (node.type === 'ForStatement' && node.update) {
        const thrown = this.expression(node.update);
        if (thrown !== null) return thrown;
      }
      // Nothing is reported of an endless loop in which nothing happens.
      if (!node.test && this.time === time) return lost;
    }
  }

  private test(test: AnyNode | null): boolean | Jump {
    if (test === null) return true;
    this.visit(test, this.time, true);
    return this.expression(test) ?? this.fork(test)?.isTruthy ?? lost;
  }

  private loopBody(loop: CountedLoop | Iteration, labels: readonly string[]): Jump | 'again' | 'end' {
    this.heads.push(headOf(loop));
    const jump = this.statement(loop.body);
    this.heads.pop();
    return this.endOfBody(jump, labels);
  }

  private endOfBody(jump: Jump | null, labels: readonly string[]): Jump | 'again' | 'end' {
    if (jump === null) return 'again';
    const isOwn = (jump.kind === 'break' || jump.kind === 'continue') && (jump.label === null || labels.includes(jump.label));
    if (!isOwn) return jump;
    return jump.kind === 'continue' ? 'again' : 'end';
  }

  private iteration(node: Iteration, labels: readonly string[]): Jump | null {
    return this.expression(node.right) ?? this.passes(node, labels, false);
  }

  /** What follows for each value of an iterator; `isEntered`: the first is there, and was told. */
  private passes(node: Iteration, labels: readonly string[], isEntered: boolean): Jump | null {
    for (let isTold = isEntered; ; isTold = false) {
      if (!isTold) {
        this.visit(node.left, this.time, true);
        this.settleHead(node);
        const taken = this.takeApart(node);
        if (taken !== null) return taken;
        if (this.toldFork(node, node.right) === null) return this.thrownWithin({ ...node.left, start: node.start, end: node.body.start });
      }
      const left = this.loopBody(node, labels);
      if (left === 'again') continue;
      const ended = node.type === 'ForOfStatement' && node.await ? this.waitForEnd(node, left) : this.endIterator(left);
      return ended ?? (left === 'end' ? null : left);
    }
  }

  /** An iterator that is not through is ended by its own method, where it has one. */
  private endIterator(left: Jump | 'end'): Jump | null {
    if (this.rows.peek()?.endsIterator !== true) return null;
    const row = this.take();
    // An exception under way goes on, whatever the method throws.
    return row?.isThrown === true && (left === 'end' || left.kind !== 'throw') ? thrown : null;
  }

  /** A loop that awaits, and is left before its iterator is through, waits until that has ended. */
  private waitForEnd(node: Iteration, left: Jump | 'end'): Jump | null {
    const next = this.rows.ahead(({ kind }) => kind === 'other');
    if (next?.kind !== 'suspend' || !isWithin(next, { ...node.right, start: node.start, end: node.body.start })) return null;
    while (this.rows.peek()?.kind === 'other') this.take();
    this.take();
    if (!next.isLeft) return null;
    // Where control goes on that left more than this loop, nothing tells that the wait is over.
    const goesFurther = left !== 'end' && (left.kind === 'break' || left.kind === 'continue');
    const behind = this.rows.peek();
    return goesFurther && behind !== null && !this.isBehindThrow(behind) ? null : thrown;
  }

  /** The defaults of a loop's head: an iteration is told when they are done. */
  private takeApart(node: Iteration): Jump | null {
    const next = this.rows.peek();
    if (next?.kind !== 'fork' || !isWithin(next, node.left)) return null;
    const jump = this.expression(node.left);
    this.settleHead(node);
    return jump;
  }

  /** What an iterator does, and what it is awaited for, is between the iterations. */
  private settleHead({ start, body }: { readonly start: number; readonly body: AnyNode }): void {
    for (let row = this.rows.peek(); row !== null; row = this.rows.peek()) {
      const isOfHead = row.span === null || (row.span.start >= start && row.span.start < body.start);
      if (!isOfHead || (row.kind !== 'other' && row.kind !== 'suspend')) return;
      this.take();
    }
  }

  private switchStatement({ discriminant, cases }: Extract<AnyNode, { type: 'SwitchStatement' }>): Jump | null {
    const jump = this.expression(discriminant);
    if (jump !== null) return jump;
    if (this.fork(discriminant) === null) return lost;
    for (const one of cases) {
      if (one.test) {
        // Which cases were tried before one was entered is not told: their tests hold few rows.
        const tried = this.settle(one.test);
        if (tried !== null) return tried;
      }
    }
    const next = this.rows.peek();
    const entered = cases.findIndex((one) => next?.kind === 'arrival' && next.span?.start === one.start && next.span.end === one.end);
    return entered < 0 ? null : this.casesFrom(cases.slice(entered), null);
  }

  /** Cases of a `switch`, one after the other; `jump` is how the one before was left. */
  private casesFrom(cases: readonly Case[], jump: Jump | null): Jump | null {
    let left = jump;
    for (const one of cases) {
      if (left !== null) break;
      if (this.fork(one, 'arrival') === null) return lost;
      left = this.list(one.consequent);
    }
    return left?.kind === 'break' && left.label === null ? null : left;
  }

  private tryStatement(node: Try): Jump | null {
    const { block, handler } = node;
    if (node.finalizer) this.finalizers.push(node.finalizer);
    if (handler) this.handlers.push(handler);
    const jump = this.statement(block);
    if (handler) this.handlers.pop();
    return this.endOfTry(node, this.caught(node, jump));
  }

  /** What a handler makes of how its block was left. */
  private caught({ handler }: Try, jump: Jump | null): Jump | null {
    if (!handler || (jump?.kind !== 'throw' && jump?.kind !== 'lost') || !this.toHandler(handler)) return jump;
    const thrown = handler.param ? this.expression(handler.param) : null;
    if (thrown !== null) return thrown;
    if (this.rows.peek()?.kind === 'catch') this.take();
    return this.entered(handler) ?? this.statement(handler.body);
  }

  private endOfTry({ finalizer }: Try, jump: Jump | null): Jump | null {
    if (!finalizer) return jump;
    this.finalizers.pop();
    if (jump?.kind === 'lost') return jump;
    const next = this.rows.peek();
    if (next?.kind === 'last' && next.span?.start === finalizer.start) this.take();
    const before = this.expected;
    if (jump?.kind === 'throw') this.expected = this.handlers.length;
    const left = this.statement(finalizer);
    this.expected = before;
    if (left !== null) return left;
    return jump?.kind === 'return' ? this.returned({ start: finalizer.end - 1, end: finalizer.end }) : jump;
  }

  /** What is reported when a handler begins. */
  private entered(handler: AnyNode): Jump | null {
    this.toldFork(handler, handler);
    return null;
  }

  /** Control goes on in a handler, whatever was lost before. */
  private toHandler(handler: AnyNode): boolean {
    // An exception that `finally` blocks have seen on its way is told behind them.
    const behind = this.rows.peek()?.kind === 'throw' ? this.rows.ahead(({ kind }) => kind === 'throw') : null;
    if (behind !== null && (behind.kind === 'catch' || isOfPattern(behind, handler))) this.take();
    const next = this.rows.peek();
    if (next === null) return false;
    if (isOfPattern(next, handler)) return true;
    if (next.kind !== 'catch' || !isWithin(next, handler)) return false;
    this.take();
    return true;
  }

  /** What an expression evaluates, in order. */
  private expression(node: AnyNode): Jump | null {
    if (isFunction(node)) return null;
    switch (node.type) {
      case 'ConditionalExpression': {
        const jump = this.expression(node.test);
        if (jump !== null) return jump;
        const way = this.fork(node.test)?.isTruthy ?? null;
        return way === null ? lost : this.part(way ? node.consequent : node.alternate);
      }
      case 'LogicalExpression': {
        const jump = this.expression(node.left);
        if (jump !== null) return jump;
        const goesOn = takesRight(node.operator, this.fork(node.left));
        if (goesOn === null) return lost;
        return goesOn ? this.part(node.right) : null;
      }
      case 'ObjectExpression':
        for (const one of node.properties) {
          const parts = one.type === 'SpreadElement' ? [one] : one.computed ? [one.key, one.value] : [one.value];
          for (const part of parts) {
            const jump = this.expression(part);
            if (jump !== null) return jump;
          }
        }
        return this.settle(node);
      case 'SequenceExpression':
        for (const one of node.expressions) {
          const jump = this.part(one);
          if (jump !== null) return jump;
        }
        return null;
      case 'ChainExpression':
        return this.chain(node.expression) ?? this.settle(node);
      case 'AssignmentExpression':
        return this.assignment(node);
      case 'VariableDeclarator':
        return (node.init ? this.expression(node.init) : null) ?? this.expression(node.id) ?? this.settle(node);
      case 'AssignmentPattern': {
        if (this.toldFork(node, node.right) === null) return this.expression(node.left);
        return this.expression(node.right) ?? this.expression(node.left);
      }
      case 'AwaitExpression':
      case 'YieldExpression':
        return this.suspension(node);
      case 'ClassDeclaration':
      case 'ClassExpression':
        return this.classNode(node);
      default:
        for (const child of childrenOf(node)) {
          const jump = this.expression(child);
          if (jump !== null) return jump;
        }
        return this.settle(node);
    }
  }

  private part(node: AnyNode): Jump | null {
    this.come(node);
    return this.expression(node);
  }

  private assignment(node: Extract<AnyNode, { type: 'AssignmentExpression' }>): Jump | null {
    if (isTakenApart(node.left)) return this.expression(node.right) ?? this.expression(node.left) ?? this.settle(node);
    const isLogical = /^(&&|\|\||\?\?)=$/.test(node.operator);
    const jump = this.expression(node.left);
    if (jump !== null) return jump;
    if (isLogical && this.toldFork(node, node.left) === null) return this.settle(node);
    return this.expression(node.right) ?? this.settle(node);
  }

  /** A part of an optional chain; what follows a link that ends the chain is not evaluated. */
  private chain(node: AnyNode): Jump | null {
    const jump = this.link(node);
    return jump === 'ended' ? null : jump;
  }

  private link(node: AnyNode): Jump | 'ended' | null {
    if (node.type === 'MemberExpression') {
      const inner = this.link(node.object);
      // The links behind the one that ends a chain are told too.
      if (inner === 'ended' && node.optional) this.toldFork(node, node.object);
      if (inner !== null) return inner;
      if (node.optional) {
        const row = this.fork(node.object);
        if (row === null || row.isNullish === null) return lost;
        if (row.isNullish) return 'ended';
      }
      return (node.computed ? this.expression(node.property) : null) ?? this.settle(node);
    }
    if (node.type === 'CallExpression') {
      const inner = this.link(node.callee);
      if (inner !== null) return inner;
      // Only a call that takes place is told.
      if (node.optional && this.toldFork(node, node.callee) === null) return 'ended';
      for (const argument of node.arguments) {
        const thrown = this.expression(argument);
        if (thrown !== null) return thrown;
      }
      return this.settle(node);
    }
    return this.expression(node);
  }

  private suspension(node: Extract<AnyNode, { type: 'AwaitExpression' | 'YieldExpression' }>): Jump | null {
    if (node.argument) {
      const jump = this.expression(node.argument);
      if (jump !== null) return jump;
    }
    for (let row = this.rows.peek(); row !== null; row = this.rows.peek()) {
      const isHere = row.span !== null && row.span.start >= node.start && row.span.start < node.end;
      if (row.kind === 'other' && (isHere || row.span === null)) this.take();
      else if (row.kind === 'suspend' && isHere) {
        this.take();
        if (row.isLeft) {
          // What it hands over to is called while it waits.
          for (let next = this.rows.peek(); next?.kind === 'other' && isWithin(next, node); next = this.rows.peek()) this.take();
          return this.leftAtWait(node);
        }
        if (node.type === 'AwaitExpression' || !node.delegate) break;
      } else break;
    }
    return this.rows.peek() === null ? lost : this.settle(node);
  }

  /** How an activation was left where it waited. */
  private leftAtWait({ type }: AnyNode): Jump {
    const next = this.rows.peek();
    // Whoever goes through a generator may end it.
    const isEnded = type === 'YieldExpression' && next !== null && this.isLast(next) && this.thrownBehind(next) === null;
    return isEnded ? { kind: 'return' } : thrown;
  }

  /** What is done for a member when its class is made, behind the keys of all. */
  private staticPart(member: AnyNode): Jump | null {
    if (member.type === 'StaticBlock') return this.list(member.body);
    return member.type === 'PropertyDefinition' && member.static && member.value ? this.expression(member.value) : null;
  }

  private classNode(node: Extract<AnyNode, { type: 'ClassDeclaration' | 'ClassExpression' }>): Jump | null {
    if (node.superClass) {
      const jump = this.expression(node.superClass);
      if (jump !== null) return jump;
    }
    for (const member of node.body.body) {
      if (!('key' in member) || !member.computed) continue;
      const jump = this.expression(member.key);
      if (jump !== null) return jump;
    }
    for (const member of node.body.body) {
      const jump = this.staticPart(member);
      if (jump !== null) return jump;
    }
    return this.settle(node);
  }
}

/** Whether a value is taken apart by a pattern: that comes first, then the parts with their defaults and computed keys. */
const isTakenApart = ({ type }: AnyNode): boolean => type === 'ObjectPattern' || type === 'ArrayPattern';

/** Whether something is done for the pattern of a handler, which comes before the handler is told: defaults, computed keys. */
function isOfPattern(row: OwnRow, handler: AnyNode): boolean {
  return (
    handler.type === 'CatchClause' &&
    handler.param !== null &&
    handler.param !== undefined &&
    row.kind !== 'catch' &&
    isWithin(row, handler.param)
  );
}

function isWithin({ span }: OwnRow, { start, end }: Span): boolean {
  return span !== null && start <= span.start && span.start < end;
}

/** The part of a loop before its body. */
function headOf({ start, body }: CountedLoop | Iteration): Span {
  return { start, end: body.start };
}

function isCounted(node: AnyNode): node is CountedLoop {
  return node.type === 'WhileStatement' || node.type === 'DoWhileStatement' || node.type === 'ForStatement';
}

function isIteration(node: AnyNode): node is Iteration {
  return node.type === 'ForOfStatement' || node.type === 'ForInStatement';
}

/** The labels of a statement on a path. */
function labelsOf(path: readonly AnyNode[], at: number): readonly string[] {
  const labels: string[] = [];
  for (let around = at - 1; around >= 0; around--) {
    const node = path[around];
    if (node?.type !== 'LabeledStatement') break;
    labels.push(node.label.name);
  }
  return labels;
}

function takesRight(operator: string, row: OwnRow | null): boolean | null {
  if (row === null) return null;
  if (operator === '&&') return row.isTruthy;
  return operator === '||' ? (row.isTruthy === null ? null : !row.isTruthy) : row.isNullish;
}

/** How many functions a node itself calls at most without a place of their own, its parts apart: getters, traps, conversions, what natives call. */
function mostCalledBy(node: AnyNode): number {
  switch (node.type) {
    case 'Identifier':
    case 'PrivateIdentifier':
    case 'Literal':
    case 'ThisExpression':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
    case 'ArrayExpression':
    case 'ObjectExpression':
    case 'ParenthesizedExpression':
    case 'ExpressionStatement':
    case 'VariableDeclaration':
    case 'VariableDeclarator':
    case 'SequenceExpression':
    case 'MetaProperty':
    case 'Super':
    case 'TemplateElement':
    case 'ReturnStatement':
    case 'ThrowStatement':
      return 0;
    case 'MemberExpression':
      return 1;
    case 'UnaryExpression':
      return /^(?:!|typeof|void)$/.test(node.operator) ? 0 : Infinity;
    case 'BinaryExpression':
      return /^[!=]==$/.test(node.operator) ? 0 : Infinity;
    case 'AssignmentExpression':
      return node.operator === '=' && node.left.type === 'Identifier' ? 0 : Infinity;
    default:
      return Infinity;
  }
}

/** Whether evaluating something may throw, as its text says. */
function mayThrow(node: AnyNode): boolean {
  switch (node.type) {
    case 'Identifier':
    case 'Literal':
    case 'ThisExpression':
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
      return node.type === 'Identifier';
    case 'CallExpression':
    case 'NewExpression':
    case 'MemberExpression':
    case 'TaggedTemplateExpression':
    case 'AwaitExpression':
    case 'YieldExpression':
    case 'ThrowStatement':
    case 'BinaryExpression':
    case 'UnaryExpression':
    case 'UpdateExpression':
    case 'SpreadElement':
    case 'ObjectPattern':
    case 'ArrayPattern':
      return true;
    default:
      return childrenOf(node).some(mayThrow);
  }
}

/** The function that a statement declares; null when it declares none. */
function declaredFunction(node: AnyNode): Extract<AnyNode, { type: 'FunctionDeclaration' }> | null {
  if (node.type === 'FunctionDeclaration') return node;
  const isExport = node.type === 'ExportNamedDeclaration' || node.type === 'ExportDefaultDeclaration';
  return isExport && node.declaration?.type === 'FunctionDeclaration' ? node.declaration : null;
}
