// What V8 says where probes stand in the place of what it names, and where it says that it was.
let undef;
const key = 'key';
const job = { done: 3, fn() {}, list: null };
const none = async () => null;
class Count {
  #count;
  static up(of) { ++of.#count; }
  static add(of) { of.#count += 2; }
}
const tries = [
  async () => { const { rows } = await none(); },
  async () => { const [first] = await none(); },
  async () => { for (const one of await none()); },
  async () => { for await (const one of 5); },
  async () => [...await none()],
  async () => new (await none())(),
  async () => (await none())(),
  async () => { const { a } = (() => null)(); },
  async () => job.done?.(),
  async () => job?.done?.(1, job.fn(2)),
  async () => job.done?.(...[1]),
  async () => job.fn(...undef),
  async () => new Array(...undef),
  async () => (undef || null)(),
  async () => (job.list ?? undef)(),
  async () => { undef.x++; },
  async () => { undef[key] += 1; },
  async () => { job.list.x -= 1; },
  async () => Count.up({}),
  async () => Count.add({}),
];
tries.push(async () => {
  class A extends (() => { return 'a text that is longer than what V8 shows of a function, which is cut behind its first 111 signs'; }) {}
});
for (const attempt of tries)
  try {
    await attempt();
  } catch (error) {
    console.log(error.message, error.message.startsWith('Class') ? '' : /:\d+:\d+/.exec(error.stack)[0]);
  }
