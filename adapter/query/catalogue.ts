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
  /** What is asked, in words. */
  readonly title: string;
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

function question(name: string, title: string, keys: readonly QuestionKey[], columns: readonly string[]): QuestionShape {
  const own = new Set(keys.map((key) => key.name));
  return { name, title, keys: [...keys, ...commonKeys.filter((key) => !own.has(key.name))], columns: [...commonColumns, ...columns] };
}

const exits = ['exit', 'outcome', 'result'];
const yesNo = ['answer', 'count'];

/** Every named question of DESIGN section 5, in its order. */
export const catalogue: readonly QuestionShape[] = [
  question('callChain', 'Which calls lead to an event', [event], ['depth']),
  question('fullDetailCallChain', 'Which calls lead to an event, with what they were given', [event], ['depth', 'receiver', 'arguments']),
  question('where', 'In which call an event is', [event], ['depth', 'receiver', 'arguments']),
  question(
    'whereExceptionIsThrown',
    'Where the exception was thrown that ended the program',
    [],
    ['depth', 'receiver', 'arguments', 'thrown', 'exception'],
  ),
  question(
    'exceptionHistory',
    'All exceptions, and where they were caught',
    [optional('class', 'class'), subclasses],
    ['exception', 'value', 'caughtAt'],
  ),
  question('objectState', 'What an object held at an event', [wanted('object', 'object'), event], ['name', 'kind', 'value', 'written']),
  question('preEventCalledMethods', 'What was called before an event, in the same call', [event], ['receiver', 'arguments', ...exits]),
  question('postEventCalledMethods', 'What was called after an event, in the same call', [event], ['receiver', 'arguments', ...exits]),
  question('localsBefore', 'Which values variables had before an event', [event], ['name', 'value', 'scope', 'written']),
  question('localsAfter', 'Which values variables had after an event', [event], ['name', 'value', 'scope', 'written']),
  question('enclosingArguments', 'What the call around an event was given', [event], ['name', 'value']),
  question('enclosingReturnValue', 'What the call around an event returned', [event], exits),
  question(
    'instanceFieldHistory',
    'Every change of a field of an object',
    [wanted('object', 'object'), wanted('field', 'text')],
    ['object', 'before', 'after'],
  ),
  question(
    'classFieldHistory',
    'Every change of a field in all objects of a class',
    [wanted('class', 'class'), wanted('field', 'text'), subclasses],
    ['object', 'before', 'after'],
  ),
  question(
    'localVariableHistory',
    'Every change of a variable',
    [wanted('function', 'function'), wanted('variable', 'text'), optional('call', 'event')],
    ['before', 'after', 'binding'],
  ),
  question('argumentHistory', 'What each call of a function was given', [wanted('method', 'function')], ['receiver', 'arguments']),
  question(
    'returnValueHistory',
    'What each call of a function returned',
    [wanted('method', 'function')],
    ['outcome', 'result', 'callArguments'],
  ),
  question(
    'dataStructureHistory',
    'Every change of an array, Map or Set',
    [wanted('object', 'object')],
    ['operation', 'key', 'before', 'after', 'length', 'contents'],
  ),
  question(
    'allInstances',
    'All objects of a class',
    [wanted('class', 'class'), lastEvent, subclasses],
    ['object', 'class', 'created', 'state'],
  ),
  question('threadStatus', 'Which threads there are, and how they ended', [lastEvent], ['parent', 'started', 'ended', 'status']),
  question('callTree', 'All calls, as a tree', [lastEvent], ['depth', 'parent', 'receiver', 'arguments', 'outcome', 'result']),
  question('wasStatementExecuted', 'Did control come to a line?', [wanted('location', 'location')], yesNo),
  question('wasMethodCalled', 'Was a function called?', [wanted('method', 'function')], yesNo),
  question(
    'wasFieldAssigned',
    'Was a field given a value?',
    [wanted('class', 'class'), wanted('field', 'text'), wanted('value', 'value'), subclasses],
    yesNo,
  ),
  question('isThereAnInstance', 'Is there an object of a class?', [wanted('class', 'class'), subclasses], yesNo),
  question('wasExceptionCaught', 'Was an exception of a class caught?', [wanted('class', 'class'), subclasses], yesNo),
  question('isThreadRunning', 'Is a thread still running?', [wanted('thread', 'thread')], yesNo),
  question('hasThreadExited', 'Has a thread ended?', [wanted('thread', 'thread')], yesNo),
  question(
    'firstDifference',
    'The first difference from another recording',
    [optional('kind', 'text'), optional('object', 'object')],
    ['kind', 'place', 'sides'],
  ),
];
