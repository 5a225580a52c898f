/** Noise. The stream, the last word of the counter, separates the uses of randomness within a frame. */
export const STREAM_NOISE = 0;
/** Random information symbols. */
export const STREAM_INFORMATION = 1;
/** Order in which positions of a word are punctured and shortened, for a whole stream of blocks. */
export const STREAM_POSITIONS = 2;
/** Correlated Gaussian values of two ends; the counter is an index of values. */
export const STREAM_VALUES = 3;
/** Which groups of Gaussian values are made public; the counter is an index of groups. */
export const STREAM_DISCLOSURE = 4;
/** Order of the bits of an interleaved string; the counter is an index within a window, or of a window. */
export const STREAM_INTERLEAVER = 5;
/** Gains of a fading channel; the counter is an index of blocks of equal gain. */
export const STREAM_FADING = 6;
/** Values of variables in a decoder, drawn from a distribution; the counter is a code symbol, and the member of an ensemble. */
export const STREAM_DECODER = 7;
/** Orders of layers in a decoder; the counter is a place in the order, the iteration, and the member of an ensemble. */
export const STREAM_ORDER = 8;
