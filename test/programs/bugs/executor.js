export async function later(value) {
  const promise = new Promise(); //! Promise
  promise.resolve(value);
  return promise;
}
