import { createStore } from './store.js';

const reducers = { todos: (state) => state };

export const store = createStore(reducers, []); //! a reducer is a function
