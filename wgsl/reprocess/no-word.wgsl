// Cost of no word: more than any word's.
const NO_WORD: f32 = 0x1p+127;
