// Message words of two whole numbers of steps. LLRs are in steps of 1/16, posteriors within ±1536, messages within ±511, channel LLRs within
// ±480, so that the messages of a variable can outweigh a wrong channel LLR; known symbols are ±1536. A difference is within ±2047.
#import binary/formats/steps/steps
const NEUTRAL: Lanes = Lanes(8192.0);
const STEPS_PER_LLR: f32 = 16.0;
const CLIP: f32 = 480.0;
const MESSAGE_BOUND: Lanes = Lanes(511.0);
const POSTERIOR_BOUND = 1536.0;
