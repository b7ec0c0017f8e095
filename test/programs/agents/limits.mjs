import { apply } from './limitsPlugin.mjs';

export const limits = { items: 50, bytes: 4096 };

function total(orders) {
  let count = 0;
  for (const order of orders) count += order.items;
  return count;
}

function accept(orders, { items }) {
  if (total(orders) > items) throw new Error(`more than ${items} items`);
}

const plugins = ['audit', 'discount', 'preview'];
for (const name of plugins) apply(name, limits);
accept([{ items: 4 }, { items: 3 }], limits);
