/** Most positions of a frame. A position and its reliability share a word, and the cost of a word stays below 2³¹. */
export const POSITIONS_MAXIMUM = 2 ** 14;
