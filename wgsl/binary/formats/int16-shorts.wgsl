// The numbers of binary/formats/int16 for a CPU.
#import binary/formats/steps/shorts
const NEUTRAL: Lanes = 0x7fff7fffu;
const STEPS_PER_LLR: f32 = 64.0;
const CLIP: f32 = 3840.0;
const MESSAGE_BOUND: Lanes = 0x0fff0fffu; // 4095
const POSTERIOR_BOUND = 16383;
