// What faces print of a value of the program.
export { jsonValue } from '../events/jsonValue.js';
