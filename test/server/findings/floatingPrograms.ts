const fail = `async function fail(n = 0) { throw new RangeError('fail ' + n); }\n`;
const late = `async function late(n = 0) { await null; await null; throw new RangeError('late ' + n); }\n`;
const both = fail + late;
const sleep = `const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));\n`;

/** Programs that end well, and are not to be said to fail. */
export const ending: readonly string[] = [
  // Handled at once.
  `${both}fail().catch(() => {}); late().catch(() => {});`,
  `${both}fail().then(() => {}, () => {}); late().then(undefined, () => {});`,
  `${both}late().then((value) => value).then((value) => value).catch(() => {});`,
  `${both}late().finally(() => {}).catch(() => {});`,
  `${both}try { await fail(); } catch {} try { await late(); } catch {}`,
  `${both}(async () => { try { await late(); } catch {} })();`,
  `${both}(async () => { try { return await late(); } catch {} finally { await null; } })();`,
  `${both}const quiet = (task) => task().catch(() => null); quiet(late); quiet(fail);`,
  `${both}await Promise.allSettled([fail(), late()]);`,
  `${both}Promise.allSettled([fail(1), late(2)]).then((all) => { if (all.some(({ status }) => status !== 'rejected')) throw new Error('?'); });`,
  `${both}Promise.all([fail(), late()]).catch(() => {});`,
  `${both}Promise.race([late(), fail(), 1]).catch(() => {});`,
  `${both}await Promise.race([1, late()]);`,
  `${both}await Promise.any([late(), fail(), 3]);`,
  `${both}Promise.any([late(), fail()]).catch(() => {});`,
  // Handled later, before the jobs are done.
  `${both}const p = fail(); p.catch(() => {});`,
  `${both}const p = fail(); Promise.resolve().then(() => p.catch(() => {}));`,
  `${both}const p = fail(); queueMicrotask(() => queueMicrotask(() => p.catch(() => {})));`,
  `${both}const p = fail(); await null; await null; try { await p; } catch {}`,
  `${both}const p = fail(); (async () => { for (let i = 0; i < 5; i++) await i; await p.catch(() => {}); })();`,
  `${both}const open = []; open.push(late()); Promise.resolve(1).then(() => Promise.allSettled(open));`,
  `${both}let kept; const inner = new Promise((resolve) => { kept = resolve; }); inner.catch(() => {}); kept(fail());`,
  `${both}const pool = new Map([['a', late()]]); for (const p of pool.values()) p.then(undefined, () => {});`,
  // What rejects is never asked for, or was settled before.
  `new Promise((resolve, reject) => { resolve(1); reject(new Error('too late')); });`,
  `new Promise((resolve) => { resolve(1); throw new Error('too late'); });`,
  `async function lazy() { await new Promise(() => {}); throw new Error('never'); }\nlazy();`,
  `async function* pages() { yield 1; throw new Error('second'); }\nconst first = pages().next(); first.then(() => {});`,
  `async function* pages() { throw new Error('first'); }\npages();`,
  `async function* pages() { yield 1; throw new Error('second'); }\nfor await (const page of pages()) break;`,
  // The process ends before.
  `${both}fail(); process.exit(0);`,
  `${both}late(); Promise.resolve().then(() => process.exit(0));`,
  `${both}fail(); await null; process.exit(0);`,
  // Somebody listens.
  `process.on('unhandledRejection', () => {});\n${both}fail(); late();`,
  `process.once('unhandledRejection', () => {});\n${both}late();`,
  `const event = 'unhandled' + 'Rejection'; process.on(event, () => {});\n${both}late();`,
  `const listen = (from) => from.on(['unhandled', 'Rejection'].join(''), () => {}); listen(process);\n${both}late();`,
  `process.on('uncaughtException', () => {});\n${both}late();`,
  // Others go on first, and make it end well.
  `let ready = false;\nasync function main() { await null; if (!ready) throw new Error('not ready'); }\nmain(); ready = true;`,
  `let n = 0;\nasync function first() { await null; n = 1; }\nasync function second() { await null; if (n === 0) throw new Error('first'); }\nfirst(); second();`,
  `let n = 0;\nasync function main() { await Promise.resolve(); await null; await null; if (n < 2) throw new Error('n'); }\nmain(); Promise.resolve().then(() => n++).then(() => n++);`,
  `let n = 0;\nasync function inner() { return Promise.resolve(1); }\nasync function main() { await inner(); if (n < 2) throw new Error('n'); }\nmain(); (async () => { await null; n++; await null; n++; })();`,
  `${sleep}let n = 0;\nasync function main() { await sleep(5); if (n === 0) throw new Error('n'); }\nmain(); setTimeout(() => { n = 1; }, 5); Promise.resolve().then(() => { n = 2; });`,
  `const p = Promise.resolve(3).then((n) => { if (n !== 3) throw new Error('n'); return n; });\nif ((await p) !== 3) throw new Error('p');`,
  `const values = []; Promise.resolve().finally(() => values.push(1)).then(() => { if (values.length !== 1) throw new Error('v'); });`,
];

/** Programs that end with exit code 1, and what is said of each. */
export const failing: readonly (readonly [string, RegExp])[] = [
  [`${both}fail(7);`, /new RangeError\('fail ' \+ n\) \(line 1\)/],
  [`${both}late(7);\nconsole.log('started');`, /new RangeError\('late ' \+ n\) \(line 2\)/],
  [`${both}void late();`, /'late '/],
  [`${both}late().then(() => console.log('done'));`, /'late '/],
  [`${both}late().finally(() => console.log('done'));`, /'late '/],
  [`${both}(async () => { await late(); })();`, /'late '/],
  [`${both}Promise.all([1, late()]).then(([a, b]) => console.log(a, b));`, /'late '/],
  [`${both}Promise.race([late(), new Promise(() => {})]);`, /'late '/],
  [`${both}late().catch((error) => { throw error; });`, /'late '/],
  [`Promise.reject({ code: 1 }).catch((error) => error.reason.code);`, /error\.reason\.code is a property of undefined/],
  [`Promise.resolve(null).then((user) => user.name);`, /user\.name is a property of undefined or null/],
  [
    `const p = Promise.reject(new Error('no'));\nconsole.log(p);`,
    /Promise\.reject\(new Error\('no'\)\) rejects a promise that nobody handles \(line 1\)/,
  ],
  [`new Promise((resolve, reject) => reject(new Error('no')));`, /: reject\(new Error\('no'\)\) rejects a promise/],
  [`new Promise(() => { throw new Error('no'); });`, /new Error\('no'\)/],
  [`${sleep}async function main() { await sleep(1); JSON.parse('{'); }\nmain();`, /JSON\.parse\('\{'\)/],
  // A handler that comes once all jobs are done is too late.
  [`${both}const p = fail();\nsetTimeout(() => p.catch(() => {}), 0);`, /'fail '/],
  [`${both}${sleep}const p = late();\nawait sleep(1);\ntry { await p; } catch {}`, /'late '/],
  [`${both}const p = late();\nsetTimeout(() => process.exit(0), 0);`, /'late '/],
  [`setTimeout(() => { JSON.parse(''); }, 0);`, /JSON\.parse\(''\)/],
  [`queueMicrotask(() => { undefined.x; });`, /fails/],
  [
    `class Queue {\n  tasks = [];\n  add(task) { this.tasks.push(task); return this; }\n  async run() { for (const task of this.tasks) await task(); }\n}\n` +
      `const rows = [{ id: 1 }];\nnew Queue().add(async () => rows[0].id).add(async () => rows[1].id).run();`,
    /rows\[1\]\.id is a property of undefined/,
  ],
  [
    `let config = null;\nasync function load() { await null; config = { port: 80 }; }\nasync function main() { load(); console.log(config.port); }\nmain();`,
    /config\.port is a property of undefined or null \(line 3\)/,
  ],
];
