import { proves } from '../../support/proving.js';

describe('a write behind the last element', () => {
  it('makes the array longer, however often it is made', () =>
    proves(
      `export function mapped(a) { var i = 0, r = []; while (i < a.length) { r[i] = a[i] + 1; i += 1; } return r; }
       export function counted(a) { var n = 0, r = []; for (var i = 0; i < a.length; i++) if (a[i]) r[n++] = +a[i]; return r; }
       export function joined(a, f) { const b = [].concat(a); for (let i = 0; i < b.length; i++) f(b[i]); }`,
      { mapped: '2/2', counted: '3/3', joined: '1/1' },
    ));

  it('but not where it leaves one out', () =>
    proves(
      `export function late(a) { var r = [], i = 1; while (i < a.length) { r[i] = 1; i += 1; } return r; }
       export function moved(a) { var r = [], i = 0; const f = () => i++; a.f = f; while (i < a.length) { r[i] = a[i] + 1; i += 1; } return r; }
       export function apart(a) { var r = [], i = 0; while (i < a.length) { r[i] = 1; i += 2; } return r; }
       export function taken(a) { var r = [], i = 0; while (i < a.length) { r[i] = 1; i += 1; r.pop(); } return r; }`,
      { late: '0/1', moved: '0/2', apart: '0/1', taken: '0/1' },
    ));
});
