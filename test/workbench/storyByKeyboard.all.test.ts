import { keyboard } from './driver/hands.js';
import { wrongColourBy } from './driver/wrongColour.js';

wrongColourBy(keyboard);
