import { createStore } from './store.js';

const reducers = { todos: (state) => state }; //! a reducer is a function

export const store = createStore(reducers, []);
