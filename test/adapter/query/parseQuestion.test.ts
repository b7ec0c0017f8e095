import assert from 'node:assert/strict';
import { valueOfJson, jsonValue } from '../../../adapter/events/jsonValue.js';
import { catalogue } from '../../../adapter/query/catalogue.js';
import { formOf, parseQuestion, QuestionError } from '../../../adapter/query/parseQuestion.js';

const read = (text: string) => {
  const { shape, values } = parseQuestion(text);
  return [shape.name, Object.fromEntries(values)];
};

const refused = (text: string, sentence: RegExp) =>
  assert.throws(
    () => parseQuestion(text),
    (error: Error) => error instanceof QuestionError && sentence.test(error.message) && !error.message.includes('\n'),
  );

describe('named questions', () => {
  it('are a name and keys with JSON', () => {
    assert.deepEqual(read('objectState(object: "Row#3", event: 812)'), ['objectState', { object: 'Row#3', event: 812 }]);
    assert.deepEqual(read(' callTree ( ) '), ['callTree', {}]);
    assert.deepEqual(read('callTree(event:"end",system:true,)'), ['callTree', { event: 'end', system: true }]);
    assert.deepEqual(read('"callTree"'.replace(/"/g, '') + '("event": 0)'), ['callTree', { event: 0 }]);
  });

  it('may hold every sign of their own grammar in texts', () => {
    const name = 'a, "b": )]} \\ é';
    assert.deepEqual(read(`argumentHistory(method: ${JSON.stringify(name)}, from: 1)`), ['argumentHistory', { method: name, from: 1 }]);
    const value = '{"object": "Row#3", "more": ["]", {"x": "}"}]}';
    assert.deepEqual(read(`wasFieldAssigned(class: "Row", field: "open", value: ${value})`)[1], {
      class: 'Row',
      field: 'open',
      value: JSON.parse(value) as unknown,
    });
  });

  it('may all be asked of an interval, of a thread, and with system objects', () => {
    for (const shape of catalogue) {
      const form = formOf(shape).slice(0, -1);
      const more = [form.endsWith('(') ? '' : ', ', 'from: 1, to: 2, system: true', /thread:/.test(form) ? '' : ', thread: "main"'];
      assert.equal(parseQuestion(`${form}${more.join('')})`).shape, shape);
    }
  });

  it('are refused with the right names, or keys', () => {
    refused('lastChange(x: 1)', /callChain, .*objectState, .*firstDifference/);
    refused('objectState(objekt: "Row#3")', /no key objekt: it has object, event, from, to, thread or system/);
    refused('objectState(object: "Row#3")', /needs event: objectState\(object: "Row#3", event: 812\)/);
    refused('objectState(event: 1, event: 2)', /event twice/);
    refused('objectState(object: 3, event: 1)', /an object as "Row#3"/);
    refused('allInstances(class: "")', /the name of a class: "" is none/);
    refused('callChain(event: 1.5)', /number of an event or "end": 1\.5/);
    refused('callChain(event: -1)', /number of an event/);
    refused('wasStatementExecuted(location: "shop.ts")', /FILE:LINE/);
    for (const text of [
      '',
      'objectState',
      'objectState(',
      '(event: 1)',
      'callChain(event 1)',
      'callChain(event: )',
      "callChain(event: 'end')",
      'callChain(event: 1 2)',
      'callChain(event: [1)',
      'callChain(event: 1); drop',
      'callChain(,)',
      'callChain(event: "end)',
    ])
      refused(text, /./);
  });
});

describe('values of questions', () => {
  it('are the values of answers', () => {
    for (const json of [
      null,
      true,
      0,
      -1.5,
      'text',
      '',
      { undefined: true },
      { number: 'NaN' },
      { number: '-0' },
      { number: '-Infinity' },
      { bigint: '-12' },
      { symbol: 'sign' },
      { length: 5000 },
      { object: 'Row#3', preview: '' },
    ])
      assert.deepEqual(jsonValue(valueOfJson(json)), json);
  });

  it('are nothing else', () => {
    for (const json of [{}, [], { number: '7' }, { bigint: '1.5' }, { object: 'Row' }, { symbol: 1 }, { text: 'a' }])
      assert.equal(valueOfJson(json), null);
  });
});
