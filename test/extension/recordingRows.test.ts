import assert from 'node:assert/strict';
import { rowsOfAnswer } from '../../extension/recording/answerRows.js';
import { rowsOfComparison, type ComparedRecording } from '../../extension/recording/differenceRows.js';
import type { OpenRecording } from '../../extension/recording/openRecordings.js';
import { exportsOf, looksLikeProlog, relationsNamed } from '../../extension/recording/queryTexts.js';
import { catalogue } from '../../adapter/query/catalogue.js';
import { read } from '../tidy/files.js';

const placeOf = (file: string, line: number, column: number) => ({ file: `/shop/${file}`, line, column });

describe('the rows of answers about a recording', () => {
  it('say where, and what was asked in short, as a program writes it', () => {
    const where = { file: 'lib/a.js', line: 3, column: 1, function: 'main', event: 7 };
    const common = ['event', 'file', 'line', 'column', 'function'];
    const [state] = rowsOfAnswer({ columns: [...common, 'name', 'value'], rows: [{ ...where, name: 'x', value: 'ü' }], total: 1 }, placeOf);
    assert.deepEqual([state?.label, state?.description, state?.event], ['a.js:3 main', 'x = "ü"', 7]);
    const change = { ...where, before: null, after: { undefined: true } };
    const [changed] = rowsOfAnswer({ columns: [...common, 'before', 'after'], rows: [change], total: 1 }, placeOf);
    assert.equal(changed?.description, 'null → undefined');
    const call = { ...where, arguments: [1, 'a', { object: 'Row#3', preview: '{}' }], outcome: 'throw', result: { number: 'NaN' } };
    const [called] = rowsOfAnswer({ columns: [...common, 'arguments', 'outcome', 'result'], rows: [call], total: 1 }, placeOf);
    assert.equal(called?.description, '(1, "a", Row#3 {}) threw NaN');
  });

  it('are the values alone where a query gives no place', () => {
    const [row] = rowsOfAnswer({ columns: ['kind', 'calls'], rows: [{ kind: 'method', calls: 12 }], total: 1 }, placeOf);
    assert.deepEqual([row?.label, row?.place], ['method  12', null]);
  });
});

describe('the rows of a comparison', () => {
  // Which recording a row leads into is all that is asked of it.
  const recording = (name: string) => ({ uri: name }) as unknown as OpenRecording;
  const both: readonly [ComparedRecording, ComparedRecording] = [
    { recording: recording('one'), name: 'one.trace', placeOf },
    { recording: recording('two'), name: 'two.trace', placeOf },
  ];
  const side = (event: number, taken: string) => ({ event, file: 'a.js', line: 4, column: 2, function: 'main', taken });
  const branch = { kind: 'branch', place: 'main:x\n  > 1', sides: [side(5, 'then'), side(6, 'else')] } as const;
  const extra = { kind: 'branch', place: 'f:y', sides: [null, { ...side(9, 'then'), function: 'f' }] } as const;
  const rows = rowsOfComparison({ equal: false, firstBranch: branch, firstWrite: null, differences: [branch, extra], total: 2 }, both);

  it('begin with where the runs part, and have the differences below their functions', () => {
    assert.deepEqual(
      rows.map(({ label, children }) => [label, children?.map((one) => [one.label, one.description])]),
      [
        ['Where they part', [['first branch main:x > 1', 'then ↔ else']]],
        ['main', [['branch main:x > 1', 'then ↔ else']]],
        ['f', [['branch f:y', 'not there ↔ then']]],
      ],
    );
  });

  it('lead into the recording that has it', () => {
    const only = rows[2]?.children?.[0];
    assert.deepEqual([only?.event, only?.recording, only?.children?.map(({ event }) => event)], [9, both[1].recording, [null, 9]]);
  });
});

describe('texts of queries', () => {
  it('are Prolog or Perl by what their first line says', () => {
    for (const name of ['nullReturned', 'objectStates', 'whereThrown'])
      assert.ok(looksLikeProlog(read(`examples/queries/${name}.pl`)), name);
    for (const text of ['f(X) :- g(X).', ':- use_module(library(lists)).', '\n% what\n?- row(call, []).'])
      assert.ok(looksLikeProlog(text), text);
    for (const text of ['#!/usr/bin/perl\n', 'use strict;\n', '%seen = ();\n', 'print("a.");', 'foo($x).bar();', ''])
      assert.ok(!looksLikeProlog(text), text);
  });

  it('name relations, and what they are called by', () => {
    const found = relationsNamed('select * from call c join exit AS e on e.call = c.event left join local where x = 1');
    assert.deepEqual(
      [...found],
      [
        ['call', 'call'],
        ['c', 'call'],
        ['exit', 'exit'],
        ['e', 'exit'],
        ['local', 'local'],
      ],
    );
  });

  it('complete what the modules export', () => {
    const names = exportsOf(read('adapter/trace/prolog/questions.pl')).map(({ name, arity }) => `${name}/${arity}`);
    assert.ok(names.includes('callTree/2') && names.includes('whereExceptionIsThrown/1'));
  });
});

it('the questions of the catalogue have titles of their own', () => {
  const titles = catalogue.map(({ title }) => title);
  assert.equal(new Set(titles).size, titles.length);
  assert.ok(titles.every((title) => /^[A-Z].{8,}[^.]$/.test(title)));
});
