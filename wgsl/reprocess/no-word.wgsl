// Cost of no word: larger than the cost of any word.
const NO_WORD: f32 = 0x1p+127;
