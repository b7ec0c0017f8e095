import assert from 'node:assert/strict';
import { check } from '../../../server/check/check.js';
import { checkText, testSettings } from '../../support/checking.js';

const hooks = "import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from 'react';\n";
const user = 'interface User { name: string; items: string[] }\n';

/** What is said of a component's text, with the gate: `severity message`. */
function said(text: string, before = hooks, name = 'program.tsx'): readonly string[] {
  const { findings } = checkText(before + user + text, { gate: true }, [], name);
  return findings.map(({ severity, message }) => `${severity} ${message}`);
}

const always = (name: string, what: string): readonly string[] => [
  `error ${name} always fails in its first render: ${what} is a property of undefined or null (line 4).`,
];

describe('the first render of a component', () => {
  it('has the state that its text says', () => {
    const of = (state: string): readonly string[] => said(`export function C() { const [u, set] = ${state};\n return <p>{u!.name}</p>; }`);
    assert.deepEqual(of('useState<User | null>(null)'), always('C', 'u!.name'));
    assert.deepEqual(of('useState<User>()'), always('C', 'u!.name'));
    assert.deepEqual(of('useState(() => null as User | null)'), always('C', 'u!.name'));
    assert.deepEqual(of('useReducer((s: any) => s, null as any)'), always('C', 'u!.name'));
    assert.deepEqual(of('useReducer((s: any) => s, { u: null }, (s) => s.u as any)'), always('C', 'u!.name'));
    assert.deepEqual(of("useState({ name: 'a' })"), []);
    assert.deepEqual(of("useReducer((s: any) => s, { u: { name: 'a' } }, (s) => s.u as any)"), []);
  });

  it('is known behind what an unknown hook decides', () => {
    const head = 'export function C() { const [u, set] = useState<User | null>(null); const router = (globalThis as any).router();';
    const found = ['error Every first render that comes here fails: u!.name is a property of undefined or null (line 4).'];
    assert.deepEqual(said(`${head} if (router.locale === 'de') return null;\n return <p>{u!.name}</p>; }`), found);
    assert.deepEqual(said(`${head} const { busy } = router; if (busy) return null;\n return <p>{u!.name}</p>; }`), found);
    assert.deepEqual(said(`${head} if (router.locale === 'de') return <p>{u?.name}</p>;\n return null; }`), []);
  });

  it('has what refs and memos begin with', () => {
    assert.deepEqual(
      said('export function C() { const box = useRef<User>(null);\n return <p>{box.current!.name}</p>; }'),
      always('C', 'box.current!.name'),
    );
    assert.deepEqual(
      said('export const C = ({ n }: { n: number }) => { const rows = useMemo((): User[] => [], [n]);\n return <p>{rows[0].name}</p>; };'),
      always('C', 'rows[0].name'),
    );
    assert.deepEqual(
      said('export function C() { const of = useCallback((u: User | null) => {\n return u!.name; }, []); return <p>{of(null)}</p>; }'),
      [...always('C', 'u!.name'), 'hint This function fails if u === null: u!.name is a property of undefined or null (line 4).'],
    );
  });

  it('is that of all ways to import React', () => {
    const body = 'const [u] = HOOK(null as any);\n return <p>{u.name}</p>; }';
    const found = always('C', 'u.name');
    assert.deepEqual(said(`export function C() { ${body.replace('HOOK', 'React.useState')}`, "import React from 'react';\n"), found);
    assert.deepEqual(said(`export function C() { ${body.replace('HOOK', 'React.useState')}`, "import * as React from 'react';\n"), found);
    assert.deepEqual(said(`export function C() { ${body.replace('HOOK', 'own')}`, "import { useState as own } from 'react';\n"), found);
    const common =
      "const { useState } = require('react');\n\nexports.C = function C() { const [u] = useState();\n return <p>{u.name}</p>; };";
    assert.deepEqual(
      checkText(common, { gate: true }, [], 'program.jsx').findings.map(({ message }) => message),
      ['C always fails in its first render: u.name is a property of undefined or null (line 4).'],
    );
    assert.deepEqual(said(`export function C() { ${body.replace('HOOK', 'useState')}`, "import { useState } from './own';\n"), []);
  });

  it('may depend on what the component is given', () => {
    assert.deepEqual(
      said(
        'export function C({ isOpen }: { isOpen: boolean }) { const [u] = useState<User>();\n return isOpen ? <p>{u!.name}</p> : null; }',
      ),
      ['hint C fails in its first render if isOpen: u!.name is a property of undefined or null (line 4).'],
    );
    // What any call asks is said once.
    const [both, ...others] = said('export function C({ n }: { n: number }) { const [u] = useState(0);\n return <p>{u.toFixed(n)}</p>; }');
    assert.match(both ?? '', /^hint C fails( in its first render)? if n <= -1/);
    assert.deepEqual(others, []);
  });

  it('follows hooks of other files', () => {
    const texts: Record<string, string> = {
      '/p/useUser.ts': `${hooks}export function useUser() { const [user, setUser] = useState<{ name: string }>(); useEffect(() => { load().then(setUser); }); return { user }; }`,
      '/p/C.tsx':
        "import { useUser } from './useUser';\nexport default function C() { const { user } = useUser();\n return <p>{user!.name}</p>; }",
    };
    const { findings } = check(
      { files: ['/p/C.tsx'], cwd: '/p', settings: { ...testSettings, gate: true }, at: [] },
      { readFile: (file) => texts[file] ?? '', readIfPresent: (file) => texts[file], progress: () => undefined },
    );
    assert.deepEqual(
      findings.map(({ message }) => message),
      ['C always fails in its first render: user!.name is a property of undefined or null (line 3).'],
    );
  });

  const silent: Readonly<Record<string, string>> = {
    'tests the state': 'export function C() { const [u] = useState<User>(); if (!u) return null; return <p>{u.name}</p>; }',
    'reads it in a handler': 'export function C() { const [u] = useState<User>(); return <p onClick={() => u!.name} />; }',
    'reads it in an effect':
      'export function C() { const box = useRef<User>(null); useEffect(() => { box.current!.name; }); return <p ref={box as any} />; }',
    'catches what fails': 'export function C() { const [u] = useState<User>(); try { return <p>{u!.name}</p>; } catch { return null; } }',
    'fails on purpose': "export function C() { const [u] = useState<User>(); if (!u) throw new Error('no user'); return <p>{u.name}</p>; }",
    'fills a ref first':
      'export function C() { const r = useRef<number[]>(null); if (r.current === null) r.current = [1]; return <p>{r.current.length}</p>; }',
    'has what an effect has stored for the next one':
      "let last: User | null = null; export function C() { useEffect(() => { last = { name: 'a', items: [] }; }); return <p>{last!.name}</p>; }",
    'has what a handler of a later render has stored':
      'let last: User | null = null; export function C() { const [u] = useState<User>(); return <p onClick={() => { if (u) last = u; }}>{last!.name}</p>; }',
    'has what a later render has stored':
      'let last: User | null = null; export function C() { const [u] = useState<User>(); if (u) last = u; return <p>{last!.name}</p>; }',
  };
  for (const [what, text] of Object.entries(silent))
    it(`does not fail where a component ${what}`, () => {
      assert.deepEqual(said(text), []);
    });

  it('can be left out by a comment', () => {
    const { findings } = checkText(
      `${hooks}// whence-ignore-next-line null-access: it is never first\nexport function C() { const [u] = useState<any>(); return <p>{u.name}</p>; }`,
      { gate: true },
      [],
      'program.tsx',
    );
    assert.deepEqual(findings, []);
  });
});
