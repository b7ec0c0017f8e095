const rows = ['pen;2;1.20', 'ink;1;8.90', 'pad;4;2.50', 'nib;6', 'cap;3;0.90'];

function parse(row) {
  const [name, count, price] = row.split(';');
  return { name, count: Number(count), price: price?.trim() };
}

function load(lines) {
  const items = new Map();
  for (const line of lines) {
    const item = parse(line);
    items.set(item.name, item);
  }
  return items;
}

function label({ name, price }) {
  return `${name}: ${price.padStart(6)}`;
}

function print(items, names) {
  return names.map((name) => label(items.get(name))).join('\n');
}

const items = load(rows);
console.log(print(items, ['pen', 'pad']));
console.log(print(items, ['ink', 'nib', 'cap']));
