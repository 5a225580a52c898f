/** Frames per word of `codeword`, if a word has one bit of each frame. */
export const BIT_FRAMES = 32;
