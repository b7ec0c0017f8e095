import { changes, here, match, of, report, rule } from 'whence/rules';

let list: unknown[] | null = null;
let index: number | null = null;
let since: string | null = null;

const look = (place: string): void => {
  const isBad = list !== null && index !== null && index >= list.length;
  if (!isBad) since = null;
  else since ??= place;
};

/** From which update on the index was out of range. */
export const inevitable = rule({
  metavariables: { L: of<unknown[]>(), R: of<number>() },
  at: [
    changes(({ L }) => L, {
      after: ({ L }) => {
        list = L;
        look(here);
      },
    }),
    changes(({ R }) => R, {
      after: ({ R }) => {
        index = R;
        look(here);
      },
    }),
    match(({ L, R }) => L[R], {
      in: { file: 'cause.cjs', line: 17 },
      before: ({ L, R }) => {
        if (R >= L.length) report('inevitable since', since);
      },
    }),
  ],
});
