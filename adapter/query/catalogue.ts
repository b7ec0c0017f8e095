/** What a key of a question is given: JSON of this kind. */
export type ValueKind = 'event' | 'object' | 'class' | 'function' | 'location' | 'text' | 'value' | 'thread' | 'flag';

/** A key of a question. */
export interface QuestionKey {
  readonly name: string;
  readonly kind: ValueKind;
  readonly isRequired: boolean;
}

/** A named question: its keys, and the columns of its rows. */
export interface QuestionShape {
  readonly name: string;
  readonly keys: readonly QuestionKey[];
  readonly columns: readonly string[];
}

/** Columns that every row of a named question has. */
const commonColumns = ['event', 'thread', 'file', 'line', 'column', 'function', 'call'] as const;

const wanted = (name: string, kind: ValueKind): QuestionKey => ({ name, kind, isRequired: true });
const optional = (name: string, kind: ValueKind): QuestionKey => ({ name, kind, isRequired: false });

const event = wanted('event', 'event');
const lastEvent = optional('event', 'event');
const subclasses = optional('subclasses', 'flag');

/** Keys that every question may have. */
const commonKeys: readonly QuestionKey[] = [
  optional('from', 'event'),
  optional('to', 'event'),
  optional('thread', 'thread'),
  optional('system', 'flag'),
];

function question(name: string, keys: readonly QuestionKey[], columns: readonly string[]): QuestionShape {
  const own = new Set(keys.map((key) => key.name));
  return { name, keys: [...keys, ...commonKeys.filter((key) => !own.has(key.name))], columns: [...commonColumns, ...columns] };
}

const exits = ['exit', 'outcome', 'result'];
const yesNo = ['answer', 'count'];

/** Every named question of DESIGN section 5, in its order. */
export const catalogue: readonly QuestionShape[] = [
  question('callChain', [event], ['depth']),
  question('fullDetailCallChain', [event], ['depth', 'receiver', 'arguments']),
  question('where', [event], ['depth', 'receiver', 'arguments']),
  question('whereExceptionIsThrown', [], ['depth', 'receiver', 'arguments', 'thrown', 'exception']),
  question('exceptionHistory', [optional('class', 'class'), subclasses], ['exception', 'value', 'caughtAt']),
  question('objectState', [wanted('object', 'object'), event], ['name', 'kind', 'value', 'written']),
  question('preEventCalledMethods', [event], ['receiver', 'arguments', ...exits]),
  question('postEventCalledMethods', [event], ['receiver', 'arguments', ...exits]),
  question('localsBefore', [event], ['name', 'value', 'scope', 'written']),
  question('localsAfter', [event], ['name', 'value', 'scope', 'written']),
  question('enclosingArguments', [event], ['name', 'value']),
  question('enclosingReturnValue', [event], exits),
  question('instanceFieldHistory', [wanted('object', 'object'), wanted('field', 'text')], ['object', 'before', 'after']),
  question('classFieldHistory', [wanted('class', 'class'), wanted('field', 'text'), subclasses], ['object', 'before', 'after']),
  question(
    'localVariableHistory',
    [wanted('function', 'function'), wanted('variable', 'text'), optional('call', 'event')],
    ['before', 'after', 'binding'],
  ),
  question('argumentHistory', [wanted('method', 'function')], ['receiver', 'arguments']),
  question('returnValueHistory', [wanted('method', 'function')], ['outcome', 'result', 'callArguments']),
  question('dataStructureHistory', [wanted('object', 'object')], ['operation', 'key', 'before', 'after', 'length', 'contents']),
  question('allInstances', [wanted('class', 'class'), lastEvent, subclasses], ['object', 'class', 'created', 'state']),
  question('threadStatus', [lastEvent], ['parent', 'started', 'ended', 'status']),
  question('callTree', [lastEvent], ['depth', 'parent', 'receiver', 'arguments', 'outcome', 'result']),
  question('wasStatementExecuted', [wanted('location', 'location')], yesNo),
  question('wasMethodCalled', [wanted('method', 'function')], yesNo),
  question('wasFieldAssigned', [wanted('class', 'class'), wanted('field', 'text'), wanted('value', 'value'), subclasses], yesNo),
  question('isThereAnInstance', [wanted('class', 'class'), subclasses], yesNo),
  question('wasExceptionCaught', [wanted('class', 'class'), subclasses], yesNo),
  question('isThreadRunning', [wanted('thread', 'thread')], yesNo),
  question('hasThreadExited', [wanted('thread', 'thread')], yesNo),
  question('firstDifference', [optional('kind', 'text'), optional('object', 'object')], ['kind', 'place', 'sides']),
];
