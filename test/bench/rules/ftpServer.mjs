import { createServer } from 'node:net';

/** A server that a client of FTP may log in to, change the folder of, list and read: it prints its port, and ends when its input does. */
const listing = Array.from({ length: 40 }, (_, at) => `-rw-r--r-- 1 owner group ${1000 + at} Jan 01 2026 file${at}.txt\r\n`).join('');
const contents = 'x'.repeat(4096);

const server = createServer((control) => {
  let data = null;
  let folder = '/';
  const reply = (line) => control.write(`${line}\r\n`);
  const send = (text) => {
    reply('150 Here it comes.');
    data.then((socket) => socket.end(text, () => reply('226 Sent.')));
  };
  const open = (told) => {
    data = new Promise((resolve) => {
      const listener = createServer((socket) => {
        listener.close();
        socket.on('error', () => {});
        resolve(socket);
      });
      listener.listen(0, '127.0.0.1', () => reply(told(listener.address().port)));
    });
  };
  const commands = {
    USER: () => reply('331 Password?'),
    PASS: () => reply('230 Welcome.'),
    FEAT: () => reply('211 None.'),
    PWD: () => reply(`257 "${folder}"`),
    CWD: (to) => {
      folder = to;
      reply('250 Changed.');
    },
    EPSV: () => open((port) => `229 Extended passive (|||${port}|)`),
    LIST: () => send(listing),
    RETR: () => send(contents),
    QUIT: () => control.end('221 Bye.\r\n'),
  };
  let rest = '';
  control.setEncoding('utf8');
  control.on('error', () => {});
  control.on('data', (text) => {
    const lines = (rest + text).split('\r\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const [name = '', ...given] = line.split(' ');
      const command = commands[name.toUpperCase()];
      if (command === undefined) reply('200 Fine.');
      else command(given.join(' '));
    }
  });
  reply('220 Ready.');
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`));
process.stdin.resume().on('end', () => process.exit());
