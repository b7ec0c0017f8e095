import {
  aroundActivityResult,
  beginningOfActivity,
  probeActivity,
  tellsActivities,
  beginsInParameters,
  notBegun,
  probeBeforeBeginning,
  probeCaller,
  aroundGenerator,
  probeEndOfActivity,
  recordingPlan,
} from './recordedActivities.js';
import { probeAllocations, probeSettled, probeSettling } from './allocations.js';
import { probeCall } from './calls.js';
import { Context, ownNumber, type Host } from './context.js';
import { probeAwaitedLoop } from './awaitedLoops.js';
import { asArgument, named, probeDefinitions } from './definitions.js';
import { holdsMarks, insertInto, type Insertion } from './edits.js';
import { probeForks, type ForksOf } from './forks.js';
import { forkClockName, lastWriteDeclarations } from './hiddenLocals.js';
import { probeMemberWrites } from './members.js';
import { probeImplicitConstructor } from './implicitConstructors.js';
import { mayCallEval, probeEval } from './generatedCode.js';
import { asksByName, Interest, isNoted, occurrencesOf, placesOf } from './interest.js';
import { aroundResult, entering, probeBodyEnd, probeLeaving, probeProgramEnd } from './leaving.js';
import { openLoopHead } from './loopHeads.js';
import { declaredIndex, keepsIndex, mayTakeIndex, takeIndex } from './givenIndex.js';
import { probeGlobalWrites, tellGlobalFunctions } from './globals.js';
import { mayCallEntries, probeEntryCalls } from './nativeCalls.js';
import { isBoundBefore, isKnownByArguments, isPlain } from './parameters.js';
import type { Plan } from './plan.js';
import { isNeverEntered } from './prunedStores.js';
import { chooseFunctions, type Choice } from './choice.js';
import { probeReturned, probeReturns } from './returns.js';
import { declarationOf } from './scopes.js';
import { probeLentObjects } from './lentObjects.js';
import { probeSight, probeSights, sightsOfParameters } from './sights.js';
import { ScriptValue } from './scriptValue.js';
import type { Site } from './site.js';
import { mapLinkOf, probesLink } from './mapLink.js';
import type { Mapping } from './mapping.js';
import { RuleProbes } from './ruleProbes.js';
import { changedPlaces, type ChangedPlaces } from './changedPlaces.js';
import { PatternProbes } from './patternProbes.js';
import { StopFinder } from './stops.js';
import { probeThrow } from './throwStatements.js';
import { parseNoting, parseSource, type NotedProgram } from './parse.js';
import {
  childrenOf,
  isFunction,
  isScript,
  takesName,
  tokenOffset,
  type AnyNode,
  type FunctionNode,
  type Program,
  type SourceFormat,
} from './tree.js';
import { newScope, tellAround, tellHoisted, tellHomeOfThis, tellMethodAround } from './recordedScopes.js';
import { parameterSites, probeBindings, probeBlockFunction, probeVariableWrites } from './variables.js';
import { probeWith } from './withStatements.js';

export interface SourceText {
  readonly path: string;
  readonly text: string;
  readonly format: SourceFormat;
  /** From a position of the text to the user's source, when a compiler made the text. */
  readonly mapping: Mapping | null;
  /** A statement that an instrumented text begins with. */
  readonly preamble: string;
}

/** Places without a probe of rules, each counted for the first of these that leaves it out: the name that is written, its types, its aliases. */
export interface LeftOut {
  readonly names: number;
  readonly types: number;
  readonly aliases: number;
}

export interface Instrumented {
  readonly text: string;
  /** What makes it of the source. */
  readonly insertions: readonly Insertion[];
  readonly sites: readonly Site[];
  /** How many places rules leave out. */
  readonly leftOut: LeftOut;
}

/**
 * Puts the probes of a plan into a text: insertions only, no new line, and what the program can observe stays as it is.
 * `undefined` when it needs none; null when it may need some and cannot be parsed (Node then says what is wrong with it).
 */
export function instrument(source: SourceText, plan: Plan, firstSite: number): Instrumented | undefined | null {
  if (holdsMarks(source.text)) return null;
  if (!mayNeedProbes(source, plan)) return undefined;
  const isByName = asksByName(plan);
  const noted = parseOrNothing(source, isByName);
  if (noted === undefined) return null;
  if (source.format === 'script' && noted.program.body.every(isDirective)) return undefined;
  return instrumentParsed(
    source,
    noted,
    plan.recording === null ? plan : recordingPlan(plan, plan.recording, noted.program, source.path),
    firstSite,
  );
}

/** V8 waits before it runs a module that names a source map. */
const probesMark = `//# sourceMappingURL=${probesLink}`;

/** With the plan for the one text. */
function instrumentParsed(source: SourceText, noted: NotedProgram, whole: Plan, firstSite: number): Instrumented | undefined | null {
  const changed = changesIn(source, noted, whole);
  const plan = changed === null ? whole : withChanges(whole, source.path, changed);
  const isByName = asksByName(plan);
  const fieldPlaces = isByName ? placesOf(plan.fields, noted) : null;
  const ctx = new Context(
    source.text,
    source.path,
    noted.program,
    plan,
    firstSite,
    fieldPlaces === null ? null : new Interest(fieldPlaces),
  );
  const stops = new StopFinder(ctx, source.mapping);
  const choice = chooseFunctions(ctx, stops);
  const told = changed === null ? source : { ...source, preamble: source.preamble + changesText(source.path, changed) };
  const visitor = new Visitor(ctx, stops, choice, told, fieldPlaces === null ? null : interestIn(ctx, fieldPlaces, stops, choice));
  // The first of a script's sites says that it is one.
  if (isScript(noted.program)) ctx.site('scope', noted.program, 'script');
  visitor.visitProgram();
  if (visitor.isNoticed) return null;
  const put = ctx.edits.insertions();
  const isMarked = put.length > 0 && whole.rules?.isDebugged === true && mapLinkOf(source.text) === undefined;
  const insertions = isMarked ? [...put, [source.text.length, probesMark, 0] as const] : put;
  const { sites, leftOut } = ctx;
  if (isScript(noted.program) && sites.length === 1) return undefined;
  const isAll = leftOut.names + leftOut.types + leftOut.aliases === 0;
  return insertions.length === 0 && isAll ? undefined : { text: insertInto(source.text, insertions), insertions, sites, leftOut };
}

/** The places of the text whose updates rules follow. */
function changesIn(source: SourceText, { program }: NotedProgram, plan: Plan): ChangedPlaces | null {
  if (plan.rules?.patterns.some(({ kind }) => kind === 'changes') !== true) return null;
  const ctx = new Context(source.text, source.path, program, plan, 0);
  return changedPlaces(ctx, new PatternProbes(ctx, source.mapping));
}

function withChanges(plan: Plan, path: string, { variables, fields }: ChangedPlaces): Plan {
  return {
    ...plan,
    variables: [...plan.variables, ...[...variables.keys()].map((offset) => ({ path, offset }))],
    fields: [...new Set([...plan.fields, ...fields.keys()])],
  };
}

/** What tells the runtime whose updates are followed. */
function changesText(path: string, { variables, fields }: ChangedPlaces): string {
  return `__w_ruleChanges(${JSON.stringify([path, [...variables], [...fields]])});`;
}

/** Where something may have to be put in, of a plan that asks by name. */
function interestIn(ctx: Context, fieldPlaces: readonly number[], stops: StopFinder, { bindings, homes }: Choice): Interest {
  const { plan, path, text } = ctx;
  const kept = plan.kept.flatMap((place) => (place.path === path ? place.offset : []));
  const names = [...bindings].flatMap(({ declarations, references, scope }) => [
    scope.node.start,
    ...declarations.map(({ start }) => start),
    ...references.map(({ node }) => node.start),
  ]);
  const evals = ctx.mayHoldEval ? occurrencesOf('eval', text) : [];
  return new Interest([...fieldPlaces, ...stops.places, ...kept, ...names, ...evals], homes);
}

function parseOrNothing({ text, format }: SourceText, areNoted: boolean): NotedProgram | undefined {
  try {
    return areNoted ? parseNoting(text, format, isNoted) : { text, program: parseSource(text, format), notes: [] };
  } catch {
    return undefined;
  }
}

/** A search in the text is a hundred times faster than parsing it. */
function mayNeedProbes({ text, path, mapping }: SourceText, plan: Plan): boolean {
  if (plan.recording !== null || plan.rules !== null) return true;
  if (plan.elements || plan.returns || plan.guards || plan.allocations.length > 0) return true;
  if (plan.entries && mayCallEntries(text)) return true;
  if (mayCallEval(text, plan) || plan.counted?.path === path) return true;
  if (plan.replay?.steps.some((step) => step.path === path) === true) return true;
  if (plan.conditions !== null) return mapping !== null || plan.conditions.watched.some(({ paths }) => paths.includes(path));
  if (plan.stop !== null && (plan.stop.paths.includes(path) || mapping !== null)) return true;
  if ([...plan.forks, ...plan.variables, ...plan.kept].some((place) => place.path === path)) return true;
  return plan.fields.length > 0 && (plan.everywhere || plan.fields.some((name) => text.includes(name)));
}

/** Walks the text once; each part of the instrumenter says what it puts around a node before the node's inside is visited. */
class Visitor {
  private readonly beginnings = new Map<AnyNode, string>();
  private readonly rules: RuleProbes;
  private readonly patterns: PatternProbes;
  private readonly value: ScriptValue | null;
  /** Whether something is put in that the program would notice. */
  isNoticed = false;

  constructor(
    private readonly ctx: Context,
    private readonly stops: StopFinder,
    private readonly choice: Choice,
    private readonly source: SourceText,
    /** null: all of the text. */
    private readonly interest: Interest | null,
  ) {
    this.rules = new RuleProbes(ctx, source.mapping);
    this.patterns = new PatternProbes(ctx, source.mapping);
    this.value = source.format === 'script' ? new ScriptValue(ctx.program) : null;
  }

  visitProgram(): void {
    const { program } = this.ctx;
    const host: Host = { node: program, statements: [], temporaries: [] };
    this.rules.probeAssertions();
    const last = program.body.at(-1);
    if (this.value !== null && last !== undefined) this.ctx.edits.after(last.end, this.value.end);
    probeProgramEnd(this.ctx, program);
    probeEndOfActivity(this.ctx, program, this.choice.forkVariable(program));
    if (this.value === null) this.visitList(program.body, program, host);
    else for (const statement of program.body) this.visitOfScript(statement, program);
    this.open(program.body, hashbangEnd(this.ctx.text), host);
  }

  /** A statement of a script has its hidden variables around it, where it declares nothing of the realm's itself. */
  private visitOfScript(statement: AnyNode, program: Program): void {
    const isOfRealm =
      /^(?:Function|Class)Declaration$/.test(statement.type) || (statement.type === 'VariableDeclaration' && statement.kind !== 'var');
    const activation = isOfRealm ? this.choice.forkVariable(program) : undefined;
    const host: Host = { node: program, statements: [], temporaries: [], ...(isOfRealm ? { activation, isOfRealm } : {}) };
    const wrap = isOfRealm || isDirective(statement) ? null : this.ctx.edits.reserve(statement.start, statement.end);
    this.visitListed(statement, program, host);
    if (host.temporaries.length === 0) return;
    if (wrap === null) this.isNoticed = true;
    else wrap(`{let ${host.temporaries.join()};`, '}');
  }

  /**
   * After directives, which end where the first other statement begins, and after what only links modules: Node shows its lines where it
   * cannot be linked.
   */
  private open(statements: readonly AnyNode[], start: number, host: Host, before = ''): void {
    const value = host.node.type === 'Program' ? (this.value?.beginning(host.node, this.ctx.text) ?? '') : '';
    const text = before + this.preamble(host) + value + this.opening(host);
    if (text === '') return;
    const offset = afterDirectives(statements, start);
    const others = statements.filter((statement) => !isDirective(statement));
    const last = others.at(-1);
    const firstThatActs = others.find((statement) => !onlyLinks(statement));
    // Added last, it stands before all else that is put there.
    if (last !== undefined && firstThatActs === undefined) this.ctx.edits.after(last.end, `;${text}`);
    else if (firstThatActs !== undefined && firstThatActs !== others[0]) this.ctx.edits.declaring(firstThatActs.start, text);
    else this.ctx.edits.declaring(offset, offset > start ? `;${text}` : text);
  }

  private preamble({ node }: Host): string {
    return node.type === 'Program' && this.ctx.sites.length > 0 ? this.source.preamble : '';
  }

  private visit(node: AnyNode, parent: AnyNode, host: Host): void {
    this.value?.probe(this.ctx, node);
    if (this.interest?.isIn(node) === false) return;
    if (host.isOfRealm === true && isPartOfDeclaration(node, parent)) return this.visitInFunction(node, parent, host.activation);
    this.stops.probePart(node, parent, host);
    this.patterns.keep(node);
    if (isFunction(node)) {
      probeBlockFunction(this.ctx, node, parent, this.choice);
      this.rules.probeFunction(node);
      return this.visitFunction(node);
    }
    const { ctx, choice, source } = this;
    probeAwaitedLoop(ctx, node, parent, host.activation ?? choice.forkVariable(host.node));
    const wrapBlock = needsBlock(node) ? ctx.edits.reserve(blockSpan(node).start, blockSpan(node).end) : null;
    this.rules.probe(node, parent, host);
    this.patterns.probe(node, host);
    probeLeaving(ctx, node);
    probeThrow(ctx, node);
    const activation = host.activation ?? choice.forkVariable(host.node);
    probeSettled(ctx, node, host);
    probeActivity(ctx, node, activation);
    if (!tellsActivities(ctx, activation)) probeSettling(ctx, node);
    probeReturns(ctx, node, host, host.activation ?? choice.forkVariable(host.node));
    probeCall(ctx, node, parent);
    this.stops.probeInside(node);
    probeAllocations(ctx, node, parent, host);
    probeSights(ctx, node, parent, host);
    if (source.format !== 'module') probeWith(ctx, node, parent);
    if (!isNeverEntered(ctx.plan, node.start)) probeMemberWrites(ctx, node, parent, host);
    probeGlobalWrites(ctx, node, parent, host);
    if (!isNeverEntered(ctx.plan, node.start)) probeDefinitions(ctx, node, host);
    probeVariableWrites(ctx, node, parent, host, choice);
    probeEntryCalls(ctx, node);
    probeEval(ctx, node, parent);
    probeForks(ctx, node, this.forksOf(host));
    probeCaller(ctx, node, parent, host.activation ?? choice.forkVariable(host.node));
    probeLentObjects(ctx, node);
    probeImplicitConstructor(ctx, node);
    if (node.type === 'ThisExpression') tellHomeOfThis(ctx, host.node);
    switch (node.type) {
      case 'BlockStatement':
        this.visitList(node.body, node, host);
        ctx.edits.declaring(node.start + 1, this.blockOpening(node));
        return;
      case 'StaticBlock': {
        const { activation } = this.forksOf(host);
        const inner: Host = { node, statements: [], temporaries: [], activation };
        this.visitList(node.body, node, inner);
        ctx.edits.declaring(tokenOffset(ctx.text, node.start, '{') + 1, this.opening(inner));
        probeBodyEnd(ctx, node.end);
        return;
      }
      case 'PropertyDefinition':
        if (node.computed) this.visit(node.key, node, host);
        if (node.value) this.visitField(node, node.value, host);
        return;
      default:
        this.visitChildren(node, host, wrapBlock);
    }
  }

  private forksOf(host: Host): ForksOf {
    const { choice } = this;
    if (host.activation !== undefined) return { activation: host.activation, locals: null, host };
    const locals = choice.keepsLastForks(host.node) ? { home: host.node, host } : null;
    return { activation: choice.forkVariable(host.node), locals, host };
  }

  private visitField(node: Extract<AnyNode, { type: 'PropertyDefinition' }>, value: AnyNode, host: Host): void {
    const activation = this.activationOfField(node, host);
    if (this.ctx.plan.recording !== null && activation === notBegun) probeBeforeBeginning(this.ctx, value);
    this.visitInFunction(value, node, activation);
  }

  /** An instance's field is evaluated in the activation of a constructor, which has no name there. */
  private activationOfField({ static: isStatic }: Extract<AnyNode, { type: 'PropertyDefinition' }>, host: Host): string | undefined {
    const { activation } = this.forksOf(host);
    return this.ctx.plan.recording !== null && activation !== undefined && (!isStatic || host.activation !== undefined)
      ? notBegun
      : activation;
  }

  private visitChildren(node: AnyNode, host: Host, wrapBlock: ((before: string, after: string) => void) | null): void {
    const { ctx } = this;
    if (node.type === 'SwitchCase') {
      if (node.test) this.visit(node.test, node, host);
      this.visitList(node.consequent, node, host);
      return;
    }
    // What a head declares is around what its body declares.
    const declare = wrapBlock === null && 'body' in node && isNode(node.body) ? ctx.edits.reserveDeclaring(node.body.start + 1) : null;
    const openHead = node.type === 'ForStatement' ? openLoopHead(this.ctx, node, this.choice.bindings) : null;
    for (const child of childrenOf(node)) {
      if (isStatementBody(node, child)) this.stops.probeSingle(child, host);
      this.visit(child, node, host);
    }
    const opening = this.blockOpening(node);
    if (opening === '') return;
    const name = this.ctx.usedScopeVariable(node) ?? '';
    if (openHead !== null) openHead(name, this.scopeDeclarations(name, node));
    else if (wrapBlock !== null) wrapBlock(`{${opening}`, '}');
    else declare?.(opening);
  }

  private visitList(statements: readonly AnyNode[], parent: AnyNode, host: Host): void {
    const firstAfterDirectives = statements.find((statement) => !isDirective(statement));
    for (const statement of statements) this.visitListed(statement, parent, host, firstAfterDirectives);
  }

  private visitListed(statement: AnyNode, parent: AnyNode, host: Host, firstAfterDirectives?: AnyNode): void {
    this.stops.probeListed(statement, isDirective(statement) ? firstAfterDirectives : statement, host);
    const separate = statement.type === 'ExpressionStatement' && !isDirective(statement) ? this.ctx.edits.count : -1;
    this.visit(statement, parent, host);
    // What is put in may begin with a parenthesis, which would go on with a statement before that has no semicolon.
    if (separate >= 0 && this.ctx.edits.hasStartAt(statement.start, separate)) this.ctx.edits.opening(statement.start, ';');
  }

  private visitFunction(node: FunctionNode): void {
    const { ctx } = this;
    tellMethodAround(ctx, node);
    const activation = this.activationOf(node);
    if (this.keepsIndex(node)) takeIndex(ctx, node);
    for (const parameter of node.params) this.visitParameter(parameter, node, { node, activation });
    const host: Host = { node, statements: [], temporaries: [] };
    if (node.body.type === 'BlockStatement') {
      this.visitList(node.body.body, node.body, host);
      this.stops.probeEnd(node.body, host);
      probeBodyEnd(ctx, node.body.end);
      probeEndOfActivity(ctx, node, this.choice.forkVariable(node));
      const [before, after] = aroundGenerator(ctx, node, this.choice.forkVariable(node)) ?? ['', ''];
      if (after !== '') ctx.edits.before(node.body.end - 1, after);
      this.open(node.body.body, node.body.start + 1, host, before);
      return;
    }
    const wrap = ctx.edits.reserve(ctx.afterArrow(node), node.end);
    this.stops.probeArrow(node.body, host);
    if (ctx.plan.returns) probeReturned(ctx, node.body, host, this.choice.forkVariable(node));
    probeSight(ctx, node.body);
    this.visit(node.body, node, host);
    const opening = this.opening(host);
    const [before, after] = aroundActivityResult(ctx, node, this.choice.forkVariable(node)) ?? aroundResult(ctx);
    if (opening !== '') wrap(`{${opening}return ${before}`, `${after}}`);
  }

  /** Hidden variables of a default would be those of the function around: it gets a function of its own when it needs some. */
  private visitParameter(node: AnyNode, parent: AnyNode, around: ParametersOf): void {
    if (node.type === 'AssignmentPattern') {
      this.visitParameter(node.left, node, around);
      if (around.activation === notBegun) probeBeforeBeginning(this.ctx, node.right);
      else if (around.activation !== undefined) probeForks(this.ctx, node, { activation: around.activation, locals: null, host: null });
      this.bindEarlier(node.right, node.left, around);
      this.visitInFunction(node.right, node, around.activation);
    } else if (node.type === 'ObjectPattern' || node.type === 'ArrayPattern' || node.type === 'RestElement' || node.type === 'Property') {
      if (node.type === 'Property' && node.computed) this.bindEarlier(node.key, null, around);
      for (const child of childrenOf(node)) this.visitParameter(child, node, around);
    } else this.visitInFunction(node, parent, around.activation);
  }

  /** A default or a computed key may read and write the parameters before it, which are told as bound before it is evaluated. */
  private bindEarlier(code: AnyNode, target: AnyNode | null, { node, activation }: ParametersOf): void {
    if (isPlain(code) || isFunction(code) || !isKnownByArguments(node)) return;
    const binds = parameterSites(this.ctx, node, this.choice.bindings).flatMap(({ site, binding }, index) =>
      isBoundBefore(node, code, declarationOf(binding)) ? [`__w_param(${site},${ownNumber},${index},${binding.name})`] : [],
    );
    if (binds.length === 0) return;
    // Nothing is told before the activation has begun.
    if (this.ctx.plan.recording !== null && activation !== undefined && activation !== notBegun) binds.unshift(activation);
    const [before, after] = target?.type === 'Identifier' ? named(code, target.name) : asArgument(code);
    this.ctx.edits.wrap(code.start, code.end, `(${binds.join()},${before}`, `${after})`);
  }

  /** Of a function whose forks are asked for: what says among its parameters which activation it is. */
  private activationOf(node: FunctionNode): string | undefined {
    if (this.choice.forkVariable(node) === undefined) return undefined;
    if (this.ctx.plan.recording !== null) return beginsInParameters(node) ? this.beginningOf(node) : notBegun;
    return isKnownByArguments(node) ? '__w_activationOf(arguments)' : undefined;
  }

  /** What begins an activation in a recording: among the parameters, where they have code, and in the body. */
  private beginningOf(node: AnyNode): string {
    let beginning = this.beginnings.get(node);
    if (beginning === undefined) this.beginnings.set(node, (beginning = beginningOfActivity(this.ctx, node)));
    return beginning;
  }

  private visitInFunction(node: AnyNode, parent: AnyNode, activation?: string): void {
    const wrap = this.ctx.edits.reserve(node.start, node.end);
    const host: Host = { node, statements: [], temporaries: [], activation };
    this.visit(node, parent, host);
    if (host.temporaries.length === 0) return;
    // Code of a text would declare its variables there, and what has no name takes one from what it is given to.
    if (isScript(this.ctx.program) && (this.ctx.mayHoldEval || takesName(node))) this.isNoticed = true;
    wrap(`(()=>{var ${host.temporaries.join()};return (`, ')})()');
  }

  /** What is declared at the start of a function's body, or of the whole text. */
  private opening(host: Host): string {
    const { ctx, choice } = this;
    const parts = host.statements.map((text) => (typeof text === 'string' ? text : text()));
    const scopeVariable = ctx.usedScopeVariable(host.node);
    const parameters = scopeVariable === undefined ? [] : probeBindings(ctx, host.node, scopeVariable, choice);
    const activation = choice.forkVariable(host.node);
    if (scopeVariable !== undefined && isScript(host.node)) parts.unshift(`${newScope(ctx, host.node, scopeVariable)};`);
    else if (scopeVariable !== undefined) {
      const declared = [`${scopeVariable}=${this.scopeNumber(host.node)}`, ...this.lastDeclarations(host.node)];
      parts.unshift(`var ${declared.join()};${tellHoisted(ctx, host.node, scopeVariable, choice)}`);
    } else if (activation !== undefined) parts.unshift(tellAround(ctx, host.node, activation));
    if (activation !== undefined) {
      const number =
        ctx.plan.recording !== null
          ? beginsInParameters(host.node)
            ? `__w_beginBody(${this.beginningOf(host.node)})`
            : this.beginningOf(host.node)
          : isKnownByArguments(host.node)
            ? '__w_activationOf(arguments)'
            : '__w_activation()';
      const clock = choice.keepsLastForks(host.node) ? `,${forkClockName(host.node)}=__w_same(0)` : '';
      parts.unshift(`${isScript(host.node) ? '' : 'var '}${activation}=${number}${clock};`);
    }
    if (isScript(host.node)) parts.push(tellGlobalFunctions(ctx, ctx.program));
    parts.push(...this.keptVariables(host.node));
    if (isFunction(host.node) && this.keepsIndex(host.node)) parts.unshift(declaredIndex(host.node));
    if (host.temporaries.length > 0) parts.unshift(`var ${host.temporaries.join()};`);
    if (ctx.plan.guards && !isScript(host.node)) parts.unshift(entering(host.node));
    return [...parts, ...parameters, sightsOfParameters(ctx, host.node)].join('');
  }

  private scopeNumber(node: AnyNode): string {
    if (isKnownByArguments(node)) return newScope(this.ctx, node, ownNumber);
    // A function of a module that is imported in a cycle may run before the module's first statement.
    return node.type === 'Program' && this.source.format === 'module' ? this.ctx.moduleScope : newScope(this.ctx, node, '__w_scope()');
  }

  private keepsIndex(node: FunctionNode): boolean {
    return keepsIndex(this.ctx.plan, this.ctx.path, node) && mayTakeIndex(node);
  }

  /** V8 forgets what a closure does not mention: where a variable is read, its scope's number must be visible at a stop. */
  private keptVariables(home: AnyNode): readonly string[] {
    const names: string[] = [];
    const kept = [...this.choice.bindings].filter(
      ({ scope, references }) => scope.home !== home && references.some((reference) => reference.home === home),
    );
    const at = isFunction(home) ? home.body.start : home.start;
    for (const { path, offset, name } of this.ctx.plan.kept) {
      if (path !== this.ctx.path || offset !== home.start) continue;
      const binding = this.ctx.scopes.lookUp(name, at);
      if (binding !== undefined && this.choice.bindings.has(binding) && !kept.includes(binding)) kept.push(binding);
      names.push(name);
    }
    return [...kept.map((binding) => this.ctx.scopeVariable(binding, at)), ...names].map((name) => `0&&${name};`);
  }

  private blockOpening(node: AnyNode): string {
    const { ctx, choice } = this;
    const name = ctx.usedScopeVariable(node);
    if (name === undefined) return '';
    const hoisted = tellHoisted(ctx, node, name, choice);
    return `let ${this.scopeDeclarations(name, node)};${hoisted}${probeBindings(ctx, node, name, choice).join('')}`;
  }

  private scopeDeclarations(name: string, node: AnyNode): string {
    return [`${name}=${newScope(this.ctx, node, '__w_scope()')}`, ...this.lastDeclarations(node)].join();
  }

  private lastDeclarations(node: AnyNode): readonly string[] {
    return [...this.choice.lastBindings]
      .filter(({ scope }) => scope.node === node)
      .map((binding) => lastWriteDeclarations(binding, this.ctx));
  }
}

/** The parameters that are visited, of a function. */
interface ParametersOf {
  readonly node: FunctionNode;
  readonly activation: string | undefined;
}

/** A switch, and a loop over bindings of its head whose body is no block: their hidden variables need one. */
function needsBlock(node: AnyNode): node is Extract<AnyNode, { type: 'SwitchStatement' | 'ForOfStatement' | 'ForInStatement' }> {
  if (node.type === 'SwitchStatement') return true;
  return (node.type === 'ForOfStatement' || node.type === 'ForInStatement') && node.body.type !== 'BlockStatement';
}

function blockSpan(node: Extract<AnyNode, { type: 'SwitchStatement' | 'ForOfStatement' | 'ForInStatement' }>): AnyNode {
  return node.type === 'SwitchStatement' ? node : node.body;
}

/** What is evaluated in a declaration: a value, a default, a key, or the class that one extends. */
function isPartOfDeclaration(node: AnyNode, parent: AnyNode): boolean {
  switch (parent.type) {
    case 'VariableDeclarator':
      return parent.init === node;
    case 'AssignmentPattern':
      return parent.right === node;
    case 'ClassDeclaration':
      return parent.superClass === node;
    case 'Property':
    case 'MethodDefinition':
    case 'PropertyDefinition':
      return parent.computed && parent.key === node;
    default:
      return false;
  }
}

/** A statement that is the body of another one without a block around it. */
function isStatementBody(node: AnyNode, child: AnyNode): boolean {
  if (child.type === 'BlockStatement' || child.type === 'FunctionDeclaration') return false;
  if (node.type === 'IfStatement') return child !== node.test;
  return 'body' in node && node.body === child && /^(For|While|DoWhile|With)/.test(node.type);
}

function isDirective(statement: AnyNode): boolean {
  return statement.type === 'ExpressionStatement' && statement.directive !== undefined;
}

/** Whether it says what modules have of each other, and does nothing when it is its turn. */
function onlyLinks(statement: AnyNode): boolean {
  const { type } = statement;
  if (type === 'ExportNamedDeclaration') return !statement.declaration;
  return type === 'ImportDeclaration' || type === 'ExportAllDeclaration';
}

function afterDirectives(statements: readonly AnyNode[], start: number): number {
  let offset = start;
  for (const statement of statements) {
    if (!isDirective(statement)) break;
    offset = statement.end;
  }
  return offset;
}

function hashbangEnd(text: string): number {
  return text.startsWith('#!') ? (/^.*?(?:\r\n|[\n\r\u2028\u2029]|$)/.exec(text)?.[0].length ?? 0) : 0;
}

function isNode(body: unknown): body is AnyNode {
  return typeof body === 'object' && body !== null && 'start' in body;
}
