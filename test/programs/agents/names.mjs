const source = 'id,first,last\n1,Ada,Lovelace\n2,Alan,Turing\n3,Grace,"Hopper"\n4,Edsger,Dijkstra';

function split(text) {
  const [, ...lines] = text.split('\n');
  return lines.map((line) => {
    const cells = line.split(',');
    return { id: cells[0], first: cells[1], last: cells[2] };
  });
}

function full(person) {
  const surname = person.last;
  return { key: person.id, surname };
}

function index(people) {
  const byKey = {};
  for (const person of people) {
    const entry = full(person);
    byKey[entry.key] = entry.surname;
  }
  return byKey;
}

function checked(surname) {
  if (!/^[A-Z][a-z]+$/.test(surname)) throw new Error(`no name: ${surname}`);
  return surname;
}

const found = index(split(source));
for (const key of Object.keys(found)) checked(found[key]);
