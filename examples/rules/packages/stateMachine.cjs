// The examples of the documentation of javascript-state-machine.
const StateMachine = require('javascript-state-machine');

const matter = {
  init: 'solid',
  transitions: [
    { name: 'melt', from: 'solid', to: 'liquid' },
    { name: 'freeze', from: 'liquid', to: 'solid' },
    { name: 'vaporize', from: 'liquid', to: 'gas' },
    { name: 'condense', from: 'gas', to: 'liquid' },
    { name: 'goto', from: '*', to: (state) => state },
  ],
};
const fsm = new StateMachine({ ...matter, methods: { onMelt: () => console.log('I melted') } });
fsm.melt();
fsm.freeze();
fsm.goto('plasma');
console.log(fsm.can('melt'), fsm.is('plasma'), fsm.allStates().length);

// "Asynchronous transitions": a lifecycle function gives a promise.
const slow = new StateMachine({ ...matter, methods: { onMelt: () => new Promise((resolve) => setTimeout(resolve, 20)) } });
slow.melt();

// A lifecycle function that throws.
const strict = new StateMachine({
  ...matter,
  methods: {
    onMelt() {
      throw new Error('too cold');
    },
  },
});
try {
  strict.melt();
} catch ({ message }) {
  console.log(message);
}
setTimeout(() => {
  try {
    strict.freeze();
  } catch ({ message }) {
    console.log(message);
  }
}, 30);
globalThis.kept = [fsm, slow, strict];
