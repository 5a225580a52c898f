// Message words of two whole numbers of steps, messages of a byte. LLRs are in steps of 1/8, posteriors within ±1024, messages within ±127,
// channel LLRs within ±120, so that the messages of a variable can outweigh a wrong channel LLR; known symbols are ±1024. A difference is
// within ±1151.
#import binary/formats/steps/steps
const NEUTRAL: Lanes = Lanes(8192.0);
const STEPS_PER_LLR: f32 = 8.0;
const CLIP: f32 = 120.0;
const MESSAGE_BOUND: Lanes = Lanes(127.0);
const POSTERIOR_BOUND = 1024.0;
