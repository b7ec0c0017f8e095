/** What every realm declares for the scripts that run in it (`runtime/realm/globalNames.ts`): a script may run twice, and declares nothing of ours. */
export const scriptNames = { scope: '__w_rs', activation: '__w_ra', value: '__w_rv' } as const;
