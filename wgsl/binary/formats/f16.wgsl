// Two f16 numbers to a word, rounded alike on every device. Twin: wgsl/binary/formats/f16.ts.
#import common/round-half
#import binary/formats/halves

fn to_half(x: vec2f) -> vec2f { return round_half(x); }
