/** Value in `label_bits` for a bit of a label that is no coded bit, and is 0. */
export const PADDING = 0xffffffff;
