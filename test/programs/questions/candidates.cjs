'use strict';
// `node candidates.cjs field 10000000` writes a place so often, and stops.
const { tellCost } = require('./cost.cjs');

const box = { field: 0 };
const list = [0, 0];
const map = new Map();
let shared = 0;

const writers = {
  field(times) {
    for (let index = 0; index < times; index++) {
      box.field = index; // written
    }
    tellCost();
    return box.field; // field
  },
  element(times) {
    for (let index = 0; index < times; index++) list[1] = index;
    tellCost();
    return list[1]; // element
  },
  local(times) {
    for (let index = 0; index < times; index++) shared = index;
    tellCost();
    return shared; // local
  },
  entry(times) {
    for (let index = 0; index < times; index++) map.set('key', index);
    tellCost();
    return map.get('key'); // entry
  },
  condition(times) {
    let even = 0;
    for (let index = 0; ; index++) {
      if (index % 2 === 0) even++;
      if (index < times) continue;
      tellCost();
      return even; // condition
    }
  },
};

console.log(writers[process.argv[2]](Number(process.argv[3])));
