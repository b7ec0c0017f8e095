import { useMemo } from 'react';

export function Pager({ pages, shown }: { pages: number; shown: number }) { //! Array
  const hidden = useMemo(() => pages - shown, [pages, shown]);
  const dots = new Array(pages - shown).fill('·');
  return <nav title={String(hidden)}>{dots.join('')}</nav>;
}
