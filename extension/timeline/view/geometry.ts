/** Sizes in pixels, which the drawing and the style sheet agree on. */
export const laneHeight = 38;
/** The geometry of a lane, in pixels from its top: circles lie in the middle, bars stand on the foot. */
export const laneMiddle = 19;
export const laneFoot = 34;
export const barHeight = 29;
export const spotRadius = 11;
export const candidateRadius = 4;
export const overviewHeight = 32;
/** A click this far from a mark still means it. */
export const reach = 14;
