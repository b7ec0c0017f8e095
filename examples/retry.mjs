// JavaScript without types, with promises: an async function fails when its promise rejects.

/** Makes a request until it succeeds, at most `attempts` times. With no attempt at all it rejects whatever `request` does. */
export async function retry(request, attempts) {
  if (typeof attempts !== 'number') throw new TypeError('attempts must be a number');
  let failure = new Error('no attempt was made');
  for (let attempt = 1; attempt <= attempts; attempt++) {
    try {
      return await request(attempt);
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}
