/** A program of `test/programs/questions`, the question that is asked where it is done, and the bar for the run that sees what it needs. */
export interface QuestionCase {
  readonly name: string;
  readonly program: string;
  readonly args: readonly string[];
  /** A text on the line of the stop. */
  readonly stop: string;
  /** The how-many-th passage. */
  readonly hit: number;
  readonly question: string;
}

function field(name: string, program: string, place: string): QuestionCase {
  return { name, program, args: [], stop: '// stop', hit: 1, question: `lastChange(${place})` };
}

/** The most written field of each, as far as an object that has it can be named at the end. */
export const fieldCases: readonly QuestionCase[] = [
  field('TypeScript compiler', 'typescript.cjs', 'node.flags'),
  field('Markdown renderer', 'markdown.cjs', 'state.pos'),
  field('XML parser', 'xml.mjs', 'item.price'),
  field('JavaScript parser', 'javascript.cjs', 'parser.pos'),
  field('numeric loop', 'numeric.cjs', 'plate.residual'),
  field('simulation', 'simulation.cjs', 'task.state'),
];

function hottest(name: string, hit: number, question: string): QuestionCase {
  return { name, program: 'hot.cjs', args: [name, String(hit)], stop: `; // ${name}`, hit, question };
}

/** Of a function that does nothing else. */
export const hottestCases: readonly QuestionCase[] = [
  hottest('local', 10_000_000, 'lastChange(sum)'),
  hottest('element', 10_000, 'lastChange(primes[7])'),
  hottest('entry', 6_000_000, 'lastChange(counts.get("word42"))'),
  hottest('condition', 500_000, 'lastCondition(P1)'),
];
