import { useState } from 'react';

export function Progress({ done, total }: { done: number; total: number }) { //! repeat
  const [isOpen, setOpen] = useState(false);
  const bar = '='.repeat(Math.round((20 * done) / total));
  return <pre onClick={() => setOpen(!isOpen)}>{isOpen ? bar : `${done}/${total}`}</pre>;
}
