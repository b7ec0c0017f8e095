'use strict';
// One function is called again and again: `node hot.cjs local`, and so on; each stops in it, at the last call.
const { tellCost } = require('./cost.cjs');

const calls = Number(process.argv[3]);

const hottest = {
  /** Locals of a short function. */
  local(call) {
    let hash = call | 0;
    hash ^= hash << 13;
    hash ^= hash >>> 17;
    hash ^= hash << 5;
    let sum = 0;
    for (let index = 0; index < 16; index++) sum = (sum + Math.imul(hash, index)) | 0;
    if (call === calls) tellCost();
    return sum; // local
  },
  /** Elements of an array that it fills. */
  element(call) {
    for (let index = 2; index < primes.length; index++) primes[index] = 1;
    for (let index = 2; index * index < primes.length; index++) {
      if (primes[index] === 0) continue;
      for (let multiple = index * index; multiple < primes.length; multiple += index) primes[multiple] = 0;
    }
    if (call === calls) tellCost();
    return primes[7]; // element
  },
  /** Entries of a Map that it counts in. */
  entry(call) {
    const word = words[(call * 7919) % words.length];
    counts.set(word, (counts.get(word) ?? 0) + word.length);
    if (call === calls) tellCost();
    return counts.size; // entry
  },
  /** Conditions on the way to its result. */
  condition(call) {
    let steps = 0;
    for (let at = call; at !== 1 && steps < 60; steps++) {
      if (at % 2 === 0) at /= 2;
      else at = 3 * at + 1;
    }
    if (call === calls) tellCost();
    return steps; // condition
  },
};

const primes = new Array(10_000).fill(0);
const words = Array.from({ length: 5000 }, (_, index) => `word${(index * 31) % 977}`);
const counts = new Map();

const run = hottest[process.argv[2]];
let total = 0;
for (let call = 1; call <= calls; call++) total += run(call);
console.error(total);
