import { milliseconds } from './parse.js';

export const sessionTimeout = milliseconds(30, 'min'); //! unknown unit
