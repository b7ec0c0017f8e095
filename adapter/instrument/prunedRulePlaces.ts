import type { PrunedPlaces, PrunedRuleText } from './rulesPlan.js';

const kinds = ['stores', 'made', 'calls'] as const;
const analyses = ['types', 'aliases'] as const;

/** The places of one text that touch nothing that rules watch, by the analysis that is asked first. */
export class PrunedRulePlaces {
  private readonly places = new Map<string, (typeof analyses)[number]>();

  constructor(texts: readonly PrunedRuleText[]) {
    for (const text of texts)
      for (const analysis of analyses)
        for (const kind of kinds)
          for (const place of text[analysis]?.[kind] ?? [])
            if (!this.places.has(`${kind} ${place}`)) this.places.set(`${kind} ${place}`, analysis);
  }

  by(kind: keyof PrunedPlaces, place: string): (typeof analyses)[number] | null {
    return this.places.get(`${kind} ${place}`) ?? null;
  }
}
