export let value = 1;
export function increment() { value++; }
export default () => { throw new Error('from the other module'); };
