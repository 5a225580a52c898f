// The numbers of binary/formats/int12 as 16-bit integers.
#import binary/formats/steps/shorts
const NEUTRAL: Lanes = 0x20002000u; // 8192
const STEPS_PER_LLR: f32 = 16.0;
const CLIP: f32 = 480.0;
const MESSAGE_BOUND: Lanes = 0x01ff01ffu; // 511
const POSTERIOR_BOUND = 1536;
