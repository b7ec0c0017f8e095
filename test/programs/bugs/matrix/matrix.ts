export interface Matrix { readonly rows: number; readonly columns: number }

export function multiply(a: Matrix, b: Matrix): Matrix {
  if (a.columns !== b.rows) throw new RangeError('the sizes do not fit');
  return { rows: a.rows, columns: b.columns };
}
