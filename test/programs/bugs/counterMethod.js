class Counter {
  #count = 0;
  add(n) {
    this.#count += n;
    return this.#count;
  }
}

export function addAll(numbers) { //! this|add
  const { add } = new Counter();
  let last = 0;
  for (let i = 0; i < 3; i++) last = add(numbers);
  return last;
}
