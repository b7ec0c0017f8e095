import ts from 'typescript';
import type { Span } from '../../base/span.js';
import { parse, skipTypes } from '../source.js';
import { RuleProblem, RuleScope } from './ruleScope.js';

/** What a call of the library becomes: the text of a rule, and what the file declares for it. */
interface Expansion {
  readonly rule: string;
  readonly declared: string;
}

/** What a form of the library is given: its call, and a number that no other call has. */
interface Given {
  readonly scope: RuleScope;
  readonly call: ts.CallExpression;
  readonly number: number;
}

/** A text without calls of the library. */
export interface ExpandedText {
  readonly text: string;
  /** Where a part of it is written: what a call became is where the call is. */
  written(span: Span): Span;
}

/** The rules file with `rule(…)` in the place of each call of `whence/rules/library`. Lines stay as they are. */
export function withoutLibrary(text: string, path: string): ExpandedText {
  const { file } = parse(text, path);
  const scope = new RuleScope(file);
  if (scope.library.size === 0) return asWritten(text);
  const edits: Edit[] = [];
  const declared: string[] = [];
  const visit = (node: ts.Node): void => {
    const name = ts.isCallExpression(node) ? scope.libraryOf(node) : null;
    if (name === null || !ts.isCallExpression(node)) return ts.forEachChild(node, visit);
    const lines = '\n'.repeat(node.getText(file).split('\n').length - 1);
    const expansion = expanded(name, { scope, call: node, number: edits.length });
    edits.push({ start: node.getStart(file), end: node.end, text: expansion.rule + lines });
    if (expansion.declared !== '') declared.push(expansion.declared);
  };
  visit(file);
  const words = ruleWords.map((word) => `${word} as $${word}`).join(', ');
  const head = `import { ${words} } from 'whence/rules'; ${declared.join(' ')} `;
  let result = text;
  for (const { start, end, text: put } of [...edits].reverse()) result = result.slice(0, start) + put + result.slice(end);
  return { text: head + result, written: (span) => writtenSpan(span, edits, head.length) };
}

/** A text that calls nothing of the library. */
export const asWritten = (text: string): ExpandedText => ({ text, written: (span) => span });

/** A part of a text that is replaced. */
interface Edit extends Span {
  readonly text: string;
}

/** Where a part of the text with the edits, behind its head, is in the text without them. */
function writtenSpan(span: Span, edits: readonly Edit[], head: number): Span {
  let shift = -head;
  for (const edit of edits) {
    const start = edit.start - shift;
    if (span.start < start) break;
    if (span.start < start + edit.text.length) return { start: edit.start, end: edit.end };
    shift += edit.end - edit.start - edit.text.length;
  }
  let endShift = -head;
  for (const edit of edits) if (span.end > edit.start - endShift) endShift += edit.end - edit.start - edit.text.length;
  return { start: Math.max(0, span.start + shift), end: Math.max(0, span.end + endShift) };
}

/** The words of rules that expansions use. */
const ruleWords = ['rule', 'extent', 'call', 'match', 'changes', 'of', 'here', 'report'];

function expanded(name: string, given: Given): Expansion {
  const form = forms.get(name);
  if (form === undefined) return faulty(`whence/rules/library has no "${name}": it has ${[...forms.keys()].join(', ')}.`);
  try {
    return form(given);
  } catch (error) {
    if (!(error instanceof RuleProblem)) throw error;
    return faulty(error.message);
  }
}

/** A rule that says by its one option what is wrong. */
const faulty = (sentence: string): Expansion => ({ rule: `$rule({ ${JSON.stringify(sentence)}: null })`, declared: '' });

/** The forms of the library, by name. */
const forms: ReadonlyMap<string, (given: Given) => Expansion> = new Map([
  ['oneOwner', oneOwner],
  ['acyclic', acyclic],
  ['inverse', inverse],
  ['elementsAre', elementsAre],
  ['notWhile', notWhile],
  ['inOrder', inOrder],
  ['becameInevitable', becameInevitable],
]);

/** No object is in the containers of two objects. */
function oneOwner(given: Given): Expansion {
  const owner = classText(given, 0);
  const [a, b] = [pathText(given, 1, 'a'), pathText(given, 1, 'b')];
  return plain(
    `foreach: { a: $extent(${owner}), b: $extent(${owner}), child: ({ a }) => ${a} }, where: ({ a, b, child }) => ${b}.has(child) && a !== b, found: ({ a, b, child }) => $report(child, 'belongs to', a, 'and to', b)`,
  );
}

/** So many steps are followed to find an object that leads to itself. */
const mostSteps = 8;

/** No object leads to itself by a field, in at most eight steps. */
function acyclic(given: Given): Expansion {
  const steps: string[] = [];
  for (let path = 'n'; steps.length < mostSteps; steps.push(`${path} === n`))
    path = pathText(given, 1, path).replace(/(?<!\?)\.(?=[\w#$]+$)/, '?.');
  return plain(
    `foreach: { n: $extent(${classText(given, 0)}) }, where: ({ n }) => ${steps.join(' || ')}, found: ({ n }) => $report(n, 'leads to itself')`,
  );
}

/** What is in an object's container has it in a field, and the other way round. */
function inverse(given: Given): Expansion {
  const [held, back] = [pathText(given, 1, 'n'), pathText(given, 3, 'm')];
  return plain(
    `foreach: { n: $extent(${classText(given, 0)}), m: $extent(${classText(given, 2)}) }, where: ({ n, m }) => (${held}.has(m) && ${back} !== n) || (${back} === n && !${held}.has(m)), found: ({ n, m }) => $report(n, 'and', m, 'do not agree')`,
  );
}

/** All elements of a container have one type: what `typeof` says of them. */
function elementsAre(given: Given): Expansion {
  const type = argument(given, 2).getText(given.scope.file);
  return plain(
    `foreach: { n: $extent(${classText(given, 0)}), element: ({ n }) => ${pathText(given, 1, 'n')} }, where: ({ element }) => typeof element !== ${type}, found: ({ n, element }) => $report(n, 'holds', element, 'which is no', ${type})`,
  );
}

/** No call of the first pattern while one of the second, of the same receiver, is outstanding. */
function notWhile(given: Given): Expansion {
  const [first, second] = [pattern(given, 0), pattern(given, 1)];
  const open = `$open${given.number}`;
  const words = JSON.stringify(`${first.shown} while ${second.shown} is outstanding on`);
  // A call that matches both patterns is not outstanding when it begins: it is asked about before it is counted.
  const asked = `$call(${first.text}, { before: ({ ${first.receiver}: x }) => { if (${open}.get(x) > 0) $report(${words}, x); } })`;
  const counted = `$call(${second.text}, { before: ({ ${second.receiver}: x }) => void ${open}.set(x, (${open}.get(x) ?? 0) + 1), settled: ({ ${second.receiver}: x }) => void ${open}.set(x, ${open}.get(x) - 1) })`;
  return {
    rule: `$rule({ at: [${asked}, ${counted}] })`,
    declared: `const ${open} = new WeakMap();`,
  };
}

/** A call of the second pattern only after one of the first, of the same receiver. */
function inOrder(given: Given): Expansion {
  const [first, second] = [pattern(given, 0), pattern(given, 1)];
  const done = `$done${given.number}`;
  return {
    rule: `$rule({ at: [$call(${first.text}, { after: ({ ${first.receiver}: x }) => void ${done}.add(x) }), $call(${second.text}, { before: ({ ${second.receiver}: x }) => { if (!${done}.has(x)) $report(${JSON.stringify(`${second.shown} before ${first.shown} on`)}, x); } })] })`,
    declared: `const ${done} = new WeakSet();`,
  };
}

/** Since which update an index was outside of its list (Figure 4); `in` says at which accesses it is asked. */
function becameInevitable(given: Given): Expansion {
  const where = argument(given, 0).getText(given.scope.file);
  const seen = `$seen${given.number}`;
  const changed = (name: string): string =>
    `$changes(({ ${name} }) => ${name}, { after: ({ ${name} }) => { ${seen}.${name} = ${name}; const isBad = ${seen}.L !== null && ${seen}.R !== null && !(${seen}.R < ${seen}.L.length); ${seen}.since = isBad ? (${seen}.since ?? $here) : null; } })`;
  // An index that is computed, as of `list[i++]`, is no place that changes.
  const told = `if (${seen}.since === null) $report('read outside of its list: since which update cannot be told'); else $report('inevitable since', ${seen}.since);`;
  return {
    rule: `$rule({ metavariables: { L: $of<unknown[]>(), R: $of<number>() }, at: [${changed('L')}, ${changed('R')}, $match(({ L, R }) => L[R], { in: ${where}, before: ({ L, R }) => { if (!(R < L.length)) { ${told} } } })] })`,
    declared: `const ${seen} = { L: null as any, R: null as any, since: null as any };`,
  };
}

const plain = (options: string): Expansion => ({ rule: `$rule({ ${options} })`, declared: '' });

function argument({ call }: Given, index: number): ts.Expression {
  const given = call.arguments[index];
  if (given === undefined) throw new RuleProblem(`${call.expression.getText()} needs ${index + 1} arguments or more.`, call);
  return skipTypes(given);
}

function classText(given: Given, index: number): string {
  return argument(given, index).getText(given.scope.file);
}

/** A field that an arrow function reads of its one variable, read of another: `({ n }) => n.kids`, `(n) => n.kids`. */
function pathText(given: Given, index: number, of: string): string {
  const arrow = argument(given, index);
  const { file } = given.scope;
  const problem = new RuleProblem('The library takes fields as arrow functions: (n) => n.children.', given.call);
  if (!ts.isArrowFunction(arrow) || ts.isBlock(arrow.body)) throw problem;
  const [parameter] = arrow.parameters;
  const name =
    parameter === undefined ? undefined : ts.isObjectBindingPattern(parameter.name) ? parameter.name.elements[0]?.name : parameter.name;
  if (name === undefined || !ts.isIdentifier(name)) throw problem;
  const { text } = name;
  const start = arrow.body.getStart(file);
  let [result, done] = ['', start];
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && node.text === text && !(ts.isPropertyAccessExpression(node.parent) && node.parent.name === node)) {
      result += file.text.slice(done, node.getStart(file)) + of;
      done = node.end;
    }
    ts.forEachChild(node, visit);
  };
  visit(arrow.body);
  return result + file.text.slice(done, arrow.body.end);
}

interface Pattern {
  readonly text: string;
  /** As messages name it: the called method. */
  readonly shown: string;
  /** The metavariable that is the receiver. */
  readonly receiver: string;
}

function pattern(given: Given, index: number): Pattern {
  const arrow = argument(given, index);
  const call = ts.isArrowFunction(arrow) && !ts.isBlock(arrow.body) ? skipTypes(arrow.body) : undefined;
  const problem = new RuleProblem('The library takes calls of methods as arrow functions: (x: Ftp) => x.list().', given.call);
  if (call === undefined || !ts.isCallExpression(call) || !ts.isPropertyAccessExpression(call.expression)) throw problem;
  const { expression, name } = call.expression;
  if (!ts.isIdentifier(expression)) throw problem;
  return { text: arrow.getText(given.scope.file), shown: name.text, receiver: expression.text };
}
