import { multiply, type Matrix } from './matrix.js';

export function project(points: number): Matrix { //! sizes do not fit
  const camera = { rows: 3, columns: 4 };
  const cloud = { rows: 3, columns: points };
  return multiply(camera, cloud);
}
