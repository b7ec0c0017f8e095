export interface Line { readonly price: number; readonly quantity: number }

export function invoiceTotal(lines: readonly Line[]): number { //! lines\[i\]
  let total = 0;
  for (let i = 0; i <= lines.length; i++) total += lines[i].price * lines[i].quantity;
  return total;
}
