import { nothingExpected, prunableSites, type Prunable, type PrunableText } from '../aliases/prunable.js';
import type { HeapForm } from '../aliases/world.js';
import { nameOf } from '../files/keptFiles.js';
import { keepPruning, type PlacesOfText, type RulePruning, type RulePruningRequest } from './keptPruning.js';
import { programWorld } from './programWorld.js';

/** So often an object may come into a set: about a second. */
const budget = 3_000_000;

/** What the analyses say of a program; it is kept with the texts that it rests on. */
export async function rulePruning(request: RulePruningRequest): Promise<RulePruning> {
  const { file, watched, forms } = request;
  const { world, texts, written, missing } = await programWorld(file);
  if (missing !== null)
    return { texts: [], expected: nothingExpected, notes: [`All probes are there, as the program was not analysed: ${missing}`] };
  const answers = forms.map((form) => ({ form, prunable: prunableSites(world, watched, form, budget) }));
  const placesBy = (form: HeapForm, at: number): PlacesOfText | null => {
    const text = answers.find((answer) => answer.form === form)?.prunable.texts[at];
    return text === undefined ? null : placesOf(text);
  };
  const result: RulePruning = {
    texts: world.map(({ path }, at) => ({
      path,
      hash: `${nameOf(texts[at] ?? '')} ${(texts[at] ?? '').length}`,
      types: placesBy('types', at),
      aliases: placesBy('places', at),
    })),
    expected: {
      natives: answers.some(({ prunable }) => prunable.expected.natives),
      names: answers.some(({ prunable }) => prunable.expected.names),
    },
    notes: answers.flatMap(({ form, prunable }) => noteOf(form, prunable)),
  };
  keepPruning(
    request,
    world.map(({ path }, at) => [path, written[at] ?? '']),
    result,
  );
  return result;
}

function noteOf(form: HeapForm, { reason }: Prunable): readonly string[] {
  return reason === null ? [] : [`Nothing was pruned by ${form === 'types' ? 'types' : 'aliases'}: ${reason}.`];
}

function placesOf({ stores, made, calls }: PrunableText): PlacesOfText {
  const shown = (spans: PrunableText['stores']): readonly string[] => spans.map(({ start, end }) => `${start}:${end}`);
  return { stores: shown(stores), made: shown(made), calls: shown(calls) };
}
