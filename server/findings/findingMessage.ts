import type { RootSolution } from '../analysis/rootSolution.js';
import type { PointId } from '../analysis/unfolding.js';
import { callSteps } from './callPath.js';
import type { ConditionTree } from './conditionTree.js';
import { waysOf } from './cause.js';
import type { DraftAlternative, DraftMessage, DraftReason } from './draft.js';
import type { EndlessCause } from './endlessCause.js';
import type { Occurrence } from './cause.js';
import { givenBefore } from './givenBefore.js';
import type { Cause, Explained, Explanation } from './explanation.js';
import { failingSideOf } from './failingSide.js';
import { missedFrom } from './missedSometime.js';
import { failureText, reasonText } from './occurrenceText.js';
import type { Places } from './place.js';
import { printShown, withoutUnlikely, writtenNumbersOf } from './shown.js';
import { simplify } from './simplify.js';

/** Causes that a message names at most, and alternatives that a finding lists. */
const mostNamed = 3;
const mostAlternatives = 5;

export interface Told {
  /** The words with which the claim goes on. */
  readonly message: DraftMessage;
  /** The reasons of the headline's cause, or of all causes that no condition distinguishes. */
  readonly because: readonly DraftReason[];
  readonly alternatives: readonly DraftAlternative[];
}

/** Says why runs fail that come to a point. */
export class Telling {
  constructor(
    private readonly solution: RootSolution,
    private readonly origin: PointId,
    private readonly places: Places,
  ) {}

  /** `named`: those of the causes that the message may name. */
  of({ causes, isCertain, isOpen }: Explanation, named: readonly Explained[] = causes): Told {
    const [first, ...others] = causes;
    const isAlternative = ({ asked }: Explained): boolean => asked !== null;
    const untold = first === undefined ? [] : [first, ...(isCertain ? [] : others.filter((each) => !isAlternative(each)))];
    return {
      message: this.message(isCertain ? causes.slice(0, 1) : named, isOpen && !isCertain),
      because: untold.slice(0, mostNamed).flatMap(({ cause }) => this.because(cause)),
      alternatives: others
        .flatMap(({ cause, asked }) => (asked === null ? [] : [this.alternative(cause, asked.good)]))
        .slice(0, mostAlternatives),
    };
  }

  private message(causes: readonly Explained[], isOpen: boolean): DraftMessage {
    // Causes that differ in their conditions alone are told once.
    const texts = [...new Map(causes.map(({ cause }) => this.text(cause)).map((text) => [JSON.stringify(text), text])).values()];
    const [only] = texts;
    if (texts.length === 1 && only !== undefined && !isOpen) return [': ', ...only];
    const named = texts.slice(0, mostNamed).map((text): DraftMessage => ['because ', ...text]);
    if (texts.length > mostNamed || isOpen) named.push(['for another reason']);
    return [', either ', ...named.flatMap((each, i) => (i === 0 ? each : [i === named.length - 1 ? ' or ' : ', ', ...each]))];
  }

  private text(cause: Cause): DraftMessage {
    switch (cause.kind) {
      case 'occurrence': {
        const { occurrence } = cause;
        return [failureText(occurrence, this.places), ' (', { span: occurrence.span, file: occurrence.file }, ')'];
      }
      case 'endless':
        return endlessText(cause);
      case 'missed':
        return [this.missedText()];
    }
  }

  private missedText(): string {
    const [only, another] = this.solution.sometimes.map((id) => this.solution.analysis.context.program.module.assertions[id]);
    if (only === undefined || another !== undefined) return 'an @sometime assertion is never reached with a true condition';
    return `@sometime ${only.text} is never ${only.text === 'true' ? 'reached' : 'reached while it is true'}`;
  }

  private because(cause: Cause): readonly DraftReason[] {
    switch (cause.kind) {
      case 'occurrence': {
        const { occurrence } = cause;
        const reason = { span: occurrence.span, file: occurrence.file, message: [reasonText(occurrence, this.places)] };
        const again = occurrence.again === null ? [] : [{ ...occurrence.again, message: ['what was caught is thrown again here'] }];
        const failing = occurrence.calls.length === 0 ? reason : { ...reason, calls: callSteps(occurrence.calls) };
        return [failing, ...this.given(occurrence), ...again];
      }
      case 'endless': {
        const { place } = cause;
        if (place === null) return [];
        const message = place.form === 'loop' ? 'this loop does not end' : 'this call goes on without end';
        return [{ span: place.span, file: place.file, message: [message] }];
      }
      case 'missed':
        return missedFrom(this.solution, this.origin, waysOf(this.solution));
    }
  }

  /** Where a variable that is undefined or null was given its value. */
  private given(occurrence: Occurrence): readonly DraftReason[] {
    const { file } = occurrence;
    const given = givenBefore(occurrence);
    if (given === null) return [];
    const text = this.places.in(file ?? this.places.file).textOf(given.span);
    // A pattern gives it to the name alone.
    return text === given.name ? [] : [{ span: given.span, file, message: [`${given.name} has its value from here: ${text}`] }];
  }

  private alternative(cause: Cause, condition: ConditionTree): DraftAlternative {
    const failing = simplify(failingSideOf(condition));
    const when = printShown(withoutUnlikely(failing, writtenNumbersOf(this.solution.analysis.context.program.module)) ?? failing);
    return { condition, message: [`Fails if ${when}: `, ...this.text(cause), '.'], because: this.because(cause) };
  }
}

/** An endless recursion exhausts the stack. */
function endlessText({ place, isRecursion }: EndlessCause): DraftMessage {
  return place?.form === 'recursion' || (place === null && isRecursion === true) ? ['its recursion does not end'] : ['it does not end'];
}
