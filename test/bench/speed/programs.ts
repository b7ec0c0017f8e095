import { readFileSync } from 'node:fs';

/** A program of Figure 4 of the paper. */
export interface BenchProgram {
  readonly name: string;
  readonly text: string;
  /** What the paper printed: points after unfolding, kilobytes, seconds on a DEC 5000/200. */
  readonly paper: { readonly points: number; readonly kilobytes: number; readonly seconds: number } | null;
  /** The reference engine can express it. */
  readonly hasReference: boolean;
}

function stored(path: string): string {
  return readFileSync(new URL(`../../programs/${path}`, import.meta.url), 'utf8');
}

/** McCarthy's function generalised to k calls (section 6.5 of the paper), with the intermittent assertion of its figure 1. */
export function mcCarthy(k: number): BenchProgram {
  const calls = `${'MC('.repeat(k)}n + ${10 * k - 9}${')'.repeat(k)}`;
  const text = `function MC(n: number): number { if (n > 100) return n - 10; else return ${calls}; }
export function main(n: number): void {
  const m = MC(n);
  //@sometime m === 91
}
`;
  const paper =
    k === 9 ? { points: 176, kilobytes: 230, seconds: 5.4 } : k === 30 ? { points: 1184, kilobytes: 3387, seconds: 153.3 } : null;
  return { name: `McCarthy_${k}`, text, paper, hasReference: true };
}

/** Without imports and exports they are scripts: the declarations of their inputs go in front. */
function sorting(name: string, paper: BenchProgram['paper'], hasReference = false): BenchProgram {
  return { name, text: `${stored('accesses/io.d.ts')}\n${stored(`accesses/${name}.ts`)}\nexport {};\n`, paper, hasReference };
}

/** Figure 4, and the programs that the paper speaks of beside it. */
export function figure4(): readonly BenchProgram[] {
  return [
    { name: 'Fact', text: stored('syntox/p04_Fact.ts'), paper: { points: 24, kilobytes: 44, seconds: 0.5 }, hasReference: true },
    { name: 'Select', text: stored('syntox/p05_Select_end.ts'), paper: { points: 61, kilobytes: 64, seconds: 0.9 }, hasReference: true },
    sorting('Ackermann', { points: 72, kilobytes: 99, seconds: 1.9 }, true),
    sorting('QuickSort', { points: 92, kilobytes: 98, seconds: 2.1 }),
    sorting('HeapSort', { points: 96, kilobytes: 108, seconds: 2.4 }),
    mcCarthy(9),
    mcCarthy(30),
    sorting('Matrix', null),
    sorting('BinarySearch', null, true),
    sorting('Shell', null),
  ];
}
