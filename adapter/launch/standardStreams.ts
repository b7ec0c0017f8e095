import { ownWork } from '../runtime/realm/ownWork.js';

type Name = 'stdin' | 'stdout' | 'stderr';

/** Calls `use` with a standard stream of this process when the program takes it for the first time; nobody opens it for that. */
export function whenTaken(name: Name, use: (stream: object) => void): void {
  const descriptor = Reflect.getOwnPropertyDescriptor(process, name);
  const take = descriptor?.get;
  if (take === undefined) return;
  let isTaken = false;
  const get = (): unknown => {
    const stream = take.call(process) as object;
    if (!isTaken) {
      isTaken = true;
      ownWork(() => use(stream));
    }
    return stream;
  };
  Object.defineProperty(process, name, { ...descriptor, get });
}

/** Gives a pipe what a terminal has, as far as programs ask for it: keys that were typed are then read as keys. */
export function imitateTerminal(): void {
  whenTaken('stdin', (stream) => {
    const setRawMode = (isRaw: boolean) => Object.assign(stream, { isRaw });
    Object.assign(stream, { isTTY: true, isRaw: false, setRawMode });
  });
  const screen = { isTTY: true, columns: 80, rows: 24, getWindowSize: () => [80, 24], getColorDepth: () => 1, hasColors: () => false };
  for (const name of ['stdout', 'stderr'] as const) whenTaken(name, (stream) => Object.assign(stream, screen));
}
