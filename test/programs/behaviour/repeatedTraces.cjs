// Traces of one place that differ: in the type of the receiver, in who calls, in how it is called, and after the text was loaded again.
const lines = [];
const keep = (error) => lines.push(error.stack.replaceAll(__dirname, '.').split('\n').slice(0, 5).join('\n'));

class Item {
  constructor(n) {
    this.n = n;
    if (n > 1) keep(new Error(`made ${n}`));
  }
  where(n) {
    let total = n;
    total += this.n;
    if (total > 0) keep(new Error(`at ${total}`));
    return total;
  }
}
class Part extends Item {}
class Other extends Item {
  constructor(n) {
    super(n + 1);
    this.n++;
  }
}

for (let round = 0; round < 3; round++) {
  for (const Made of [Item, Part, Other]) {
    const item = new Made(round);
    item.where(round);
    item.alias = item.where;
    item.alias(round + 1);
    [round].map(item.where, item);
  }
  const plain = Object.assign(Object.create(null), { n: round, where: Item.prototype.where });
  plain.where(1);
}

const again = async (item) => {
  await null;
  item.where(5);
  item.where(await 6);
};

function sites(item) {
  const { prepareStackTrace } = Error;
  Error.prepareStackTrace = (_error, found) => found.map((site) => [site.getLineNumber(), site.getColumnNumber(), site.getFunctionName(), String(site)]);
  try {
    const error = new Error('sites');
    Object.defineProperty(error, 'stack', { value: JSON.stringify(error.stack.slice(0, 3)) });
    keep(error);
    item.n--;
  } finally {
    Error.prepareStackTrace = prepareStackTrace;
  }
}

(async () => {
  for (const item of [new Item(0), new Part(0), new Item(1)]) {
    await again(item);
    sites(item);
    sites(item);
  }
  console.log(lines.join('\n'));
})();
