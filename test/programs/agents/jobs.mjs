const state = { done: 0, owner: 'none' };

async function pause(turns) {
  for (let turn = 0; turn < turns; turn++) await null;
}

async function work(id) {
  const before = state.done;
  await pause((id * 7) % 11);
  state.owner = `job ${id}`;
  state.done = before + 1;
}

async function main() {
  const jobs = [];
  for (let id = 0; id < 60; id++) jobs.push(work(id));
  await Promise.all(jobs);
  if (state.done !== 60) throw new Error(`done is ${state.done}`);
}

await main();
