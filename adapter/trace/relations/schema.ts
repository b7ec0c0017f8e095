/** `integer` and `real` are numbers, a `text` is a text; each may be missing in a row. */
export type ColumnType = 'integer' | 'real' | 'text';

export interface Column {
  readonly name: string;
  readonly type: ColumnType;
  /** One sentence for the documentation and for completion in the editor. */
  readonly meaning: string;
}

/** What a relation is called, and the columns that its rows have. */
export interface RelationShape {
  readonly name: RelationName;
  readonly meaning: string;
  readonly columns: readonly Column[];
}

export type RelationName =
  | 'run'
  | 'thread'
  | 'text'
  | 'site'
  | 'event'
  | 'call'
  | 'ancestor'
  | 'argument'
  | 'exit'
  | 'change'
  | 'local'
  | 'branch'
  | 'exception'
  | 'object'
  | 'content'
  | 'switch'
  | 'subclass'
  | 'class_member'
  | 'step'
  | 'visible';

const integer = (name: string, meaning: string): Column => ({ name, type: 'integer', meaning });
const text = (name: string, meaning: string): Column => ({ name, type: 'text', meaning });
const real = (name: string, meaning: string): Column => ({ name, type: 'real', meaning });

/** Four columns that together are one value of the program. */
const valued = (what: string, prefix = ''): readonly Column[] => [
  text(
    `${prefix}type`,
    `The type of ${what}: undefined, null, boolean, number, string, bigint, symbol or object; absent where a place is gone; nothing where it is not known.`,
  ),
  real(`${prefix}number`, `The number, or 1 and 0 for true and false.`),
  text(`${prefix}text`, `The string; a bigint, a symbol, NaN, -0 and the infinities as JavaScript prints them; of an object its class.`),
  integer(`${prefix}object`, `The number of the object.`),
];

/** Columns of whatever happened at an event. */
const happened: readonly Column[] = [
  integer('event', 'The number of the event.'),
  integer('thread', 'The thread in which it happened.'),
  integer('call', 'The call in which it happened, by its event. The top level of a text is one.'),
  integer('site', 'The place in the text.'),
];

const shapes: readonly RelationShape[] = [
  {
    name: 'run',
    meaning: 'The run that was recorded.',
    columns: [
      text('id', 'The name of the run.'),
      text('program', 'The program and its arguments.'),
      text('labels', 'What the recording was labelled with, as a JSON object.'),
      text('version', 'The Git revision of the program, or else a hash of its sources.'),
      text('outcome', 'passed, failed when the exit is not 0, or unknown.'),
      integer('code', 'The exit code.'),
      text('signal', 'The signal that ended the program.'),
    ],
  },
  {
    name: 'thread',
    meaning: 'The threads of the program.',
    columns: [
      integer('id', 'The number of the thread.'),
      text('name', 'main, worker 1 and so on, in order of start.'),
      integer('parent', 'The thread that started it.'),
      integer('first', 'Its first event.'),
      integer('last', 'Its last event; nothing while it was running when the recording ended.'),
      text('status', 'running, exited, failed or unknown.'),
    ],
  },
  {
    name: 'text',
    meaning: 'The texts that were loaded.',
    columns: [
      integer('id', 'The number of the text.'),
      text('path', 'The file.'),
      text('format', 'module or commonjs.'),
      text('source', 'The text itself, as Node loaded it.'),
    ],
  },
  {
    name: 'site',
    meaning: 'The places in the texts where something is recorded.',
    columns: [
      integer('id', 'The number of the site.'),
      integer('text_id', 'The text.'),
      text('kind', 'What happens there: write, fork, call, return, allocation and so on.'),
      text('name', 'The name of the property or variable, where the text has it.'),
      text('file', 'The file of the source.'),
      integer('line', 'The line in the source, from 1.'),
      integer('col', 'The column in the source, from 1.'),
      text('code', 'The code itself, of the text that was loaded.'),
    ],
  },
  {
    name: 'event',
    meaning: 'All events, whatever they are.',
    columns: [
      integer('id', 'The number of the event.'),
      integer('thread', 'The thread in which it happened.'),
      text('kind', 'call, exit, change, local, branch, exception, catch, suspend, resume, allocation, content or other.'),
      integer('call', 'The call in which it happened, by its event. The top level of a text is one.'),
      integer('site', 'The place in the text.'),
      text('file', 'The file of the source.'),
      integer('line', 'The line in the source, from 1.'),
      integer('col', 'The column in the source, from 1.'),
    ],
  },
  {
    name: 'call',
    meaning: 'Calls of functions. The top level of a text that is loaded is one, too.',
    columns: [
      integer('event', 'The event at which the function was entered: by this number the call is known.'),
      integer('thread', 'The thread in which it happened.'),
      integer('parent', 'The call that called; nothing where Node called.'),
      integer('site', 'The calling expression; nothing where native code called.'),
      integer('depth', 'How many calls enclose it.'),
      integer('last', 'The last event of the call: its exit, or what was recorded last where there is none.'),
      text('function', 'The function: its name, or Class.name; empty for the top level of a text.'),
      text('class', 'The class that declares it.'),
      text('method', 'Its name alone.'),
      text('file', 'The file in which the function is written.'),
      integer('line', 'The line at which the function begins.'),
      integer('col', 'The column at which the function begins.'),
      integer('body_line', 'The line of its first statement.'),
      text('place', 'The file and the line at which the function begins, as FILE:LINE; nothing for the top level of a text.'),
      text('kind', 'text for the top level of a text, constructor when it was called by new, static, method or function.'),
      ...valued('this in the function', 'receiver_'),
    ],
  },
  {
    name: 'ancestor',
    meaning: 'Which calls enclose which, without recursion.',
    columns: [
      integer('call', 'A call.'),
      integer('ancestor', 'A call that encloses it; itself at distance 0.'),
      integer('distance', 'How many calls lie between, the outer one included.'),
    ],
  },
  {
    name: 'argument',
    meaning: 'What calls were given.',
    columns: [
      integer('call', 'The call.'),
      integer('position', 'Which argument, from 0.'),
      text('name', 'The parameter that it is bound to, as it is written; nothing behind the last one.'),
      ...valued('the argument'),
    ],
  },
  {
    name: 'exit',
    meaning: 'How calls ended. One that an exception left has the event at which that was seen; its site is where control left the call.',
    columns: [...happened, text('outcome', 'return or throw.'), ...valued('the result, or the exception that left')],
  },
  {
    name: 'change',
    meaning: 'Changes of places of objects: fields, elements, entries.',
    columns: [
      ...happened,
      integer('owner', 'The object whose place it is.'),
      text('class', 'The class of the object.'),
      text('kind', 'field, private, symbol (a field whose key is a symbol), element or entry.'),
      text('name', 'The name, index or key of the place.'),
      integer('position', 'Of an element its index.'),
      integer('previous', 'The change of the same place before.'),
      integer('next', 'The change of the same place after.'),
      text('operation', 'write, define, delete, native, or content where native code made the object so.'),
      ...valued('the new value'),
    ],
  },
  {
    name: 'local',
    meaning: 'Changes of variables.',
    columns: [
      ...happened,
      integer('scope', 'The instance of the scope: each entry of a block or function has its own.'),
      text('function', 'The function that declares the variable; empty for the top level of the program.'),
      text('place', 'Where that function begins, as FILE:LINE; nothing for the top level of a text.'),
      text('name', 'The variable.'),
      integer('previous', 'The change of the same variable before.'),
      integer('next', 'The change of the same variable after.'),
      ...valued('the new value'),
    ],
  },
  {
    name: 'branch',
    meaning: 'Which way control went.',
    columns: [
      ...happened,
      text(
        'taken',
        'then, else, case, default, again, exit, left, right or caught; of a case of a switch that is entered case or default.',
      ),
      ...valued('the test’s value'),
    ],
  },
  {
    name: 'exception',
    meaning: 'Exceptions, where they are thrown, or else caught: what throw() of a generator or a rejected promise brings.',
    columns: [
      ...happened,
      text('class', 'The class of the exception.'),
      text('message', 'Its message; of what is no object the value itself.'),
      integer('caught', 'The event at which a handler had it; nothing where none did: a promise may have been rejected with it.'),
      integer('caught_site', 'The place where it was caught.'),
      integer('uncaught', '1 where it has ended its thread, else 0: then somebody has handled it.'),
      ...valued('the exception'),
    ],
  },
  {
    name: 'object',
    meaning: 'The objects of the run.',
    columns: [
      integer('id', 'The number of the object, unlike all others in the recording.'),
      text('class', 'The class.'),
      text('name', 'Of a class that is declared its name.'),
      text(
        'kind',
        'object, array, map, set, function, error, proxy, module, arguments, or prototype: what instances of a class inherit from.',
      ),
      integer('created', 'The event at which it was made, or seen first.'),
      integer('site', 'The expression that made it, where it was seen.'),
      integer('call', 'The call in which it was made.'),
    ],
  },
  {
    name: 'content',
    meaning: 'What objects held that native code made, when they were seen first: a row for each element.',
    columns: [
      integer('event', 'The number of the event.'),
      integer('owner', 'The object.'),
      text('kind', 'field, symbol, element or entry.'),
      text('name', 'The name, index or key.'),
      ...valued('the element'),
    ],
  },
  {
    name: 'switch',
    meaning: 'Where a call waits, goes on, or is in a handler.',
    columns: [
      ...happened,
      text('kind', 'suspend or resume at a yield or await, or catch.'),
      text('way', 'yield, yield* where another generator gives the value, or await; nothing of a catch.'),
      ...valued('what was yielded, sent or caught'),
    ],
  },
  {
    name: 'subclass',
    meaning: 'Which classes extend which, by their names. Each class that is declared, and each error of the language, is its own.',
    columns: [
      text('class', 'A class.'),
      text('ancestor', 'The class itself, or one that it extends, however far.'),
      integer('declared', '1 where a text of the program declares the class, else 0.'),
    ],
  },
  {
    name: 'class_member',
    meaning:
      'What classes declare, as their texts say. A field that no text declares is there when the constructor, or a static block, writes it.',
    columns: [
      text('class', 'The class; nothing where it has no name.'),
      text('name', 'The member; of one that is private with its #.'),
      text('kind', 'field, assigned (a field that the constructor or a static block alone writes), method, getter, setter or constructor.'),
      integer('static', '1 where it is the class’s own, else 0.'),
      integer('private', '1 where it is private, else 0.'),
      text('file', 'The file of the source.'),
      integer('line', 'The line in the source, from 1.'),
      integer('col', 'The column in the source, from 1.'),
    ],
  },
  {
    name: 'step',
    meaning: 'Where control came, statement by statement: computed from branches and the text, for each call when it is looked at.',
    columns: [
      integer('event', 'The last event before it.'),
      integer('position', 'Which step of its call behind that event, from 1.'),
      real('id', 'Its number in event/3, between those of two events.'),
      integer('thread', 'The thread in which it happened.'),
      integer('call', 'The call in which it happened, by its event. The top level of a text is one.'),
      text(
        'kind',
        'line where a line begins or begins again, return where a call comes back to a line, statement on the same line as before; perhaps where the recording does not say.',
      ),
      text('file', 'The file of the source.'),
      integer('line', 'The line in the source, from 1.'),
      integer('col', 'The column in the source, from 1.'),
      integer('first', '1 where it is the first statement that begins on its line, else 0.'),
    ],
  },
  {
    name: 'visible',
    meaning: 'The variables that the code of an event, or of a step, sees: computed when it is looked at. An export does not have it.',
    columns: [
      integer('event', 'The event; of a step the last one before it.'),
      text('moment', 'before or after the event, or step.'),
      integer('step', 'Which step behind the event, from 1.'),
      text('name', 'The variable, as the source has it.'),
      text('scope', 'local, closure or module.'),
      integer('written', 'The change that gave it its value.'),
      ...valued('the variable'),
    ],
  },
];

/** Relations that are only computed: a row for each variable at each event is more than a data set should hold. */
const computed: ReadonlySet<RelationName> = new Set(['visible']);

/** Every relation has this column last, so that the same query is one over many runs. */
const runColumn = text('run', 'The run, by its name.');

/** The relations of a recording, in which SQL, Prolog and exports are written. */
export const schema: readonly RelationShape[] = shapes.map((shape) =>
  shape.name === 'run' ? shape : { ...shape, columns: [...shape.columns, runColumn] },
);

/** What a data set has of them. */
export const exportedSchema: readonly RelationShape[] = schema.filter(({ name }) => !computed.has(name));

/** The shape of a relation. */
export function shapeOf(name: RelationName): RelationShape {
  const shape = schema.find((one) => one.name === name);
  if (shape === undefined) throw new Error(`There is no relation ${name}.`);
  return shape;
}
