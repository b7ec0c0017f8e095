import assert from 'node:assert/strict';
import { reportSarif } from '../../../server/findings/reportSarif.js';
import { hint, resultOf, span, violated } from './sample.js';

interface Log {
  readonly version: string;
  readonly runs: readonly Record<string, unknown>[];
}

describe('the SARIF report', () => {
  const result = resultOf({ findings: [hint, violated], errors: [{ file: 'gone.ts', message: 'There is no such file or folder.' }] });
  const log = JSON.parse(reportSarif(result, '1.2.3')) as Log;
  const run = log.runs[0] ?? {};

  it('is one run of version 2.1.0, with columns in UTF-16 units', () => {
    assert.equal(log.version, '2.1.0');
    assert.equal(log.runs.length, 1);
    assert.equal(run['columnKind'], 'utf16CodeUnits');
  });

  it('describes the rules that it uses', () =>
    assert.deepEqual(run['tool'], {
      driver: {
        name: 'Whence',
        version: '1.2.3',
        rules: [
          { id: 'assertion-violated', shortDescription: { text: 'An @always assertion is false whenever control reaches it.' } },
          { id: 'uncaught-exception', shortDescription: { text: 'An exception leaves the program unless a condition holds.' } },
        ],
      },
    }));

  it('gives each finding its level, place, condition and related places', () =>
    assert.deepEqual(run['results'], [
      {
        ruleId: 'uncaught-exception',
        ruleIndex: 1,
        level: 'note',
        message: { text: 'fails if n >= 0' },
        locations: [
          {
            physicalLocation: {
              artifactLocation: { uri: 'src/table.ts' },
              region: { startLine: 3, startColumn: 17, endLine: 3, endColumn: 21 },
            },
          },
        ],
        relatedLocations: [
          {
            id: 0,
            message: { text: "throws RangeError: 'no entry'" },
            physicalLocation: {
              artifactLocation: { uri: 'src/table.ts' },
              region: { startLine: 2, startColumn: 37, endLine: 2, endColumn: 69 },
            },
          },
        ],
        properties: { condition: '!(n >= 0)' },
      },
      {
        ruleId: 'assertion-violated',
        ruleIndex: 0,
        level: 'error',
        message: { text: 'i < 3 is false on every execution' },
        locations: [
          {
            physicalLocation: {
              artifactLocation: { uri: 'src/a%20b.ts' },
              region: { startLine: 1, startColumn: 1, endLine: 2, endColumn: 4 },
            },
          },
        ],
        relatedLocations: [],
      },
    ]));

  it('says which files could not be checked', () =>
    assert.deepEqual(run['invocations'], [
      {
        executionSuccessful: false,
        toolExecutionNotifications: [
          {
            level: 'error',
            message: { text: 'There is no such file or folder.' },
            locations: [{ physicalLocation: { artifactLocation: { uri: 'gone.ts' } } }],
          },
        ],
      },
    ]));

  it('gives the calls between origin and occurrence as a flow', () => {
    const calls = [{ file: 'src/table.ts', span: span(4, 31, 5), message: 'main calls at here' }];
    const through = { ...hint, because: hint.because.map((reason) => ({ ...reason, calls })) };
    const { runs } = JSON.parse(reportSarif(resultOf({ findings: [through] }), '1.2.3')) as {
      runs: { results: { codeFlows: { threadFlows: { locations: { location: { message: { text: string } } }[] }[] }[] }[] }[];
    };
    const texts = runs[0]?.results[0]?.codeFlows[0]?.threadFlows[0]?.locations.map(({ location }) => location.message.text);
    assert.deepEqual(texts, ['fails if n >= 0', 'main calls at here', "throws RangeError: 'no entry'"]);
  });
});
