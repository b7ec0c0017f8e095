import { transition, type State } from './transition.js';

export function publishNow(): State { //! cannot become
  return transition('draft', 'published');
}
