// Two f16 numbers to a word, rounded as the device does: for rules whose results devices share within a tolerance anyway.
// Rounding alike takes 20 operations a message, more than many a rule. Twin: wgsl/binary/formats/f16.ts, within a unit of the
// last place.
#import binary/formats/halves

fn to_half(x: vec2f) -> vec2f { return clamp(x, vec2f(-32768.0), vec2f(32768.0)); }
