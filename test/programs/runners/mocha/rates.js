const rates = { usual: 1.5 };
exports.rate = function rate(name) {
  if (!(name in rates)) throw new RangeError(`no rate: ${name}`);
  return rates[name];
};
