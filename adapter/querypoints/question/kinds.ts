/**
 * The kinds of questions about a run: what each names, what a run records for it, and how faces word it. Parser, demand, runs, the debug
 * adapter and the editor read this table, so it is plain data and imports nothing.
 */
export interface KindOfQuestion {
  /** What a question names beside its point: a place that is written to, any value, nothing, or a candidate of the point. */
  readonly names: 'place' | 'value' | 'nothing' | 'candidate';
  /** The index that is meant when none is given: -1 is the last event before the point, 0 the first after it. */
  readonly index: -1 | 0;
  /** How far it looks from its point: for the last event only, back through earlier ones, or forward. */
  readonly reach: 'last' | 'back' | 'forward';
  /** Whether it is decided by the forks of the activations that are on the stack. */
  readonly asksForks: boolean;
  /** Whether every throw after its point is looked at. */
  readonly asksThrows: boolean;
  /** Whether its answer may be a throw, from which further questions start. */
  readonly leadsToThrows: boolean;
  /** What is looked at where its point is waited at: the place, the value, the failing expression, or the function that is called. */
  readonly sees: 'place' | 'value' | 'failure' | 'callee';
  /** Whether texts are kept whole. */
  readonly wholeTexts: boolean;
  /** The question as a title; `#` stands for the place or value. */
  readonly title: string;
  /** An entry of the menu at a point of the timeline; null: it is not asked there. */
  readonly entry: { readonly label: string; readonly description: string } | null;
  /** The answer that there is no such event. */
  readonly none: string;
}

const plain = {
  index: -1,
  reach: 'back',
  asksForks: false,
  asksThrows: false,
  leadsToThrows: false,
  sees: 'place',
  wholeTexts: false,
  none: 'no write precedes',
} as const;

/** Questions that faces put. */
export const questionKinds = {
  lastChange: {
    ...plain,
    names: 'place',
    reach: 'last',
    title: 'last change of #',
    entry: { label: 'Last Change…', description: 'of a variable, a field or an element' },
  },
  lastCondition: {
    ...plain,
    names: 'nothing',
    reach: 'last',
    asksForks: true,
    leadsToThrows: true,
    title: 'last condition that led there',
    entry: { label: 'Last Condition That Led There', description: 'which way was taken last' },
    none: 'no condition precedes',
  },
  created: {
    ...plain,
    names: 'value',
    sees: 'value',
    title: 'where # was created',
    entry: { label: 'Where Was It Created…', description: 'the object that an expression has' },
  },
  origin: {
    ...plain,
    names: 'place',
    title: 'origin of #',
    entry: { label: 'Origin…', description: 'through copies, to where a value was computed' },
  },
  exceptionAfter: {
    ...plain,
    names: 'nothing',
    index: 0,
    reach: 'forward',
    asksThrows: true,
    leadsToThrows: true,
    title: 'first exception after this point',
    entry: { label: 'First Exception After This Point', description: 'caught or not' },
  },
  inevitable: {
    ...plain,
    names: 'nothing',
    sees: 'failure',
    wholeTexts: true,
    title: 'when the failure became inevitable',
    entry: null,
  },
} as const satisfies Readonly<Record<string, KindOfQuestion>>;

/** Kinds of points that are no questions of a face: a candidate that is taken for an answer, and the steps of an origin. */
const otherKinds = {
  candidate: { ...plain, names: 'candidate', title: 'candidate of #', entry: null },
  /** The value that a call returned. */
  returned: { ...plain, names: 'value', sees: 'callee', title: 'value returned', entry: null },
  /** The value that a `catch` has caught. */
  thrown: { ...plain, names: 'value', leadsToThrows: true, title: 'value thrown', entry: null },
} as const satisfies Readonly<Record<string, KindOfQuestion>>;

export type QuestionKind = keyof typeof questionKinds;
export type QueryKind = QuestionKind | keyof typeof otherKinds;

const all: Readonly<Record<QueryKind, KindOfQuestion>> = { ...questionKinds, ...otherKinds };

/** The row of a kind. */
export function kindOf(kind: QueryKind): KindOfQuestion {
  return all[kind];
}

/** The kinds that a text can ask for. */
export const askedKinds: readonly (QuestionKind | 'candidate')[] = [...(Object.keys(questionKinds) as QuestionKind[]), 'candidate'];
