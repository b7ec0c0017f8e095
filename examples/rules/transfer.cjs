// A client that changes the folder and lists it; `look` does not wait until the folder has changed.
class Client {
  constructor(host) {
    this.host = host;
  }

  cwd(folder) {
    return new Promise((done) => setTimeout(done, 5, folder));
  }

  list() {
    return new Promise((done) => setTimeout(done, 2, []));
  }
}

async function careful(client) {
  await client.cwd('in');
  return client.list();
}

async function look(client) {
  client.cwd('out'); // the await is missing
  return client.list();
}

async function main() {
  await Promise.all([careful(new Client('one')), careful(new Client('two'))]);
  await look(new Client('three'));
}

void main();

exports.Client = Client;
