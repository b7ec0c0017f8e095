export async function poll(times: number): Promise<number> { //! end
  let done = 0;
  while (done !== times) {
    await Promise.resolve();
    done += 2;
  }
  return done;
}
