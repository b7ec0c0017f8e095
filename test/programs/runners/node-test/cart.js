import { rate } from './rates.js';

class Cart {
  #closed = false;
  constructor() {
    this.items = [];
    this.total = 0;
  }
  add(name, price, count = 1) {
    if (this.#closed) throw new Error(`cart is closed: ${name}`);
    this.items.push({ name, price, count });
    this.total += price * count;
    return this;
  }
  close() {
    this.#closed = true;
    return { ...this, total: this.total * rate('usual') };
  }
}

function parse(text) {
  const result = {};
  for (const [, key, value] of text.matchAll(/(\w+)=(\w*)/g)) result[key] = value;
  if (Object.keys(result).length === 0) throw new TypeError('nothing to parse');
  return result;
}

const events = {};
events.on = function (name, listener) {
  (events[name] ??= []).push(listener);
};
events.emit = function (name, value) {
  for (const listener of events[name] ?? []) listener(value);
  return new Error(`emitted ${name}`);
};

async function later(value, milliseconds = 1) {
  const state = { done: false };
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
  state.done = true;
  if (value instanceof Error) throw value;
  return { ...state, value };
}

export { Cart, parse, events, later };
