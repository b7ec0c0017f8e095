import type { IncomingMessage, ServerResponse } from 'node:http';

const parts = ['intro', 'body', 'end'];

function part(index: number): string {
  if (index >= parts.length) throw new RangeError('there is no such part');
  return parts[index]!;
}

export function download(req: IncomingMessage, res: ServerResponse): void { //! no such part
  res.setHeader('x-method', String(req.method));
  const all: string[] = [];
  for (let i = 0; i <= parts.length; i++) all.push(part(i));
  res.end(all.join('\n'));
}
