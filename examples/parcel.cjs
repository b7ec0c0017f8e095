// Debug this file with a breakpoint on line 10: a finding and a run lead to each other (stories/joinedHalves.md).

function postage(kilograms) {
  const cost = kilograms > 5 ? 7 : 4;
  if (kilograms > 20) throw new Error('too heavy for the post');
  return cost;
}

const kilograms = Number(process.argv[2] ?? 45);
console.log(kilograms, postage(kilograms));
