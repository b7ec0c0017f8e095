const rates = { usual: 1.5 };
export function rate(name) {
  if (!(name in rates)) throw new RangeError(`no rate: ${name}`);
  return rates[name];
}
