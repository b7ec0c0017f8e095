import { createStore } from './store.js'; //! a reducer is a function

const reducers = { todos: (state) => state };

export const store = createStore(reducers, []);
