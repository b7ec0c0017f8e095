/** Sizes in pixels, which the drawing and the style sheet agree on. */
export const laneHeight = 38;
/** Where in a lane circles lie, and what bars stand on. */
export const laneMiddle = 19;
export const laneFoot = 34;
export const barHeight = 29;
export const spotRadius = 11;
export const candidateRadius = 4;
export const overviewHeight = 32;
/** A click this far from a mark still means it. */
export const reach = 14;
