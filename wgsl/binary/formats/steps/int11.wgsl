// Message words of two whole numbers of steps. LLRs are in steps of 1/16, posteriors within ±1024, messages within ±341, channel LLRs within
// ±320, so that the messages of a variable can outweigh a wrong channel LLR; known symbols are ±1024. A difference is within ±1365. A posterior
// has room for three messages: a shorter one forgets messages that it was cut by, and changes its sign when one of them changes.
#import binary/formats/steps/steps
const NEUTRAL: Lanes = Lanes(8192.0);
const STEPS_PER_LLR: f32 = 16.0;
const CLIP: f32 = 320.0;
const MESSAGE_BOUND: Lanes = Lanes(341.0);
const POSTERIOR_BOUND = 1024.0;
