import { useReducer } from 'react';

function reducer(step, action) {
  switch (action.type) {
    case 'next':
      return step + 1;
    case 'back':
      return step - 1;
    default:
      throw new Error(`unknown action ${action.type}`);
  }
}

export function afterReset(step) { //! unknown action
  return reducer(step, { type: 'reset' });
}

export function Wizard() {
  const [step, dispatch] = useReducer(reducer, 0);
  return <button onClick={() => dispatch({ type: 'next' })}>{step}</button>;
}
