'use strict';
// A plate cools down: relaxation on a grid, which is an array of numbers.
const { tellCost } = require('./cost.cjs');

const size = 600;
const plate = { residual: 0, sweeps: 0, hottest: 0 };
let grid = Array.from({ length: size * size }, (_, index) => (index % size === 0 ? 100 : index % 17));
let next = grid.slice();

function sweep() {
  plate.residual = 0;
  for (let y = 1; y < size - 1; y++) {
    let change = 0;
    for (let x = 1; x < size - 1; x++) {
      const at = y * size + x;
      const value = (grid[at - 1] + grid[at + 1] + grid[at - size] + grid[at + size]) / 4;
      change += Math.abs(value - grid[at]);
      next[at] = value;
      if (value > plate.hottest) plate.hottest = value;
    }
    plate.residual += change;
  }
  const old = grid;
  grid = next;
  next = old;
  plate.sweeps++;
}

for (let round = 0; round < 500; round++) sweep();
tellCost();
console.error(plate.residual); // stop
