export async function later(value) { //! Promise
  const promise = new Promise();
  promise.resolve(value);
  return promise;
}
