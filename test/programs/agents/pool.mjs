class Connection {
  constructor(id, owner) {
    this.id = id;
    this.owner = owner;
    this.open = true;
  }
}

class Pool {
  idle = [];
  last = 0;

  take(owner) {
    return this.idle.pop() ?? this.make(owner);
  }

  make(owner) {
    return new Connection(++this.last, owner);
  }

  give(connection) {
    this.idle.push(connection);
  }
}

const pool = new Pool();
const used = [];

function serve(request) {
  const connection = pool.take(`request ${request}`);
  if (request % 5 !== 4) pool.give(connection);
  else used.push(connection);
}

for (let request = 0; request < 40; request++) serve(request);
const stray = used[3];
if (stray.owner !== 'request 19') throw new Error(`${stray.owner} owns connection ${stray.id}`);
