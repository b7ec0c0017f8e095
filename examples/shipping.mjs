// Debug ship.mjs with a breakpoint in here: values of the run stand beside what they may be (stories/liveBesideAbstract.md).

/** What a parcel costs. Above twenty kilograms it would have to go by freight, which nobody has built yet. */
export function postage(kilograms) {
  let cost = 4;
  if (kilograms > 5) cost += 3;
  if (kilograms > 20) throw new Error('too heavy for the post');
  return cost;
}
