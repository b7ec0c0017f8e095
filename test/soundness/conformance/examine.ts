import { concreteBuiltins } from '../../../server/builtins/concreteModels.js';
import { types } from 'node:util';
import { analyseText, emptyHistory, type CheckSettings } from '../../../server/check/checkFile.js';
import { printCondition } from '../../../server/findings/printCondition.js';
import type { FunctionReport } from '../../../server/findings/result.js';
import type { ModuleIr } from '../../../server/ir/program.js';
import { fileAlone } from '../../../server/check/project.js';
import { runFunction, type RunArgument } from '../../../server/execution/concrete/run.js';
import type { KnownCall } from './knownCalls.js';
import { fresh } from './node.js';
import { agreeing, opposing } from './programs.js';

/** Something that is said of a call, which Node did not do. */
export interface Contradiction {
  readonly subject: string;
  /** `check`: the abstract models, or runs that are followed with terms; `finding`: a certain failure inside of the function. */
  readonly by: 'check' | 'finding' | 'interpreter' | 'crash';
  readonly message: string;
  /** The function of which it is said. */
  readonly text: string;
}

/** Whether each side has decided that the call throws, or that it does not, as Node did. */
export interface Decision {
  readonly subject: string;
  readonly byCheck: boolean;
  readonly byInterpreter: boolean;
}

export interface Examination {
  readonly contradictions: readonly Contradiction[];
  readonly decisions: readonly Decision[];
}

/** The gate would hide what the analysis says; what it says must be true without. */
const settings: CheckSettings = {
  integers: false,
  termination: true,
  arrayIndex: 'hint',
  unknownCalls: 'return-or-throw',
  rounds: 1,
  unfolding: true,
  gate: false,
};

/** Of calls that a program contains, some features turn knowledge about the whole program off: calls with different ones are kept apart. */
const features = /defineProperty|Proxy|valueOf|toString|toPrimitive|\bget \w+|\bset \w+|Symbol\.\w+|extends \w+/g;

/** Calls of one program. */
const mostTogether = 20;

/** Asks Whence about calls that Node has made, many in one program. */
export function examine(calls: readonly KnownCall[], isTyped: boolean): Examination {
  const programs = new Map<string, KnownCall[]>();
  for (const known of calls) {
    const { setup, call } = known.generated;
    const key = [...new Set([...setup, call].join('\n').match(features) ?? [])].sort().join();
    programs.set(key, [...(programs.get(key) ?? []), known]);
  }
  const portions = [...programs.values()].flatMap((together) =>
    Array.from({ length: Math.ceil(together.length / mostTogether) }, (_, i) => together.slice(i * mostTogether, (i + 1) * mostTogether)),
  );
  return portions.map((together) => examineProgram(together, isTyped)).reduce(both, nothing);
}

const nothing: Examination = { contradictions: [], decisions: [] };

const both = (a: Examination, b: Examination): Examination => ({
  contradictions: [...a.contradictions, ...b.contradictions],
  decisions: [...a.decisions, ...b.decisions],
});

/** A call with the two functions that are made of it, and their names. */
interface Pair {
  readonly known: KnownCall;
  readonly agree: string;
  readonly oppose: string;
}

function examineProgram(calls: readonly KnownCall[], isTyped: boolean): Examination {
  const pairs = calls.map((known): Pair => {
    const { generated, outcome, facts } = known;
    return {
      known,
      agree: agreeing(agreeName(known), generated, outcome, facts, isTyped),
      oppose: opposing(opposeName(known), generated, outcome, isTyped),
    };
  });
  const asked = ask(pairs.map(({ agree, oppose }) => `${agree}\n${oppose}`).join('\n'), isTyped);
  if (typeof asked !== 'string') return pairs.map((pair) => examineCall(pair, asked, isTyped)).reduce(both, nothing);
  const [first, ...others] = pairs;
  if (others.length > 0) return calls.map((known) => examineProgram([known], isTyped)).reduce(both, nothing);
  if (first === undefined) return nothing;
  return {
    contradictions: [{ subject: first.known.generated.subject.name, by: 'crash', message: asked, text: first.agree }],
    decisions: [],
  };
}

const agreeName = ({ name }: KnownCall): string => `agree_${name}`;
const opposeName = ({ name }: KnownCall): string => `oppose_${name}`;

function examineCall({ known, agree, oppose }: Pair, { reports, errors, module }: Asked, isTyped: boolean): Examination {
  const subject = known.generated.subject.name;
  const contradictions: Contradiction[] = [];
  const agreed = reports.get(agreeName(known));
  const opposed = reports.get(opposeName(known));
  if (agreed === undefined || opposed === undefined)
    return { contradictions: [{ subject, by: 'crash', message: 'it is no root of the report', text: agree }], decisions: [] };
  if (!admits(agreed, known))
    contradictions.push({ subject, by: 'check', message: `requires ${printed(agreed)}: ${falseFact(known, isTyped)}`, text: agree });
  // Functions inside of the call have findings of their own, on the same lines.
  const isPlain = !/[{>]/.test(known.generated.call);
  const first = agreed.span.line + known.generated.setup.length + 2;
  const error = errors.find(({ line }) => isPlain && line >= first && line < agreed.span.line + agree.split('\n').length);
  if (error !== undefined) contradictions.push({ subject, by: 'finding', message: error.message, text: agree });
  if (interpret(module, agreeName(known), known) === 'failed')
    contradictions.push({ subject, by: 'interpreter', message: 'the interpreter says that it fails', text: agree });
  const interpreted = interpret(module, opposeName(known), known);
  if (interpreted === 'good' && !known.ends)
    contradictions.push({ subject, by: 'interpreter', message: 'the interpreter says that it does not fail', text: oppose });
  return { contradictions, decisions: [{ subject, byCheck: !admits(opposed, known), byInterpreter: interpreted === 'failed' }] };
}

interface Asked {
  readonly reports: ReadonlyMap<string, FunctionReport>;
  readonly module: ModuleIr;
  /** Certain failures. */
  readonly errors: readonly { readonly line: number; readonly message: string }[];
}

/** What Whence says of a text; a message where it does not come to that. */
function ask(text: string, isTyped: boolean): Asked | string {
  const name = isTyped ? 'calls.ts' : 'calls.mjs';
  try {
    const { check, module } = analyseText(text, name, settings, {
      control: { cancelled: () => false },
      at: [],
      history: emptyHistory(),
      file: fileAlone(name),
    });
    if (module === null || check.errors.length > 0) return check.errors.map(({ message }) => message).join('; ');
    const errors = check.findings.filter(({ severity, code }) => severity === 'error' && code !== 'index-out-of-bounds');
    return {
      reports: new Map(check.functions.map((report) => [report.name, report])),
      module,
      errors: errors.map(({ span, message }) => ({ line: span.line, message })),
    };
  } catch (error) {
    return error instanceof Error ? (error.stack ?? error.message) : String(error);
  }
}

/** Whether the condition at the entry allows the call's argument. */
function admits(report: FunctionReport, { generated: { parameter } }: KnownCall): boolean {
  try {
    const condition = new Function('p', `return (${printed(report)});`) as (p: unknown) => unknown;
    return Boolean(condition(parameter === null ? undefined : fresh(parameter.value)));
  } catch {
    // A condition that throws is false.
    return false;
  }
}

const printed = ({ requires }: FunctionReport): string => (requires === null ? 'true' : printCondition(requires));

/** Which of the facts of the call is denied by itself, for whoever reads the report. */
function falseFact(known: KnownCall, isTyped: boolean): string {
  const { name, generated, outcome, facts } = known;
  const isDenied = (kept: readonly string[]): boolean => {
    const asked = ask(agreeing(name, generated, outcome, kept, isTyped), isTyped);
    const report = typeof asked === 'string' ? undefined : asked.reports.get(name);
    return report !== undefined && !admits(report, known);
  };
  if (isDenied([])) return `it never ${outcome}`;
  return facts.find((fact) => isDenied([fact])) ?? 'all facts together';
}

function interpret(module: ModuleIr, name: string, { generated: { parameter } }: KnownCall): 'good' | 'failed' | 'unknown' {
  const root = module.functions.find((candidate) => candidate.name === name);
  const argument = parameter === null ? undefined : fresh(parameter.value);
  if (root === undefined || !isArgument(argument)) return 'unknown';
  const { kind } = runFunction(module, root.id, parameter === null ? [] : [argument], {
    fuel: 50_000,
    maxDepth: 200,
    builtins: concreteBuiltins,
  }).outcome;
  return kind === 'good' || kind === 'failed' ? kind : 'unknown';
}

/** Primitives, and arrays of them that have nothing else. */
function isArgument(value: unknown): value is RunArgument {
  if (Array.isArray(value)) {
    if (types.isProxy(value)) return false;
    const isPlain = Object.getPrototypeOf(value) === Array.prototype && !Object.isFrozen(value) && Object.isExtensible(value);
    return isPlain && Reflect.ownKeys(value).length === value.length + 1 && value.every(isArgument);
  }
  return value === null || (typeof value !== 'object' && typeof value !== 'function' && typeof value !== 'symbol');
}
