import { setImmediate } from 'node:timers/promises';
import type { Check, FollowedTests } from '../../server/diagnosis/followed.js';
import { markModelText, runMarkText, type RightMeans } from '../../server/diagnosis/markModels.js';
import { testModules } from '../../server/diagnosis/models.js';
import type { Component } from '../../server/ir/component.js';
import { bundle } from '../../server/syntax/diagnosis/bundle.js';
import { WidenedText, withVariables } from '../../server/syntax/diagnosis/markedValues.js';
import type { SuspectText } from '../../server/syntax/diagnosis/suspectText.js';
import type { ObservedRun } from '../tests/testMessages.js';
import { followedText } from './followedText.js';
import { insertedInto, type MarkedProgram, type PlacedMark } from './markedProgram.js';

/** A model of the program, which is asked what each wrong value says of components that may do anything. */
export class ValueModel {
  checks = 0;

  constructor(
    readonly tests: FollowedTests,
    readonly wrong: readonly PlacedMark[],
  ) {}

  /** One wrong value refutes; all must be consistent. */
  async check(component: Component): Promise<readonly { readonly mark: PlacedMark; readonly check: Check }[]> {
    const results: { readonly mark: PlacedMark; readonly check: Check }[] = [];
    for (const mark of this.wrong) {
      this.checks++;
      await setImmediate();
      const check = this.tests.check(String(mark.number), [component]);
      results.push({ mark, check });
      if (check.kind === 'conflict') break;
    }
    return results;
  }
}

/** The program as the interpreter follows it, its right values given or kept; null where it does not run there as in Node. */
export function valueModel(
  program: MarkedProgram,
  suspects: readonly SuspectText[],
  { values }: ObservedRun,
  means: RightMeans,
): ValueModel | null {
  const literals = program.marks.map(({ number }) => (values[number] ?? []).map(({ literal }) => literal));
  const isKnown = (mark: PlacedMark): boolean => literals[mark.number]?.every((literal) => literal !== null) === true;
  const known: MarkedProgram = { ...program, marks: program.marks.filter(isKnown) };
  const wrong = known.marks.filter(({ isRight }) => !isRight);
  if (wrong.length < program.marks.filter(({ isRight }) => !isRight).length) return null;
  const isGiven = ({ isRight, isVariable }: PlacedMark): boolean => means === 'given' && isRight && isVariable;
  const codeOf = (mark: PlacedMark): string => {
    const { number, expression } = mark;
    return isGiven(mark) ? `${expression} = __whence.p(${number}, ${expression})` : `__whence.o(${number}, (${expression}))`;
  };
  const widened = new Map<string, WidenedText>();
  const modules = new Map(
    [...program.modules].map(([path, module]) => {
      const given = new Set(known.marks.filter((mark) => mark.file === path && isGiven(mark)).map(({ expression }) => expression));
      const inserted = insertedInto(known, path, codeOf).map(({ position, text }) => ({ position, text: `;${text}` }));
      const wider = new WidenedText(module.text, inserted);
      widened.set(path, wider);
      return [path, { ...module, text: given.size === 0 ? wider.text : withVariables(wider.text, path, given) }] as const;
    }),
  );
  const models = program.marks.map((mark) => ({
    isRight: mark.isRight && isKnown(mark),
    literals: isKnown(mark) ? (literals[mark.number] ?? []).map((literal) => literal ?? '') : [],
  }));
  const bundled = bundle([program.main], modules, testModules, { before: markModelText(models, means), behind: runMarkText(means) });
  if ('why' in bundled) return null;
  const tests = followedText(bundled, suspects, { sharesState: false, declared: null }, widened);
  if (tests === null || !wrong.every(({ number }) => tests.whyReplayed(String(number), 'assertion') === null)) return null;
  return new ValueModel(tests, wrong);
}
