import { reasonsOf } from './alternatives.js';
import type { ConditionTree } from './conditionTree.js';
import { printCondition } from './printCondition.js';
import type { CheckResult, ErrorReport, Finding, FindingCode, Located, ReportSpan, Severity, SuppressedFinding } from './result.js';

/** The meaning of each code, for tools that show a finding without our manual. */
const ruleTexts: Readonly<Record<FindingCode, string>> = {
  'assertion-violated': 'An @always assertion is false whenever control reaches it.',
  'assertion-conditional': 'An @always assertion is false unless a condition holds.',
  'assertion-invalid': 'An assertion comment that cannot be interpreted.',
  'sometime-unreachable': 'No execution passes an @sometime assertion with a true condition.',
  'sometime-conditional': 'An @sometime assertion is satisfied only if a condition holds.',
  'requires-violated': 'A call breaks the @requires of the called function.',
  'ensures-violated': 'A function ends without its @ensures.',
  'range-violated': 'A value outside its @range or @invariant is stored.',
  'uncaught-exception': 'An exception leaves the program unless a condition holds.',
  'not-terminating': 'The program does not end unless a condition holds.',
  'null-access': 'A property of undefined or null is read or written.',
  'wrong-kind': 'A value of the wrong kind is called, converted or computed with.',
  'index-out-of-bounds': 'An element outside an array is read or written.',
  'assumption-broken': 'A recorded run has a value that a declared type excludes.',
  'ignore-unused': 'A whence-ignore-next-line comment without a finding on the next line.',
  'ignore-invalid': 'A whence-ignore-next-line comment that names no code, or one that does not exist.',
  incomplete: 'A budget ran out: nothing is claimed about the function.',
};

const levels: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', hint: 'note' };

/** SARIF 2.1.0, as code-scanning services and editors read it. Paths stay relative to the working directory. */
export function reportSarif(result: CheckResult, version: string): string {
  const suppressed = result.suppressed ?? [];
  const codes = [...new Set([...result.findings, ...suppressed.map(({ finding }) => finding)].map(({ code }) => code))].sort();
  const run = {
    tool: {
      driver: {
        name: 'Whence',
        version,
        rules: codes.map((code) => ({ id: code, shortDescription: { text: ruleTexts[code] } })),
      },
    },
    columnKind: 'utf16CodeUnits',
    invocations: [{ executionSuccessful: result.errors.length === 0, toolExecutionNotifications: result.errors.map(errorNotification) }],
    results: [
      ...result.findings.map((finding) => sarifResult(finding, codes)),
      ...suppressed.map((each) => ({ ...sarifResult(each.finding, codes), suppressions: [suppression(each)] })),
    ],
    properties: { assumptions: result.assumptions, ...(result.skipped === undefined ? {} : { skipped: result.skipped }) },
  };
  const log = { $schema: 'https://json.schemastore.org/sarif-2.1.0.json', version: '2.1.0', runs: [run] };
  return JSON.stringify(log, null, 2) + '\n';
}

function sarifResult(finding: Finding, codes: readonly FindingCode[]): object {
  return {
    ruleId: finding.code,
    ruleIndex: codes.indexOf(finding.code),
    level: levels[finding.severity],
    message: { text: finding.message },
    locations: [{ physicalLocation: physicalLocation(finding) }],
    relatedLocations: reasonsOf(finding).map(relatedLocation),
    ...codeFlows(finding),
    ...(finding.condition === null ? {} : { properties: propertiesOf(finding, finding.condition) }),
  };
}

function propertiesOf({ alternatives }: Finding, condition: ConditionTree): object {
  const others = alternatives.map((each) => ({ condition: printCondition(each.condition), message: each.message }));
  return { condition: printCondition(condition), ...(others.length === 0 ? {} : { alternatives: others }) };
}

/** A comment stands in the source, a baseline elsewhere. */
function suppression({ by, reason }: SuppressedFinding): object {
  const kind = by === 'comment' ? 'inSource' : 'external';
  return { kind, status: 'accepted', ...(reason === null ? {} : { justification: reason }) };
}

/** The ways from the origin to the occurrences that calls lead to. */
function codeFlows(finding: Finding): object {
  const ways = reasonsOf(finding).flatMap(({ calls, ...reason }) => (calls === undefined ? [] : [[finding, ...calls, reason]]));
  if (ways.length === 0) return {};
  return {
    codeFlows: ways.map((way) => ({
      threadFlows: [
        {
          locations: way.map((step) => ({ location: { message: { text: step.message }, physicalLocation: physicalLocation(step) } })),
        },
      ],
    })),
  };
}

function relatedLocation(reason: Located, id: number): object {
  return { id, message: { text: reason.message }, physicalLocation: physicalLocation(reason) };
}

function errorNotification({ file, message }: ErrorReport): object {
  return { level: 'error', message: { text: message }, locations: [{ physicalLocation: { artifactLocation: { uri: uri(file) } } }] };
}

function physicalLocation({ file, span }: { readonly file: string; readonly span: ReportSpan }): object {
  return {
    artifactLocation: { uri: uri(file) },
    region: { startLine: span.line, startColumn: span.column, endLine: span.endLine, endColumn: span.endColumn },
  };
}

/** A relative reference; `:` in a first segment would read as a scheme. */
function uri(file: string): string {
  return file.split('/').map(encodeURIComponent).join('/');
}
