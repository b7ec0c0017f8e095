import ts from 'typescript';
import type { PrintedFinding, PrintedFunction, PrintedResult } from '../../../server/findings/reportJson.js';
import { checkText } from '../../support/checking.js';
import type { AdversaryProgram } from './subject.js';

const helper =
  'function same(actual, expected) {\n  if (actual !== expected && (actual === actual || expected === expected)) throw new Error(`not the same: ${String(actual)}`);\n}\n';

/** The whole module: `same` is the last of its functions. */
export function moduleText({ text, file = 'program.ts' }: AdversaryProgram): string {
  const body = /\bexports?\b/.test(text) ? text : `export function main(n: any) {\n  ${text}\n}`;
  return `${body}\n\n${file === 'program.ts' ? helper.replace('actual, expected', 'actual: any, expected: any') : helper}`;
}

/** What is wrong: the program does not run to its end (the program is wrong), or something false is said of it. */
export async function examineAdversary(program: AdversaryProgram): Promise<readonly string[]> {
  const text = moduleText(program);
  const result = checkText(text, {}, [], program.file ?? 'program.ts');
  const said = result.errors.map(({ message }) => `error: ${message}`);
  const claims = result.findings.filter(isClaim);
  for (const call of program.calls ?? ['main(1)'])
    said.push(...(await contradictions(program, claimed(text, claims), call, { ...result, findings: claims })));
  return said;
}

/** A hint is what a function requires, and speaks of its callers from outside alone. */
const isClaim = ({ severity, code, condition }: PrintedFinding): boolean =>
  code !== 'assertion-invalid' && (severity === 'error' || (severity === 'warning' && condition !== null));

const showFinding = ({ severity, span, message, condition }: PrintedFinding): string =>
  `${severity} at ${span.line}:${span.column}: ${message} (${condition})`;

/** The text with a test of each finding's condition around the statement that it is about, or where the function begins that it is about. */
function claimed(text: string, findings: readonly PrintedFinding[]): string {
  const source = ts.createSourceFile('program.ts', text, ts.ScriptTarget.ESNext, true);
  const insertions = findings.flatMap((finding, index) => {
    const offset = source.getPositionOfLineAndCharacter(finding.span.line - 1, finding.span.column - 1);
    const place = placeOf(source, offset);
    if (place === null) return [];
    const before = ` __claim.before(${index}, () => (${finding.severity === 'error' ? 'false' : finding.condition})); `;
    const after = ` ;__claim.after(${index}, () => (${finding.severity === 'error' ? 'false' : finding.condition})); `;
    return place.end === null
      ? [{ at: place.start, test: before + after }]
      : [
          { at: place.start, test: before },
          { at: place.end, test: after },
        ];
  });
  let result = text;
  for (const { at, test } of insertions.sort((a, b) => b.at - a.at)) result = result.slice(0, at) + test + result.slice(at);
  return result;
}

interface Place {
  readonly start: number;
  /** The claim is about runs that get there, too: it may be of a point within the statement. null: it is about all that get to `start`. */
  readonly end: number | null;
}

/**
 * The statement around the offset; a function's body where the offset is its name. null for a loop and a `catch`, in which the claim may
 * be of any passage.
 */
function placeOf(source: ts.SourceFile, offset: number): Place | null {
  let place: Place | null = null;
  const see = (node: ts.Node): void => {
    if (offset < node.getStart(source) || offset >= node.end) return;
    if (ts.isCatchClause(node)) place = null;
    const isListed = ts.isBlock(node.parent) || ts.isSourceFile(node.parent) || ts.isCaseOrDefaultClause(node.parent);
    if (ts.isStatement(node) && !ts.isBlock(node) && isListed) {
      const isSimple = ts.isExpressionStatement(node) || ts.isVariableStatement(node);
      place = ts.isIterationStatement(node, true) ? null : { start: node.getStart(source), end: isSimple ? node.end : null };
    }
    if (ts.isFunctionLike(node) && 'body' in node && node.body !== undefined && ts.isBlock(node.body as ts.Node)) {
      const body = node.body as ts.Block;
      if (offset < body.getStart(source)) place = { start: body.getStart(source) + 1, end: null };
    }
    ts.forEachChild(node, see);
  };
  ts.forEachChild(source, see);
  return place;
}

/** Runs the call in Node, and holds findings and what the functions that it calls from outside require against what happens. */
async function contradictions(program: AdversaryProgram, text: string, call: string, result: PrintedResult): Promise<readonly string[]> {
  const said: string[] = [];
  const broken = new Set<number>();
  const claim: ClaimTests = {
    before: (index, test) => {
      if (!isTrue(test)) broken.add(index);
    },
    after: (index, test) => {
      const finding = result.findings[index];
      if (finding !== undefined && broken.has(index) && !isTrue(test)) said.push(showFinding(finding));
    },
  };
  const exported = load(program, text, claim);
  for (const report of result.functions) if (report.root) watch(exported, report, text, said);
  try {
    const names = Object.keys(exported).filter((name) => /^[\w$]+$/.test(name) && name !== 'default');
    const code = `${helper}${call.startsWith('{') ? call : `return (${call});`}`;
    await (new Function(...names, code)(...names.map((name) => exported[name])) as unknown);
  } catch (error) {
    said.push(`${call} does not run to its end: ${error instanceof Error ? error.message : String(error)}`);
  }
  return said;
}

/** A condition that cannot be evaluated where its statement begins says nothing here. */
function isTrue(test: () => unknown): boolean {
  try {
    return Boolean(test());
  } catch {
    return true;
  }
}

/** What the text calls around the statements that findings are about. */
interface ClaimTests {
  before(index: number, test: () => unknown): void;
  after(index: number, test: () => unknown): void;
}

type Exports = Record<string, unknown>;

function load({ file = 'program.ts' }: AdversaryProgram, text: string, claim: ClaimTests): Exports {
  const isSloppy = file.endsWith('.cjs');
  // Behind this version are forms that not every Node that we run in can read: they are compiled.
  const options = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 };
  const code = isSloppy ? text : ts.transpileModule(text, { compilerOptions: options, fileName: file.replace('.mjs', '.js') }).outputText;
  const module = { exports: {} as Exports };
  // Functions of a text of its own: what one program does to its functions is nothing to the next.
  (new Function('module', 'exports', '__claim', code) as (...args: unknown[]) => void).call(module.exports, module, module.exports, claim);
  return { ...module.exports };
}

/** Replaces an exported function or method by one that tries its condition first, and blames it when the call succeeds. */
function watch(exported: Exports, { name, requires }: PrintedFunction, text: string, said: string[]): void {
  if (requires === null) return;
  const [first = '', method] = name.split('.');
  const owner = method === undefined ? exported : ownerOf(exported[first], method);
  const key = method ?? first;
  const original = owner?.[key];
  if (owner === undefined || typeof original !== 'function') return;
  const parameters = parametersOf(text, key);
  const replacement = function (this: unknown, ...args: unknown[]): unknown {
    const isAdmitted = requires !== 'false' && evaluate(parameters, requires, args);
    const value: unknown = Reflect.apply(original, this, args);
    const blame = (): void => {
      if (!isAdmitted) said.push(`${name} requires ${requires}, but a call succeeds`);
    };
    if (value instanceof Promise) return value.then((v: unknown) => (blame(), v));
    blame();
    return value;
  };
  Object.defineProperty(owner, key, { value: replacement, configurable: true, writable: true });
}

function ownerOf(constructor: unknown, method: string): Exports | undefined {
  if (typeof constructor !== 'function') return undefined;
  const prototype = constructor.prototype as Exports | undefined;
  if (prototype !== undefined && Object.getOwnPropertyDescriptor(prototype, method)?.value !== undefined) return prototype;
  return Object.getOwnPropertyDescriptor(constructor, method)?.value === undefined ? undefined : (constructor as unknown as Exports);
}

/** The parameter list of the function, by its text. */
function parametersOf(text: string, name: string): string {
  const escaped = name.replaceAll('$', '\\$');
  const declared = new RegExp(`\\bfunction\\s*\\*?\\s*${escaped}\\s*\\(`).exec(text);
  const start = declared ?? new RegExp(`\\b${escaped}\\b\\s*(?:=\\s*)?(?:async\\s*)?(?:function\\s*\\w*)?\\s*\\(`).exec(text);
  if (start === null) return '';
  let depth = 1;
  let end = start.index + start[0].length;
  for (; depth > 0 && end < text.length; end++) depth += '([{'.includes(text[end] ?? ' ') ? 1 : ')]}'.includes(text[end] ?? ' ') ? -1 : 0;
  return ts
    .transpile(`(${text.slice(start.index + start[0].length, end - 1)}) => 0`, { target: ts.ScriptTarget.ESNext })
    .replace(/^"use strict";\s*/, '')
    .replace(/\s*=> 0;?\s*$/, '');
}

function evaluate(parameters: string, condition: string, args: readonly unknown[]): boolean {
  try {
    return Boolean(
      (new Function('args', `return (${parameters} => (${condition}))(...args);`) as (args: readonly unknown[]) => unknown)(args),
    );
  } catch {
    return false;
  }
}
