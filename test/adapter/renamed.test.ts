import { buildSync } from 'esbuild';
import { check } from '../support/querying.js';

const source = `class Box {
  value: number;
  constructor(start: number) {
    this.value = start;
  }
}
const first: Box = new Box(1);
let amount = 3;
const second: Box = new Box(2);
for (const box of [first, second]) {
  amount += box.value;
  box.value = amount * 10;
}
console.log(first.value, second.value, amount);
`;

describe('a program that was made small', () => {
  it('is asked about by the names of its source', async () => {
    const { outputFiles } = buildSync({
      stdin: { contents: source, sourcefile: 'source.ts', loader: 'ts' },
      minify: true,
      bundle: true,
      platform: 'node',
      sourcemap: 'inline',
      write: false,
      outfile: 'program.js',
    });
    const files = { 'program.js': outputFiles[0]?.text ?? '', 'source.ts': source };
    await check(
      '',
      ['lastChange(second.value)', 'lastChange(P1:amount)', 'lastChange(P1:first.value)'],
      {
        P2: { file: 'source.ts', line: 12, column: 3, hit: 2, after: 60 },
        P3: { file: 'source.ts', line: 11, after: 6 },
        P4: { file: 'source.ts', line: 12, hit: 1, after: 40 },
      },
      { files, stop: 'source.ts:14' },
    );
  });
});
