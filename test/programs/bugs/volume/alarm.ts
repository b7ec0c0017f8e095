import { setVolume } from './player.js';

export function wakeUp(isLoud: boolean): number { //! isLoud
  return setVolume(isLoud ? 120 : 60);
}
