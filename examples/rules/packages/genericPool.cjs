// The example of the documentation of generic-pool, with a factory that counts instead of a data base.
const { createPool } = require('generic-pool');

let made = 0;
const shared = { id: 'shared' };
const factory = {
  create: async () => ({ id: ++made }),
  destroy: async () => {},
  validate: async ({ id }) => id !== 2,
};

async function main() {
  const pool = createPool(factory, { max: 3, min: 1, testOnBorrow: true });
  await Promise.all(
    Array.from({ length: 9 }, async (_, at) => {
      const client = await pool.acquire(at % 2);
      await new Promise((resolve) => setTimeout(resolve, 3));
      if (at === 4) await pool.destroy(client);
      else await pool.release(client);
    }),
  );
  await pool.use(async ({ id }) => id);
  await pool.drain();
  await pool.acquire().catch(({ message }) => console.log(message));
  await pool.clear();
  // A factory that hands out one object again and again.
  const ofOne = createPool({ create: async () => shared, destroy: async () => {} }, { max: 2 });
  const first = await ofOne.acquire();
  const second = await ofOne.acquire();
  await ofOne.release(first);
  await ofOne.release(second).catch(({ message }) => console.log(message));
  globalThis.kept = [pool, ofOne];
}
main();
