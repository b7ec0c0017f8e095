import type { Diagnosis, DiagnosisResult, Repair, ShownComponent, ShownSpan } from './diagnosisResult.js';

/** A diagnosis as SARIF 2.1.0: a result for each suspect with its rank from 0 to 100, the way from the failing tests to it, and its repairs as fixes. */
export function diagnosisSarif(result: DiagnosisResult, version: string): string {
  const run = {
    tool: {
      driver: {
        name: 'Whence',
        version,
        rules: [{ id: 'could-be-wrong', shortDescription: { text: 'A part of the program whose fault explains why tests fail.' } }],
      },
    },
    columnKind: 'utf16CodeUnits',
    invocations: [{ executionSuccessful: result.complete }],
    results: result.diagnoses.map((diagnosis) => sarifResult(diagnosis, result)),
  };
  return `${JSON.stringify({ $schema: 'https://json.schemastore.org/sarif-2.1.0.json', version: '2.1.0', runs: [run] }, null, 2)}\n`;
}

function sarifResult({ components, reason, score, repairs }: Diagnosis, { tests }: DiagnosisResult): object {
  const flows = tests.failing.map(({ name, file, line, message }) => ({
    threadFlows: [
      {
        locations: [
          {
            location: {
              physicalLocation: { artifactLocation: { uri: uriOf(file) }, region: { startLine: line } },
              message: { text: `${name} fails: ${message}` },
            },
          },
          ...components.map((component) => ({ location: { ...locationOf(component), message: { text: reason } } })),
        ],
      },
    ],
  }));
  return {
    ruleId: 'could-be-wrong',
    ruleIndex: 0,
    level: 'warning',
    message: { text: `This could be wrong. ${reason}` },
    locations: components.map(locationOf),
    rank: Math.round(score * 1e4) / 100,
    codeFlows: flows,
    ...(repairs.length === 0 ? {} : { fixes: repairs.map(fixOf) }),
  };
}

const uriOf = (file: string): string => file.split('/').map(encodeURIComponent).join('/');

const locationOf = ({ file, span }: ShownComponent): object => ({
  physicalLocation: { artifactLocation: { uri: uriOf(file) }, region: regionOf(span) },
});

const regionOf = ({ line, column, endLine, endColumn }: ShownSpan): object => ({
  startLine: line,
  startColumn: column,
  endLine,
  endColumn,
});

function fixOf({ edits, tests }: Repair): object {
  const files = [...new Set(edits.map(({ file }) => file))];
  return {
    description: { text: `With this change ${tests.passed} of ${tests.total} tests pass.` },
    artifactChanges: files.map((file) => ({
      artifactLocation: { uri: uriOf(file) },
      replacements: edits
        .filter((edit) => edit.file === file)
        .map(({ span, text }) => ({ deletedRegion: regionOf(span), insertedContent: { text } })),
    })),
  };
}
