// Cost of no word: more than any word's. Twin: wgsl/reprocess/test-tree.ts.
const NO_WORD: f32 = 0x1p+127;
