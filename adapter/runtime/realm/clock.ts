import process from 'node:process';

const { bigint } = process.hrtime;

/** Node's clock, in milliseconds from some moment: the program may replace it. `performance` would be loaded to be asked. */
export const now = (): number => Number(bigint()) / 1e6;
