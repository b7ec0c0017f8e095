import type { Debugger } from 'node:inspector';
import { LineMap } from '../../../server/base/span.js';
import type { PassageStep, ReplayStep } from '../../instrument/plan.js';
import {
  onceIn,
  stoppable,
  stoppableAround,
  stoppableInside,
  writtenBy,
  type Stoppable,
  type StoppableInside,
  type Written,
} from '../../instrument/stoppable.js';
import { parseSource } from '../../instrument/parse.js';
import { isFunction, pathTo, type AnyNode, type Program } from '../../instrument/tree.js';
import type { V8Position } from '../position.js';
import { positionOf, type Script } from '../script.js';
import { nameOf } from '../skipping.js';
import type { Target } from '../target.js';
import type { PlaceAround } from './alikeStop.js';
import { isProgram } from './frames.js';
import type { SeenPassage, StepsToStop } from './stopReplay.js';

interface ParsedText {
  readonly lines: LineMap;
  readonly program: Program;
  readonly places: readonly Stoppable[];
  readonly inside: readonly StoppableInside[];
}

interface FoundPlace {
  readonly script: Script;
  readonly text: ParsedText;
  readonly offset: number;
}

/** A moment after a write, and the property as an expression; null where evaluating that may run code. */
export interface WrittenPlace {
  readonly place: PlaceAround;
  readonly property: string | null;
}

/** A text as V8 has it: where V8 stops in it, and what control can stop before there. */
export class StopPlaces {
  private readonly texts = new Map<Script, Promise<ParsedText | null>>();

  /** The steps as another run can replay them; or, as a sentence, why it cannot. */
  async replaySteps(target: Target, seen: StepsToStop): Promise<readonly ReplayStep[] | string> {
    const steps: ReplayStep[] = [];
    /** Of the code that ran silently since the last step that is kept, up to the last one that is not: how many frames there were at least. */
    let silentDepth = Infinity;
    for (const step of seen) {
      const kept = step.kind === 'throw' ? step : await this.passageStep(target, step);
      if (kept === null && step === seen.at(-1))
        return 'The program waits in the middle of a statement, where no other run can be stopped. Step to the beginning of the next one.';
      if (kept !== null && step.kind === 'passage' && step.isDepthChecked && step.depth >= silentDepth)
        return 'One of the steps that led here ended in the middle of a statement, so that the stop cannot be told from others. Set a breakpoint on the line.';
      silentDepth = kept !== null || step.kind === 'throw' ? Infinity : Math.min(silentDepth, step.silentDepth);
      if (kept !== null) steps.push(kept);
      else if (steps.length === 0)
        return 'The program stopped in the middle of a statement first, where no other run can be stopped. Set a breakpoint on the line.';
    }
    return steps;
  }

  /** Whether V8 waits before what starts at a place; line and column from 1. */
  async isBefore(target: Target, location: Debugger.Location, line: number, column: number): Promise<boolean> {
    const found = await this.startingAt(target, location);
    return found !== null && found.line === line && found.column === column;
  }

  /** Where what V8 waits just before starts, in the text as V8 has it, from 1; null in the middle of a statement. */
  async startingAt(target: Target, location: Debugger.Location): Promise<{ readonly line: number; readonly column: number } | null> {
    const step = {
      kind: 'passage',
      location,
      when: null,
      depth: 0,
      isDepthChecked: false,
      returnedFrom: null,
      silentDepth: 0,
      hit: 1,
    } as const;
    const found = await this.passageStep(target, step);
    return found?.kind === 'passage' && found.moment === 'before' ? found : null;
  }

  /** What control can stop before, around where V8 waits; null where a text cannot be parsed, or is none of the program's. */
  async around(target: Target, location: Debugger.Location): Promise<PlaceAround | null> {
    const found = await this.find(target, location);
    return found === null ? null : placeAround(found);
  }

  /**
   * What control can stop before, around the property of that name whose getter V8 waits in; null where something else than such an expression
   * reads it. `isPrimitive`: whether a variable holds no object.
   */
  async read(
    target: Target,
    location: Debugger.Location,
    key: string,
    isPrimitive: (name: string) => boolean,
  ): Promise<PlaceAround | null> {
    const found = await this.find(target, location);
    const offset = found === null ? null : beginOfRead(found.text, found.offset, key, isPrimitive);
    return found === null || offset === null ? null : placeAround({ ...found, offset });
  }

  /** The assignment whose setter V8 waits in; null where something else has called it. */
  async write(target: Target, location: Debugger.Location): Promise<WrittenPlace | null> {
    const found = await this.find(target, location);
    if (found === null) return null;
    const { script, text, offset } = found;
    const write = text.inside.find(({ kind, seenAt }) => kind === 'write' && seenAt.includes(offset));
    if (write === undefined) return null;
    const place = { path: nameOf(script.url), ...text.lines.positionOf(write.at), moment: 'write', node: write.node, offset } as const;
    const written = writtenBy(write.node);
    return { place, property: written === null ? null : plainProperty(written.target) };
  }

  /** Where V8 waits in a text of the program; null where that cannot be parsed, or is none of the program's. */
  private async find(target: Target, location: Debugger.Location): Promise<FoundPlace | null> {
    const script = target.script(location.scriptId);
    const text = script === undefined ? null : await this.parsed(script);
    if (script === undefined || text === null || !isProgram(script.url)) return null;
    const { line, column } = positionOf(location);
    return { script, text, offset: text.lines.offsetOf({ line: line + 1, column: column + 1 }) };
  }

  /** Where V8 stops before what begins at a position of a source (from 0), each time that control comes there; null where it does not. */
  async breakBefore(script: Script, source: string, line: number, column: number): Promise<Debugger.Location | null> {
    const text = await this.parsed(script);
    if (text === null) return null;
    for (const place of text.places) {
      const start = text.lines.positionOf(place.node.start);
      const from = script.sourceOf({ line: start.line - 1, column: start.column - 1 });
      if (from?.name !== source || from.line !== line || from.column !== column) continue;
      const found = await firstBreak(script, text, place);
      if (found !== undefined) return found;
    }
    return null;
  }

  private async passageStep(
    target: Target,
    { location, when, isDepthChecked, returnedFrom, depth, hit }: SeenPassage,
  ): Promise<ReplayStep | null> {
    const found = await this.find(target, location);
    if (found === null) return null;
    const { script, text, offset } = found;
    const passage = (start: number, moment: PassageStep['moment']): ReplayStep => {
      const position = text.lines.positionOf(start);
      return { kind: 'passage', path: nameOf(script.url), ...position, moment, when, depth: isDepthChecked ? depth : null, hit };
    };
    const inside = text.inside.find(({ kind, seenAt }) => kind !== 'write' && seenAt.includes(offset));
    const around = text.places.filter(({ node }) => node.start <= offset && offset <= node.end).reverse();
    for (const place of around) {
      // A return without a semicolon and the end of its function are told at the same bracket.
      if (place.kind === 'end' && inside?.kind === 'return')
        return isLastOf(text.program, inside.node) ? passage(inside.at, 'return') : null;
      const first = await firstBreak(script, text, place);
      if (first?.lineNumber !== location.lineNumber || first.columnNumber !== location.columnNumber) continue;
      // Where a function has returned to, what is around has begun before: then it is the call that begins where that does.
      if (returnedFrom === null || !isWithin(text, place.node, script, returnedFrom)) return passage(place.node.start, 'before');
    }
    return inside === undefined ? null : passage(inside.at, inside.kind);
  }

  private parsed(script: Script): Promise<ParsedText | null> {
    const known = this.texts.get(script) ?? script.sourceText.then((text) => parse(text, script.isModule)).catch(() => null);
    this.texts.set(script, known);
    return known;
  }
}

function parse(text: string, isModule: boolean): ParsedText {
  const program = parseSource(text, isModule ? 'module' : 'commonjs');
  return { lines: new LineMap(text), program, places: stoppable(program), inside: stoppableInside(program, text) };
}

/** Where V8 stops first for something that control can stop before, each time that it does; undefined when it does not stop there as often. */
async function firstBreak(
  script: Script,
  { lines, program, inside }: ParsedText,
  { node, kind }: Stoppable,
): Promise<Debugger.Location | undefined> {
  const range = kind === 'statement' ? onceIn(node) : node;
  if (range === null) return undefined;
  const at = (offset: number) => {
    const { line, column } = lines.positionOf(offset);
    return { line: line - 1, column: column - 1 };
  };
  const stops = (await script.possible(at(range.start), at(range.end))).filter(
    ({ type }) => type !== 'return' || kind === 'end' || node.type === 'ReturnStatement',
  );
  // The function's own return, where it ends without one.
  if (kind === 'end') return stops.find((stop) => isAt(stop, at(node.start)));
  const found = stops.map((stop) => {
    const { line, column } = positionOf(stop);
    const offset = lines.offsetOf({ line: line + 1, column: column + 1 });
    const path = pathTo(program, offset);
    return { stop, offset, below: path.slice(path.indexOf(node)) };
  });
  // A pattern is only filled when what it is filled from has been evaluated.
  if (kind === 'initializer') return fieldBreak(found, node, inside);
  const first = found.find(({ below }) => !below.some((one, index) => one.type === 'VariableDeclarator' && below[index + 1] === one.id));
  // Nothing says at which of several calls V8 stops first in a part of an expression.
  if (first === undefined || (kind === 'part' && found.length > 1)) return undefined;
  return isElsewhere(first.below, first.offset) ? undefined : first.stop;
}

/** Where V8 can stop, in a node: the nodes around, from that one on. */
interface FoundBreak {
  readonly stop: Debugger.BreakLocation;
  readonly offset: number;
  readonly below: readonly AnyNode[];
}

/** Before a field's value is evaluated V8 says that it is at the value's own place, such as an operator: behind parts that come later. */
function fieldBreak(found: readonly FoundBreak[], value: AnyNode, inside: readonly StoppableInside[]): Debugger.Location | undefined {
  const own = found.filter(({ below, offset }) => !isInOtherCode(below, offset));
  const call = inside.find(({ kind, node }) => kind === 'call' && node === value);
  const first = own.find(({ stop, offset }) => (call === undefined ? stop.type === undefined : call.seenAt.includes(offset)));
  return first?.stop;
}

/** What comes next where V8 waits at a loop itself: before each iteration, and so before its test. */
function nextInLoop(node: AnyNode, offset: number): AnyNode {
  return (node.type === 'WhileStatement' || node.type === 'ForStatement') && offset === node.start ? (node.test ?? node) : node;
}

function isAt({ lineNumber, columnNumber }: Debugger.Location, { line, column }: V8Position): boolean {
  return lineNumber === line && columnNumber === column;
}

/** Whether the last of some nodes, each below the one before, may be left out when the first is evaluated: it is in a branch, or in a function. */
function isElsewhere(path: readonly AnyNode[], offset: number): boolean {
  if (isInOtherCode(path, offset)) return true;
  return path.some((node, index) => {
    const child = path[index + 1];
    if (child === undefined) return false;
    if (node.type === 'LogicalExpression' || node.type === 'AssignmentPattern') return child === node.right;
    if (node.type === 'AssignmentExpression') return child === node.right && /^(&&|\|\||\?\?)=$/.test(node.operator);
    return node.type === 'ConditionalExpression' ? child !== node.test : node.type === 'ChainExpression';
  });
}

/** The same: it is in a function, or in what a class does for each object. */
function isInOtherCode(path: readonly AnyNode[], offset: number): boolean {
  return path.some((node, index) => {
    if (index === 0) return false;
    if (node.start < offset && /Function|StaticBlock/.test(node.type)) return true;
    // Its key is evaluated with the class, its value for each object.
    return node.type === 'PropertyDefinition' && (path[index + 1] !== node.key || !node.computed);
  });
}

/** What control can stop before, around an offset; null where that is in a field of a class, which is filled when an object is made. */
function placeAround({ script, text, offset }: FoundPlace): PlaceAround | null {
  const around = stoppableAround(text.program, offset);
  if (around === undefined) return null;
  const place = { node: nextInLoop(around.node, offset) };
  // The fields of a class are filled when an object is made, and not when the class is.
  const inner = pathTo(text.program, offset).filter(({ start }) => start > place.node.start);
  if (inner.some(({ type }) => type === 'PropertyDefinition')) return null;
  return {
    path: nameOf(script.url),
    ...text.lines.positionOf(place.node.start),
    moment: 'before',
    node: place.node,
    offset: Math.max(offset, place.node.start),
  };
}

/**
 * Where the evaluation of a property of a variable or of `this` begins, which V8 reads at an offset; null where that is something else. What a call
 * names is left out: V8 is there for what is called, too.
 */
function beginOfRead({ program }: ParsedText, offset: number, key: string, isPrimitive: (name: string) => boolean): number | null {
  const path = pathTo(program, offset);
  const index = path.findLastIndex(({ type }) => type === 'MemberExpression');
  const member = path[index];
  const parent = path[index - 1];
  const isCalled = parent !== undefined && (('callee' in parent && parent.callee === member) || ('tag' in parent && parent.tag === member));
  if (member?.type === 'MemberExpression' && !isCalled && isPlain(member.object) && isNamed(member, key, isPrimitive)) {
    const { object, property, computed } = member;
    if (object.end <= offset && (computed ? offset < property.start : offset <= property.start)) return member.start;
  }
  // What is added to a property is read first, where the expression begins.
  const written = path
    .filter(({ start }) => start === offset)
    .map(writtenBy)
    .find((one) => one !== null);
  if (written === undefined || written === null || (written.node.type === 'AssignmentExpression' && written.node.operator === '='))
    return null;
  return isPlain(written.target.object) && isNamed(written.target, key, isPrimitive) ? offset : null;
}

/** Whether a property has a name that is written there, or that evaluating its key gives without running code. */
function isNamed({ property, computed }: Written['target'], key: string, isPrimitive: (name: string) => boolean): boolean {
  if (!computed) return property.type === 'Identifier' && property.name === key;
  return property.type === 'Literal' || (property.type === 'Identifier' && isPrimitive(property.name));
}

const isPlain = ({ type }: AnyNode): boolean => type === 'Identifier' || type === 'ThisExpression';

/** The property that is assigned, as `a.b`; null where it is no plain one. */
function plainProperty({ object, property, computed }: Written['target']): string | null {
  const holder = object.type === 'ThisExpression' ? 'this' : object.type === 'Identifier' ? object.name : null;
  return computed || property.type !== 'Identifier' || holder === null ? null : `${holder}.${property.name}`;
}

/** Whether a statement is the last of its function. */
function isLastOf(program: Program, statement: AnyNode): boolean {
  const home = pathTo(program, statement.start).findLast(isFunction);
  return home?.body.type === 'BlockStatement' && home.body.body.at(-1) === statement;
}

function isWithin({ lines }: ParsedText, { start, end }: AnyNode, script: Script, location: Debugger.Location): boolean {
  const { line, column } = positionOf(location);
  const offset = lines.offsetOf({ line: line + 1, column: column + 1 });
  return location.scriptId === script.id && start <= offset && offset < end;
}
