// Represents certainty; no message is larger.
const LLR_BOUND: f32 = 1048576.0;
