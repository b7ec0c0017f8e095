import assert from 'node:assert/strict';
import { checkText } from '../../support/checking.js';

const before = `
  async function one(): Promise<any> { return { ok: true }; }
  const conf: any = { port: 80 };
  const off = false;
`;

const saidOf = (body: string): string =>
  checkText(`${before} export async function main(u: string): Promise<unknown> { ${body} }`)
    .findings.map(({ severity, message }) => `${severity}: ${message.replace(/ \(line \d+\)/g, '')}`)
    .join('\n');

describe('a throw for a value that cannot be there', () => {
  const promised = (text: string, thrown = `new Error('bad')`): string =>
    `error: main always fails: it throws ${thrown}, since ${text} is read of a promise that is not awaited.`;
  for (const [body, said] of [
    [`const r: any = fetch(u); if (!r.ok) throw new Error('bad'); return r.json();`, promised('r.ok')],
    [`const r: any = one(); if (!r.ok) throw new Error('bad'); return r;`, promised('r.ok')],
    [`const r: any = fetch(u); const { ok } = r; if (!ok) throw new Error('bad'); return 1;`, promised('ok')],
    [`const ok = (one() as any).ok; if (ok !== true) throw new Error('bad'); return ok;`, promised('(one() as any).ok')],
    [`const r: any = fetch(u); if (r.ok) return r.json(); throw new Error('bad');`, promised('r.ok')],
    [
      `const r: any = fetch(u); switch (r.status) { case 200: return 1; case 404: return null; default: throw new Error('bad'); }`,
      promised('r.status'),
    ],
    [
      `if (!conf.host) throw new Error('bad'); return conf.host;`,
      `error: main always fails: it throws new Error('bad'), since conf.host is always undefined.`,
    ],
  ] as const)
    it(`is told: ${body}`, () => assert.equal(saidOf(body), said));

  for (const body of [
    `if (!off) throw new Error('off'); return 1;`,
    `const p: any = fetch(u); if (p.then) throw new Error('thenable'); return 1;`,
    `const p: any = fetch(u); if (p.debug) console.log('x'); throw new Error('not implemented');`,
    `const p: any = fetch(u); if (p.debug) console.log('x'); if (!off) throw new Error('off'); return p;`,
    `const p: any = await fetch(u); if (!p.ok) throw new Error('bad'); return p;`,
    `let p: any = fetch(u); p = await p; if (!p.ok) throw new Error('bad'); return p;`,
    `if (!process.env['KEY']) throw new Error('no KEY'); return 1;`,
    `throw new Error('not implemented');`,
  ])
    it(`is not told where it may be there, or does not decide: ${body}`, () => assert.equal(saidOf(body), ''));
});
