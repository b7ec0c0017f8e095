const text = '{ "port": 8080, "host": "localhost", }';
const defaults = { port: 80, host: 'localhost', retries: 3 };

function read(source) {
  return JSON.parse(source);
}

function load(source) {
  try {
    return { ...defaults, ...read(source) };
  } catch {
    return defaults;
  }
}

function start({ port, host }) {
  if (port < 1024) throw new Error(`port ${port} of ${host} needs rights`);
  return port;
}

const settings = load(text);
start(settings);
