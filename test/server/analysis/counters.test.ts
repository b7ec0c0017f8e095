import { proves } from '../../support/proving.js';

const table = 'const table = new Uint8Array(256);\n';

describe('an index that steps along with a counter', () => {
  it('is as many times as far', () =>
    proves(
      `${table}
       export function four() { let s = 0; for (let i = 0, k = 0; i < 64; i++) { s += table[k++]; s += table[k++]; s += table[k++]; s += table[k++]; } return s; }
       export function before() { let s = 0, j = 0; for (let i = 0; i < 64; i++) { s += table[j]; j += 4; } return s; }
       export function nested() { let s = 0; for (let r = 0, k = 0; r < 16; r++, k += 16) { for (let o = 1; o < 16; o += 2) { s += table[k + o - 1]; } } return s; }
       export function down() { let s = 0, j = 255; for (let i = 0; i < 64; i++) { s += table[j]; j -= 4; } return s; }
       export function steps() { let s = 0, j = 0; for (let i = 0; i < 128; i += 2) { s += table[j]; j += 4; } return s; }`,
      { four: '4/4', before: '1/1', nested: '1/1', down: '1/1', steps: '1/1' },
    ));

  it('but not where it goes further than that, or the counter does not count', () =>
    proves(
      `${table}
       export function far() { let s = 0, j = 0; for (let i = 0; i < 65; i++) { s += table[j]; j += 4; } return s; }
       export function started() { let s = 0, j = 4; for (let i = 0; i < 64; i++) { s += table[j]; j += 4; } return s; }
       export function either() { let s = 0, j = 0; for (let i = 0; i < 64; i++) { s += table[j]; j += 4; if (s > 5) j += 4; } return s; }
       export function reset() { let s = 0, j = 0; for (let i = 0; i < 64; i++) { s += table[j]; j += 4; if (s === 9) i = 0; } return s; }
       export function back() { let s = 0, j = 0; for (let i = 0; i < 64; i++) { s += table[j]; j += 4; if (s > 9) { i -= 1; s = 0; } } return s; }
       export function again() { let s = 0, j = 0; for (let t = 0; t < 2; t++) { for (let i = 0; i < 64; i++) { s += table[j]; j += 4; } } return s; }
       export function shared() { let s = 0, j = 0, i = 0; const f = () => { j += 4; }; for (; i < 64; i++) { s += table[j]; j += 4; f(); } return s; }
       export function below() { let s = 0, j = 251; for (let i = 0; i < 64; i++) { s += table[j]; j -= 4; } return s; }`,
      { far: '0/1', started: '0/1', either: '0/1', reset: '0/1', back: '0/1', again: '0/1', shared: '0/1', below: '0/1' },
    ));
});

describe('a variable that goes on in strides', () => {
  it('is no number between them', () =>
    proves(
      `${table} function both(a) { return table[a] + table[a + 15]; }
       export function blocks() { let s = 0; for (let i = 0; i < 256; i += 16) s += table[i + 15]; return s; }
       export function handed() { let s = 0; for (let i = 0; i < 256; i += 16) s += both(i); return s; }
       export function down() { let s = 0; for (let i = 254; i > -1; i -= 2) s += table[i + 1]; return s; }
       export function odd() { let s = 0; for (let i = 1; i < 256; i += 2) s += table[i - 1]; return s; }
       export function pairs(a: readonly number[]) { let s = 0; for (let i = 0; i + 1 < a.length; i += 2) s += a[i] + a[i + 1]; return s; }`,
      { blocks: '1/1', both: '2/2', down: '1/1', odd: '1/1', pairs: '2/2' },
    ));

  it('unless it also is something else', () =>
    proves(
      `${table}
       export function far() { let s = 0; for (let i = 0; i < 257; i += 16) s += table[i]; return s; }
       export function shifted() { let s = 0; for (let i = 1; i < 256; i += 16) s += table[i + 15]; return s; }
       export function sometimes(k) { let s = 0, i = 0; while (i < 256) { s += table[i + 15]; i += 16; if (k) i += 1; } return s; }
       export function given(i: number) { let s = 0; for (; i >= 0 && i < 256; i += 16) s += table[i + 15]; return s; }
       export function turned(k) { let s = 0, i = 0; while (i < 256) { s += table[i + 15]; i += 16; if (k === s) i = k; } return s; }
       export function captured() { let s = 0, i = 0; const f = () => { i++; }; while (i < 256) { s += table[i + 15]; i += 16; f(); } return s; }`,
      { far: '0/1', shifted: '0/1', sometimes: '0/1', given: '0/1', turned: '0/1', captured: '0/1' },
    ));
});
