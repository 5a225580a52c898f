// Stands for certainty; no message is larger. Twin: wgsl/common/bound.ts.
const LLR_BOUND: f32 = 1048576.0;
