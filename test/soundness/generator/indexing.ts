import { Random } from '../random.js';

/**
 * A random program about indices: loops over arrays that are given, in the ways that people write them, each with something that may
 * be off by one, and with arrays that change on the way. Every function has few accesses, so that often all of them are called proven.
 */
export function indexingProgram(seed: number): string {
  const random = new Random(seed);
  const lines = [
    'function swap(a: number[], i: number, j: number): void { const t = a[i]; a[i] = a[j]; a[j] = t; }',
    'function touch(a: number[], i: number): void { if (i > 2) a.push(i); else if (i === 2) a.pop(); }',
    'function middle(lo: number, hi: number): number { return Math.floor((lo + hi) / 2); }',
    'let kept: number[] = [];',
    'let shared = 0;',
    'type Indexable = any;',
    'type Holder = any;',
  ];
  for (let count = 4 + random.below(5); count > 0; count--) lines.push(...onLines(indexing(random, `f${count}`)));
  lines.push('export function main(n: number): number { return n; }', '');
  return lines.join('\n');
}

function indexing(random: Random, name: string): string {
  const off = (): string =>
    random.weighted([
      [8, ''],
      [1, ' - 1'],
      [1, ' + 1'],
      [0.5, ' - 2'],
    ] as const);
  const less = (): string =>
    random.weighted([
      [6, '<'],
      [1.5, '<='],
      [1, '!=='],
    ] as const);
  const start = (): string =>
    random.weighted([
      [6, '0'],
      [2, '1'],
      [0.5, '2'],
      [0.3, '-1'],
    ] as const);
  /** What may happen between a test and what it guards. */
  const between = (...indices: string[]): string =>
    random.weighted([
      [10, ''],
      [0.7, 'a.push(s);'],
      [0.7, 'a.pop();'],
      [0.5, 'b.pop();'],
      [0.5, 'b.push(1);'],
      [0.5, 'touch(a, s);'],
      [0.4, 'touch(b, 2);'],
      [0.4, 'a.length = 2;'],
      [0.4, 'a = b;'],
      [0.4, 'b = a;'],
      [0.3, 'a = a.slice(1);'],
      [0.3, 'f();'],
      [0.3, 'kept = a;'],
      [0.3, 'kept.pop();'],
      [0.3, `a[${indices[0] ?? '0'} + 2] = 5;`],
      [0.3, 'a.splice(0, 1);'],
      [0.3, 'a.sort();'],
      [0.3, 'a.fill(0);'],
      [0.3, 'swap(a, 0, 1);'],
      [0.3, `${indices[0] ?? 's'}++;`],
      [0.2, 'b.forEach((x) => { a.pop(); });'],
      [0.2, 'shared = a.length;'],
    ] as const);
  /** What may happen between a test of a length that is reached from something unknown and what it guards. */
  const meanwhile = (): string =>
    random.weighted([
      [10, between('i')],
      [1.5, 'h.count = i;'],
      [1, 'h.count++;'],
      [0.7, 'h.rows = b;'],
      [0.7, 'h.self.rows = b;'],
      [0.7, 'h.rows.pop();'],
      [0.7, 'h.again.pop();'],
      [0.5, 'h[0] = b;'],
      [0.5, 'h = b;'],
      [0.5, 'h.self.count = h;'],
      [0.5, "h[k > 2 ? 'rows' : 'count'] = b;"],
      [0.5, 'h.rows.length = 1;'],
      [0.5, 'h.again[i] = 1;'],
    ] as const);
  const length = random.choice(['a.length', 'a.length', 'n']);
  const mid = random.choice([
    'Math.floor((lo + hi) / 2)',
    '(lo + hi) >> 1',
    '(lo + hi) >>> 1',
    'lo + ((hi - lo) >> 1)',
    'middle(lo, hi)',
    'Math.ceil((lo + hi) / 2)',
    'Math.trunc((lo + hi) / 2)',
    'Math.round((lo + hi) / 2)',
  ]);
  const read = (index: string): string => `s += a[${index}];`;
  const body = random.choice<() => string>([
    () => `for (let i = ${start()}; i ${less()} ${length}${off()}; i++) { ${between('i')} ${read(`i${off()}`)} }`,
    () =>
      `for (let i = ${length}${random.choice([' - 1', ' - 1', '', ' - 2'])}; i ${random.choice(['>=', '>=', '>'])} ${start()}; i--) { ${between('i')} ${read(`i${off()}`)} }`,
    () =>
      `let i = ${start()}; while (i ${less()} ${length}${off()}) { ${between('i')} if (s > 3) { ${read('i')} } i += ${random.choice(['1', '1', '2'])}; }`,
    () =>
      `let lo = ${start()}, hi = ${length}${random.choice([' - 1', ' - 1', ''])}; while (lo ${random.choice(['<=', '<'])} hi) { const m = ${mid}; ${between('lo')} s = a[m]; if (s < k) lo = m + 1; else hi = m${random.choice([' - 1', ' - 1', ''])}; if (lo > 90) break; }`,
    () =>
      `let lo = 0, hi = ${length}${random.choice([' - 1', ' - 1', ''])}; while (lo ${random.choice(['<', '<', '<='])} hi) { ${between('lo')} swap(a, lo, hi); lo++; hi--; }`,
    () => `let w = 0; for (let r = ${start()}; r ${less()} ${length}; r++) { if (a[r] > 0) { ${between('r')} a[w] = a[r]; w++; } }`,
    () =>
      `for (let i = ${start()}; i ${less()} ${length}; i++) for (let j = i${random.choice([' + 1', ''])}; j ${less()} ${length}${off()}; j++) { ${between('j')} if (a[i] > a[j${off()}]) s++; }`,
    () =>
      `for (let i = 1; i < ${length}; i++) { let j = i; while (j > 0 && a[j - 1] > a[j${off()}]) { ${between('j')} swap(a, j, j - 1); j--; } }`,
    () =>
      `const c = new Array<number>(${length}${off()}).fill(0); for (let i = 0; i ${less()} ${length}; i++) { ${between('i')} c[i] = ${random.choice(['1', 'a[i]', 'c[i] + 1'])}; }`,
    () =>
      `let i = ${random.choice(['-1', '-1', '0'])}; const len = a == null ? 0 : a.length${off()}; while (++i ${less()} len) { ${between('i')} ${read(`i${off()}`)} if (s > 90) break; }`,
    () =>
      `const len = b.length${off()}; let w = 0; const c${random.choice(['', ': any'])} = []; for (let i = ${start()}; i ${less()} len; i++) { ${between('i')} const v = b[i]; if (v) { c[w++] = v; } ${random.choice(['', '', 'w++;', 's += c[w - 1];'])} if (i > 90) break; }`,
    () =>
      `const c = new ${random.choice(['Float64Array', 'Uint8Array', 'Int32Array'])}(${random.choice(['4', '8', 'a', 'a.length', 'k & 7'])}${off()}); for (let i = ${start()}; i ${less()} ${random.choice(['c.length', 'c.length', '4', '8'])}${off()}; i++) { ${between('i')} c[i] = i; s += c[i & 3]; }`,
    () =>
      `const o${random.choice(['', ': any'])} = { rows: a, length: 2 }; for (let i = ${start()}; i ${less()} ${random.choice(['o.rows.length', 'o.length', 'o.rows.length'])}${off()}; i++) { ${between('i')} ${random.choice(['', '', 'o.rows = b;', 'o.length = 9;'])} s += o.rows[i]; if (i > 90) break; }`,
    () => `for (let i = ${start()}; i ${less()} h.rows.length${off()}; i++) { ${meanwhile()} s += h.rows[i${off()}]; if (i > 90) break; }`,
    () =>
      `let i = ${start()}; const rows = h.rows, len = rows.length${off()}; while (i ${less()} len) { ${meanwhile()} s += ${random.choice(['rows', 'h.rows', 'h.again'])}[i]; if (++i > 90) break; }`,
    () =>
      `for (let i = ${start()}; i ${less()} h.table.length; i++) for (let j = 0; j ${less()} h.table[i].length${off()}; j++) { ${meanwhile()} s += h.table[i][j]; if (j > 90) break; }`,
    () =>
      `const i = h.rows.length${off()}; if (h.rows.length ${random.choice(['===', '==', '>', '>='])} ${random.choice(['1', '2'])}) { ${meanwhile()} s += h.rows[${random.choice(['0', '1', 'i'])}]; }`,
    () =>
      `if (a.length !== b.length${off()}) return 0; for (let i = ${start()}; i ${less()} a.length; i++) { ${between('i')} if (a[i] !== b[i]) s++; if (i > 90) break; }`,
    () =>
      `let i = ${start()}; while (i < a.length) { if (i + 1 ${random.choice(['===', '==', '!=='])} a.length) break; ${between('i')} s += a[i + 1]; i += ${random.choice(['1', '2'])}; }`,
    () =>
      `const c${random.choice(['', ': any'])} = []; let w = ${start()}; for (let i = 0; i < b.length; i++) { if (b[i] > ${random.choice(['0', '1'])}) c[w++] = i; ${random.choice(['', '', '', 'c.pop();', 'w++;', 'kept = c;', 'c.length = 1;', 'f();'])} if (i > 90) break; } for (let j = 0; j ${less()} w${off()}; j++) s += c[j];`,
    () => `let i = ${length}; while (--i ${random.choice(['>=', '>='])} ${start()}) { ${between('i')} ${read(`i${off()}`)} }`,
    () =>
      `const last = ${length} - ${random.choice(['1', '1', '2'])}; for (let i = ${start()}; i ${random.choice(['<=', '<=', '<', '!=='])} last; i++) { ${between('i')} ${read('i')} if (i > 90) break; }`,
    () => `const c = [1, 2, 3, 4]; s += c[(k as any) & ${random.choice(['3', '3', '7'])}]; ${between('s')} s += c[h & 3];`,
    () => `const c = a.slice(); for (let i = 0; i ${less()} c.length${off()}; i++) { ${between('i')} c[i] = 1; }`,
    () =>
      `const st: number[] = []; for (let i = 0; i < 5; i++) { st.push(i); ${between('i')} } while (st.length ${random.choice(['> 0', '>= 0 && s < 9', '!== 0'])}) { s += st[st.length - 1]; st.pop(); if (s > 100) break; s++; }`,
    () => `if (${length} > ${start()}) { ${between()} ${read(random.choice(['0', '0', '1', `${length} - 1`]))} }`,
    () => `if (a.length > ${start()}) { ${between()} ${read('Math.floor(Math.random() * a.length)')} ${read(`k % ${length}`)} }`,
    () => `if (Number.isInteger(k) && a.length > 0) { ${between()} ${read(`Math.max(0, Math.min(k, ${length} - 1))`)} }`,
    () => `const at = a.indexOf(k); if (at ${random.choice(['>= 0', '>= 0', '!== -1', '> -2'])}) { ${between('s')} ${read('at')} }`,
    () => `const m = Math.min(${length}, b.length); for (let i = 0; i ${less()} m; i++) { ${between('i')} s += a[i] + b[i]; }`,
    () =>
      `let i = 0; if (${length} > 0) for (let t = 0; t < 7; t++) { ${read('i')} i = (i + ${random.choice(['1', '2', 't'])}) % ${length}; ${between('i')} }`,
    () =>
      `for (let g = ${length} >> 1; g > 0; g >>= 1) for (let i = g; i ${less()} ${length}; i++) for (let j = i - g; j >= 0 && a[j] > a[j + g${off()}]; j -= g) { ${between('j')} swap(a, j, j + g); }`,
    () =>
      `let i = 0, j = ${length} - 1; for (; i ${less()} ${length}; i++, j--) { ${between('i')} ${read(random.choice(['j', `${length} - 1 - i`, `${length} - i`]))} }`,
    () =>
      `for (let i = 0; i ${less()} ${random.choice([`${length} >> 1`, `Math.floor(${length} / 2)`, `${length} / 2`])}; i++) { ${between('i')} s += a[2 * i${random.choice(['', ' + 1', ' + 2'])}]; }`,
    () =>
      `const next = () => { shared++; ${random.choice(['', '', 'a.pop();', 'shared = 9;'])} }; shared = 0; while (shared ${less()} ${length}) { ${random.chance(0.3) ? 'next();' : ''} ${read('shared')} next(); if (shared > 50) break; }`,
    () =>
      `const rows = [a, b, [1, 2]]; for (let i = 0; i ${less()} rows.length; i++) { for (let j = 0; j ${less()} rows[i].length; j++) { ${between('j')} s += rows[i][j]; } }`,
  ])();
  const callback = random.choice(['', 'b.pop();', 'a.pop();', 'shared++;']);
  const [first, second] = random.chance(0.5)
    ? ['number[]', 'number[]']
    : random.choice([
        ['Indexable', 'Indexable'],
        ['Indexable', 'number[]'],
        ['number[]', 'Indexable'],
      ] as const);
  return `export function ${name}(a: ${first}, b: ${second}, k: number, h: Holder): number { const f = () => { ${callback} }; let s = 0; const n = a.length; ${body} return s + n; }`;
}

/** One statement starts on each line: what is claimed of a line is held against what runs there. */
function onLines(text: string): string[] {
  const lines: string[] = [];
  let line = '';
  let depth = 0;
  for (const [i, character] of [...text].entries()) {
    line += character;
    if ('(['.includes(character)) depth++;
    if (')]'.includes(character)) depth--;
    const ends = character === ';' || character === '{' || character === '}';
    // An object type or an arrow function in a statement stays with it.
    if (
      depth > 0 ||
      !ends ||
      text
        .slice(i + 1)
        .trimStart()
        .startsWith('else') ||
      text[i + 1] === ';'
    )
      continue;
    if (line.trim() !== '') lines.push(line.trim());
    line = '';
  }
  return lines;
}
