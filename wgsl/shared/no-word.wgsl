// Cost of no word: more than any word's. Twin: src/kernel/test-tree.ts.
const NO_WORD: f32 = 0x1p+127;
